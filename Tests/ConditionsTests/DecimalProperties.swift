import JSON
import Testing

@testable import Conditions

/// Arithmetic compared with Python's `decimal`, from `Cases/generate-decimals`.
@Suite struct DecimalProperties {
  static let rows = ((try? Cases.list(Cases.folder("decimals.json"))) ?? []).compactMap { row -> [String?]? in
    row.array.map { $0.map(\.string) }
  }

  @Test("The arithmetic case file has 2,000 rows") func hasTwoThousandRows() {
    #expect(DecimalProperties.rows.count == 2000)
  }

  @Test("Decimal arithmetic matches Python's results in 2,000 cases") func matchesPythonArithmetic() throws {
    for row in DecimalProperties.rows {
      let (left, sign, right) = (try #require(row[0]), try #require(row[1]), try #require(row[2]))
      let (a, b) = (try #require(Decimal(left)), try #require(Decimal(right)))
      let result =
        switch sign {
        case "+": a.adding(b)
        case "-": a.subtracting(b)
        case "*": a.multiplied(by: b)
        default: a.divided(by: b)
        }
      #expect(result == row[3].flatMap { Decimal($0) }, "\(left) \(sign) \(right)")
    }
  }

  @Test("Arithmetic in conditions matches Python's results") func conditionsMatchPythonArithmetic() throws {
    for row in DecimalProperties.rows {
      let (left, sign, right) = (try #require(row[0]), try #require(row[1]), try #require(row[2]))
      func literal(_ text: String) -> String { text.contains(".") ? text : text + ".0" }
      guard let expected = row[3], [left, right, expected].allSatisfy({ Decimal(literal($0)) != nil }) else { continue }
      let format = "\(literal(left)) \(sign) \(literal(right)) == \(literal(expected))"
      #expect(try Condition(format).holds(in: ConditionInput(values: [])), "\(format)")
    }
  }

  @Test(
    "Division in conditions keeps 28 digits of decimals and truncates integers",
    arguments: [
      ("1.0 / 3 * 3 == 1", false), ("1.0 / 3 > 0.333333333333333333333333333", true),
      ("(1.0 / 3) * (1.0 / 3) < 0.1112", true), ("2.0 / 3 == 0.6666666666666666666666666667", true),
      ("1 / 3 == 0", true), ("9223372036854775807 + 1 == 9223372036854775808", true),
      ("0.1 + 0.2 == 0.3", true), ("1e-1 + 2e-1 == 0.3", false),
    ])
  func dividesToTwentyEightDigits(_ format: String, _ expected: Bool) throws {
    #expect(try Condition(format).holds(in: ConditionInput(values: [])) == expected)
  }

  @Test("A product with too many digits throws an overflow error at its range") func throwsOnProductOverflow() throws {
    let product = try Condition("12345678901234567890.12345 * 98765432109876543210.98765 > 1")
    #expect(throws: EvaluationError(.overflow("*"), range: 0..<55)) {
      try product.holds(in: ConditionInput(values: []))
    }
  }
}
