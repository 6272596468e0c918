import JSON
import Testing

/// A row of `decimals.json`, computed by Python's `decimal` with 20,000 digits. An absent result
/// does not fit a `Decimal`.
struct DecimalCase: Sendable, CustomTestStringConvertible {
  let row: Value
  var testDescription: String { row.description }
  static let all = try? cases("decimals.json").map(DecimalCase.init)
  func number(_ name: String) -> Decimal? { row[name]?.string.flatMap { Decimal($0) } }
}

@Suite struct DecimalTests {
  @Test("The decimal case file has more than 600 rows") func hasEnoughDecimalCases() {
    #expect((DecimalCase.all?.count ?? 0) > 600)
  }

  @Test(
    "Decimal arithmetic and order match Python, and a result that does not fit is nil", arguments: DecimalCase.all ?? []
  )
  func computesExactlyOrReturnsNil(_ row: DecimalCase) throws {
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

  @Test("A decimal is read back from its text and from its normalized text", arguments: DecimalCase.all ?? [])
  func readsBackFromDescription(_ row: DecimalCase) throws {
    let a = try #require(row.number("a"))
    #expect(Decimal(a.description) == a)
    #expect(Decimal(a.normalized.description) == a)
  }

  @Test(
    "Decimal text preserves the scale and uses an exponent only beyond 64 digits",
    arguments: [
      ("1.50", "1.50"), ("-0.05", "-0.05"), ("0.00", "0.00"), ("-0", "0"), ("1e3", "1000"), ("15E-1", "1.5"),
      ("-12E2", "-1200"), ("+7", "7"), ("007.10", "7.10"), ("0E99", "0"), ("0E-99", "0E-99"),
      ("1E38", "1" + zeros(38)), ("1E-39", "0." + zeros(38) + "1"), ("-1E63", "-1" + zeros(63)), ("1E64", "1E+64"),
      ("12E62", "12" + zeros(62)), ("12E63", "12E+63"), ("-1E-63", "-0." + zeros(62) + "1"), ("1E-64", "1E-64"),
      ("3333333333333333333333333333E-46", "0." + zeros(18) + "3333333333333333333333333333"),
    ])
  func preservesScaleInText(text: String, written: String) throws {
    #expect(try #require(Decimal(text)).description == written)
  }

  @Test(
    "Decimal parsing returns nil for malformed, out-of-range and overlong numbers",
    arguments: [
      "", "-", "+", ".", ".5", "5.", "1e", "1e+", "1.e5", "1.2.3", "--1", "1-", "1e5.0", "1e--5", " 1", "1 ", "1_0",
      "٣",
      "0x1",
      "NaN", "1E6145", "123456789012345678901234567890123456789",
    ])
  func rejectsMalformedNumber(text: String) {
    #expect(Decimal(text) == nil)
  }

  @Test(
    "The scale of a decimal ignores trailing zeros",
    arguments: [("1.50", 1), ("1.05", 2), ("1.5", 1), ("100", 0), ("1E5", 0), ("0.00", 0), ("-0.010", 2)])
  func scaleIgnoresTrailingZeros(text: String, scale: Int) throws {
    #expect(try #require(Decimal(text)).scale == scale)
  }

  @Test(
    "Decimal text with fixed places is nil if a digit would be lost",
    arguments: [
      ("1.5", 2, "1.50"), ("1.505", 2, nil), ("0", 2, "0.00"), ("-3", 2, "-3.00"), ("1.50", 0, nil), ("2.00", 0, "2"),
      ("1E37", 2, nil), ("0.1", 39, nil),
    ])
  func returnsNilIfDigitWouldBeLost(text: String, places: Int, expected: String?) throws {
    #expect(try #require(Decimal(text)).text(places: places) == expected)
  }

  @Test(
    "Decimal rounding takes halves away from zero",
    arguments: [
      ("2.345", 2, "2.35"), ("-2.345", 2, "-2.35"), ("2.3449", 2, "2.34"), ("1.50", 3, "1.50"), ("9.99", 1, "10.0"),
      ("1E-6144", 2, "0"), ("1E5", 2, "100000"), ("-0.004", 2, "0"), ("1250", -2, "1300"), ("49", -2, "0"),
      ("99999999999999999999999999999999999999", -38, "1E+38"),
      ("49999999999999999999999999999999999999", -38, "0"), ("5E-39", 38, "0.00000000000000000000000000000000000001"),
    ])
  func roundsHalvesAwayFromZero(text: String, places: Int, expected: String) throws {
    #expect(try #require(Decimal(text)).rounded(places: places) == Decimal(expected))
  }

  @Test("A large exponent is combined with the digits before the range check") func readsLargeExponent() {
    let zeros = String(repeating: "0", count: 1_000_000)
    for text in ["0.\(zeros)1e2000000", "1\(zeros)0e-2000000"] {
      #expect(Decimal(text) == nil)
      #expect(throws: SyntaxError.self) { try Value(reading: Array(text.utf8)) }
    }
    #expect(Decimal("0.\(zeros)1e1000001") == Decimal(1))
    #expect(Decimal("1e99999999999999999999") == nil)
  }

  @Test(
    "The plain form of a decimal has up to 64 digits and is rounded only on request",
    arguments: [
      ("1.50", "1.50", "1.50"), ("1E63", "1E63", "1E63"), ("1E64", nil, nil), ("10E-64", "1E-63", "1E-63"),
      ("0E-70", "0", "0"), ("15E-64", nil, "2E-63"), ("25E-64", nil, "2E-63"), ("1E-64", nil, nil),
    ] as [(String, String?, String?)])
  func roundsToPlainForm(text: String, exact: String?, rounded: String?) throws {
    let number = try #require(Decimal(text))
    #expect(number.plain(rounds: false) == exact.flatMap { Decimal($0) })
    #expect(number.plain(rounds: true) == rounded.flatMap { Decimal($0) })
    #expect((Decimal(plain: text) != nil) == number.isPlain)
  }

  @Test(
    "A Double converts to its shortest decimal",
    arguments: [
      (0.1, "0.1"), (1e16, "10000000000000000"), (5e-7, "0.0000005"), (1e63, "1" + zeros(63)), (1e-70, "0"),
    ])
  func convertsDoubleToShortestDecimal(number: Double, expected: String) {
    #expect(Decimal(shortest: number) == Decimal(expected))
  }

  @Test("A Double that is NaN, infinite or too large converts to nil", arguments: [1e64, -1e300, .infinity, .nan])
  func rejectsDoubleOutOfRange(number: Double) { #expect(Decimal(shortest: number) == nil) }

  @Test("Decimal initialization enforces the limits of coefficient and exponent") func enforcesDecimalLimits() {
    #expect(Decimal(coefficient: 1, exponent: .min) == nil)
    #expect(Decimal(coefficient: .max, exponent: 0) == nil)
    #expect(Decimal(coefficient: .min, exponent: 0) == nil)
    #expect(Decimal(coefficient: 1, exponent: 6144) != nil)
    #expect(Decimal(.min).coefficient == Int128(Int64.min))
  }
}

private func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
