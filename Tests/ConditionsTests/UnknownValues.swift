import JSON
import SeededRandom
import Testing

@testable import Conditions

/// Random conditions over partly unknown values, compared with Kleene's strong three-valued logic.
struct UnknownValues {
  @Test("Results with unknown values follow Kleene's tables and hold for all actual values", arguments: 0..<40)
  func followsKleeneLogic(seed: UInt64) throws {
    var random = Chance(seed)
    for _ in 0..<25 {
      let count = 4
      let (text, tree) = Self.condition(depth: 4, variables: count, &random)
      var scope = Scope(variables: [:])
      for slot in 0..<count { scope.variables["v\(slot)"] = Binding(slot: .outer(slot), type: .integer) }
      let condition = try Condition(text, in: scope)
      let values = (0..<count).map { _ in Int64.random(in: 0...2, using: &random) }
      let unknown = (0..<count).map { _ in Bool.random(using: &random) }
      let input = ConditionInput(values: values.map(Value.integer))
      let answer: Bool? = try? condition.holds(in: input) { unknown[$0] ? .pending : nil }
      #expect(answer == tree.kleene(values, unknown), "\(text) over \(values), unknown \(unknown)")
      guard let answer else { continue }
      var other = 0
      while other < 81 {
        var rest = other
        let changed = values.indices.map { slot -> Int64 in
          defer { rest /= 3 }
          return unknown[slot] ? Int64(rest % 3) : values[slot]
        }
        #expect(
          try condition.holds(in: ConditionInput(values: changed.map(Value.integer))) == answer,
          "\(text) over \(changed)")
        other += 1
      }
    }
  }

  /// A condition as a tree that is evaluated with Kleene's tables.
  private indirect enum Tree {
    case equals(Int, Int64)
    case not(Tree)
    case and(Tree, Tree)
    case or(Tree, Tree)

    /// Returns the result by Kleene's tables; nil if it is unknown.
    func kleene(_ values: [Int64], _ unknown: [Bool]) -> Bool? {
      switch self {
      case .equals(let slot, let number): return unknown[slot] ? nil : values[slot] == number
      case .not(let part): return part.kleene(values, unknown).map { !$0 }
      case .and(let a, let b):
        let (a, b) = (a.kleene(values, unknown), b.kleene(values, unknown))
        if a == false || b == false { return false }
        return a == true && b == true ? true : nil
      case .or(let a, let b):
        let (a, b) = (a.kleene(values, unknown), b.kleene(values, unknown))
        if a == true || b == true { return true }
        return a == false && b == false ? false : nil
      }
    }
  }

  private static func condition(depth: Int, variables: Int, _ random: inout Chance) -> (String, Tree) {
    switch depth == 0 ? 0 : Int.random(in: 0...4, using: &random) {
    case 0, 1:
      let (slot, number) = (Int.random(in: 0..<variables, using: &random), Int64.random(in: 0...2, using: &random))
      return ("$v\(slot) == \(number)", .equals(slot, number))
    case 2:
      let (text, tree) = condition(depth: depth - 1, variables: variables, &random)
      return ("NOT (\(text))", .not(tree))
    case 3:
      let (a, b) = (
        condition(depth: depth - 1, variables: variables, &random),
        condition(depth: depth - 1, variables: variables, &random)
      )
      return ("(\(a.0)) AND (\(b.0))", .and(a.1, b.1))
    default:
      let (a, b) = (
        condition(depth: depth - 1, variables: variables, &random),
        condition(depth: depth - 1, variables: variables, &random)
      )
      return ("(\(a.0)) OR (\(b.0))", .or(a.1, b.1))
    }
  }
}
