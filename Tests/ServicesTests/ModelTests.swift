import Dates
import Model
import Testing

@Suite struct ModelTests {
  @Test(
    "A decimal text is parsed to an exact amount of money",
    arguments: [
      ("152300.00", 15_230_000), ("0.01", 1), ("1", 100), ("0.1", 10), ("-5", -500), ("007", 700), ("1.500", 150),
      ("9999999999999999.99", 999_999_999_999_999_999), ("0", 0), ("-0.00", 0),
    ])
  func parsesAmount(_ text: String, _ minor: Int64) {
    #expect(Money(text, .rub)?.minor == minor)
  }

  @Test(
    "A malformed amount of money is rejected",
    arguments: [
      "", ".", "1.", ".5", "1.005", "1e3", "+1", "1,00", " 1", "1.0.0", "--1", "10000000000000000.00", "١",
    ])
  func rejectsMalformedAmount(_ text: String) {
    #expect(Money(text, .rub) == nil)
  }

  @Test(
    "An amount is formatted with the decimals of its currency",
    arguments: [
      (15_230_000, "RUB", "152300.00"), (5, "RUB", "0.05"), (-5, "RUB", "-0.05"), (0, "RUB", "0.00"),
      (1234, "JPY", "1234"), (1234, "KWD", "1.234"), (.min, "RUB", "-92233720368547758.08"),
    ] as [(Int64, String, String)])
  func formatsAmountByCurrency(_ minor: Int64, _ currency: String, _ text: String) throws {
    #expect(Money(minor: minor, try #require(Currency(currency))).text == text)
  }

  @Test(
    "An amount is created from a coefficient and an exponent",
    arguments: [(15, 3, 1_500_000), (150_000, -3, 15_000), (0, 6000, 0), (1, -2, 1)] as [(Int128, Int, Int64)])
  func convertsCoefficientAndExponent(_ coefficient: Int128, _ exponent: Int, _ minor: Int64) {
    #expect(Money(coefficient: coefficient, exponent: exponent, .rub)?.minor == minor)
  }

  @Test(
    "A coefficient and exponent with a fraction of a kopeck or an overflow are rejected",
    arguments: [(1, -3), (1, 6000), (1, -6000), (Int128.max, 0)] as [(Int128, Int)])
  func rejectsFractionAndOverflow(_ coefficient: Int128, _ exponent: Int) {
    #expect(Money(coefficient: coefficient, exponent: exponent, .rub) == nil)
  }

  @Test(
    "An instant is formatted and parsed without loss",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59.999999Z"), (1_795_219_200_000_000, "2026-11-21T00:00:00Z"),
      (951_782_400_123_000, "2000-02-29T00:00:00.123Z"), (253_402_300_799_000_000, "9999-12-31T23:59:59Z"),
    ] as [(Int64, String)])
  func instantRoundTrips(_ microseconds: Int64, _ text: String) {
    #expect(Instant(microseconds: microseconds).description == text)
    #expect(Instant(text)?.microseconds == microseconds)
  }

  @Test(
    "A timestamp with an offset, a fraction or a leap second is parsed to UTC",
    arguments: [
      ("2026-11-21T03:00:00+03:00", "2026-11-21T00:00:00Z"), ("2026-11-20T19:30:00-04:30", "2026-11-21T00:00:00Z"),
      ("2026-11-21t00:00:00.5z", "2026-11-21T00:00:00.500Z"),
      ("2026-11-21T00:00:00.1234567Z", "2026-11-21T00:00:00.123456Z"),
      ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
    ])
  func parsesInstantWithOffset(_ text: String, _ utc: String) {
    #expect(Instant(text)?.description == utc)
  }

  @Test(
    "A malformed timestamp is rejected",
    arguments: [
      "", "2026-11-21", "2026-11-21T00:00:00", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-11-21T24:00:00Z",
      "2026-11-21 00:00:00Z", "2026-11-21T00:00:00.Z", "2026-11-21T00:00:00+3:00", "2026-11-21T00:00:00ZZ",
    ])
  func rejectsMalformedInstant(_ text: String) {
    #expect(Instant(text) == nil)
  }

  @Test("Dates and day numbers correspond for every day of 400 years") func countsDaysOfFourCenturies() throws {
    var date = try #require(CivilDate("1899-12-31"))
    for offset in 1...146_097 {
      let next = CivilDate(daysSinceEpoch: date.daysSinceEpoch + 1)
      guard next > date, next.daysSinceEpoch == date.daysSinceEpoch + 1 else {
        return #expect(Bool(false), "\(date) \(next) \(offset)")
      }
      date = next
    }
    #expect(date.description == "2299-12-31")
  }

  @Test("An identifier is formatted and parsed without loss and sorts by time") func identifierRoundTrips() throws {
    let instant = try #require(Instant("2026-11-21T00:00:00Z"))
    let id = PersonID(at: instant, random: (.max, .max))
    #expect(id.description == "01a1fb67-1800-7fff-bfff-ffffffffffff")
    #expect(PersonID(id.description) == id)
    #expect(PersonID(at: instant + .milliseconds(1), random: (0, 0)) > id)
  }

  @Test(
    "A malformed identifier is rejected",
    arguments: [
      "", "01a1fb67-1800-7fff-bfff-fffffffffff", "01A1FB67-1800-7FFF-BFFF-FFFFFFFFFFFF",
      "01a1fb6711800-7fff-bfff-ffffffffffff", "01a1fb67-1800-7fff-bfff-ffffffffffff0",
    ])
  func rejectsMalformedIdentifier(_ text: String) {
    #expect(PersonID(text) == nil)
  }

  @Test("The name of a matrix cell is parsed and formatted without loss", arguments: ["A1", "Z99", "J10"])
  func cellNameRoundTrips(_ name: String) {
    #expect(Cell(rawValue: name)?.rawValue == name)
  }

  @Test("The cells of a full matrix have unique names and are sorted") func cellNamesAreUnique() {
    let cells = Cell.all(columns: 26, rows: 99)
    #expect(cells.count == 26 * 99 && Set(cells).count == cells.count)
    #expect(cells.map { Cell(rawValue: $0.rawValue) } == cells)
    #expect(cells == cells.sorted())
  }

  @Test(
    "A malformed name of a matrix cell is rejected",
    arguments: ["", "A", "1", "a1", "A0", "A01", "A100", "AA1", "A-1", "Я1"])
  func rejectsMalformedCellName(_ name: String) {
    #expect(Cell(rawValue: name) == nil)
  }

  @Test("A malformed BIC is rejected", arguments: ["", "12345678", "1234567890", "04452522A", "٠٤٤٥٢٥٢٢٥"])
  func rejectsMalformedBIC(_ text: String) {
    #expect(BIC(text) == nil)
  }

  @Test(
    "An account number has 20 digits, or a clearing letter in the sixth place",
    arguments: [
      ("40702810138250123017", true), ("40702A10138250123017", true), ("40702D10138250123017", false),
      ("4070281013825012301", false), ("4070281013825012301x", false),
    ])
  func validatesAccountNumber(_ text: String, _ isNumber: Bool) {
    #expect((AccountNumber(text) != nil) == isNumber)
  }
}
