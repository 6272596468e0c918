import JSON
import Testing

/// One row of `decimals.json`, worked out by Python's `decimal` with 20,000 digits; an absent result does not fit.
struct DecimalCase: Sendable, CustomTestStringConvertible {
  let row: Value
  var testDescription: String { row.description }
  static let all = try? cases("decimals.json").map(DecimalCase.init)
  func number(_ name: String) -> Decimal? { row[name]?.string.flatMap { Decimal($0) } }
}

@Suite struct DecimalTests {
  @Test func theCasesAreMany() { #expect((DecimalCase.all?.count ?? 0) > 600) }

  @Test(arguments: DecimalCase.all ?? [])
  func arithmeticIsExactOrNothing(_ row: DecimalCase) throws {
    let a = try #require(row.number("a"))
    let b = try #require(row.number("b"))
    #expect(a.adding(b) == row.number("sum"))
    #expect(b.adding(a) == row.number("sum"))
    #expect(a.subtracting(b) == row.number("difference"))
    #expect(a.multiplied(by: b) == row.number("product"))
    #expect(b.multiplied(by: a) == row.number("product"))
    #expect((a < b ? -1 : a > b ? 1 : 0) == row.row["order"]?.integer.map(Int.init))
    #expect((a == b) == (row.row["order"] == 0))
    if a == b { #expect(a.hashValue == b.hashValue) }
  }

  @Test(arguments: DecimalCase.all ?? [])
  func aNumberReadsBackFromItsText(_ row: DecimalCase) throws {
    let a = try #require(row.number("a"))
    #expect(Decimal(a.description) == a)
    #expect(Decimal(a.normalized.description) == a)
  }

  @Test(arguments: [
    ("1.50", "1.50"), ("-0.05", "-0.05"), ("0.00", "0.00"), ("-0", "0"), ("1e3", "1000"), ("15E-1", "1.5"),
    ("-12E2", "-1200"), ("+7", "7"), ("007.10", "7.10"), ("0E99", "0"), ("0E-99", "0E-99"),
    ("1E38", "1" + zeros(38)), ("1E-39", "0." + zeros(38) + "1"), ("-1E63", "-1" + zeros(63)), ("1E64", "1E+64"),
    ("12E62", "12" + zeros(62)), ("12E63", "12E+63"), ("-1E-63", "-0." + zeros(62) + "1"), ("1E-64", "1E-64"),
    ("3333333333333333333333333333E-46", "0." + zeros(18) + "3333333333333333333333333333"),
  ])
  func aNumberIsWrittenAsItWasRead(text: String, written: String) throws {
    #expect(try #require(Decimal(text)).description == written)
  }

  @Test(arguments: [
    "", "-", "+", ".", ".5", "5.", "1e", "1e+", "1.e5", "1.2.3", "--1", "1-", "1e5.0", "1e--5", " 1", "1 ", "1_0", "٣",
    "0x1",
    "NaN", "1E6145", "123456789012345678901234567890123456789",
  ])
  func otherTextIsNoNumber(text: String) {
    #expect(Decimal(text) == nil)
  }

  @Test(arguments: [("1.50", 1), ("1.05", 2), ("1.5", 1), ("100", 0), ("1E5", 0), ("0.00", 0), ("-0.010", 2)])
  func theScaleIsWhatTheNumberNeeds(text: String, scale: Int) throws {
    #expect(try #require(Decimal(text)).scale == scale)
  }

  @Test(arguments: [
    ("1.5", 2, "1.50"), ("1.505", 2, nil), ("0", 2, "0.00"), ("-3", 2, "-3.00"), ("1.50", 0, nil), ("2.00", 0, "2"),
    ("1E37", 2, nil), ("0.1", 39, nil),
  ])
  func textWithPlacesNeverDropsADigit(text: String, places: Int, expected: String?) throws {
    #expect(try #require(Decimal(text)).text(places: places) == expected)
  }

  @Test(arguments: [
    ("2.345", 2, "2.35"), ("-2.345", 2, "-2.35"), ("2.3449", 2, "2.34"), ("1.50", 3, "1.50"), ("9.99", 1, "10.0"),
    ("1E-6144", 2, "0"), ("1E5", 2, "100000"), ("-0.004", 2, "0"), ("1250", -2, "1300"), ("49", -2, "0"),
    ("99999999999999999999999999999999999999", -38, "1E+38"),
    ("49999999999999999999999999999999999999", -38, "0"), ("5E-39", 38, "0.00000000000000000000000000000000000001"),
  ])
  func roundingTakesHalvesAwayFromZero(text: String, places: Int, expected: String) throws {
    #expect(try #require(Decimal(text)).rounded(places: places) == Decimal(expected))
  }

  /// A great exponent is not made up for by as many zeros.
  @Test func aGreatExponentIsReadWhole() {
    let zeros = String(repeating: "0", count: 1_000_000)
    for text in ["0.\(zeros)1e2000000", "1\(zeros)0e-2000000"] {
      #expect(Decimal(text) == nil)
      #expect(throws: SyntaxError.self) { try Value(reading: Array(text.utf8)) }
    }
    #expect(Decimal("0.\(zeros)1e1000001") == Decimal(1))
    #expect(Decimal("1e99999999999999999999") == nil)
  }

  @Test(
    "a number of more than 64 digits has a plain form only by rounding",
    arguments: [
      ("1.50", "1.50", "1.50"), ("1E63", "1E63", "1E63"), ("1E64", nil, nil), ("10E-64", "1E-63", "1E-63"),
      ("0E-70", "0", "0"), ("15E-64", nil, "2E-63"), ("25E-64", nil, "2E-63"), ("1E-64", nil, nil),
    ] as [(String, String?, String?)])
  func plain(text: String, exact: String?, rounded: String?) throws {
    let number = try #require(Decimal(text))
    #expect(number.plain(rounds: false) == exact.flatMap { Decimal($0) })
    #expect(number.plain(rounds: true) == rounded.flatMap { Decimal($0) })
    #expect((Decimal(plain: text) != nil) == number.isPlain)
  }

  @Test(arguments: [
    (0.1, "0.1"), (1e16, "10000000000000000"), (5e-7, "0.0000005"), (1e63, "1" + zeros(63)), (1e-70, "0"),
  ])
  func aBinaryNumberIsItsShortestDecimal(number: Double, expected: String) {
    #expect(Decimal(shortest: number) == Decimal(expected))
  }

  @Test(arguments: [1e64, -1e300, .infinity, .nan])
  func aGreatBinaryNumberIsNoDecimal(number: Double) { #expect(Decimal(shortest: number) == nil) }

  @Test func theLimitsOfTheTypeHold() {
    #expect(Decimal(coefficient: 1, exponent: .min) == nil)
    #expect(Decimal(coefficient: .max, exponent: 0) == nil)
    #expect(Decimal(coefficient: .min, exponent: 0) == nil)
    #expect(Decimal(coefficient: 1, exponent: 6144) != nil)
    #expect(Decimal(.min).coefficient == Int128(Int64.min))
  }
}

private func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
