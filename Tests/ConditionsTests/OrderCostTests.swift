import Conditions
import Testing

/// The work of reading the orders of a condition.
struct OrderCostTests {
  @Test("The orders of a comparison with a sum of 60 values are found", arguments: [" + ", " - "])
  func readsEachOperandOnce(_ sign: String) throws {
    let names = (0..<60).map { "a\($0)" }
    let variables = names.enumerated().map { ($1, Binding(slot: .outer($0), type: .number)) }
    let scope = Scope(variables: Dictionary(uniqueKeysWithValues: variables))
    let sum = names.map { "$\($0)" }.joined(separator: sign)
    // Reading an operand twice at each level would take 2^60 steps: the test would not end.
    #expect(try Condition("\(sum) > 5", in: scope).orders.isEmpty)
    #expect(try Condition("1 + $a0 + 2 > 5", in: scope).orders.count == 1)
  }
}
