import JSON
import SeededRandom
import Testing

@testable import Conditions

/// Conditions over values of which some are unknown: Kleene's strong three-valued logic.
struct UnknownValues {
  private static let unknown: @Sendable (Int) -> Unknown? = { $0 == 0 ? .pending : $0 == 1 ? .unavailable : nil }
  /// `$p` is pending, `$u` is unavailable, `$a` is 1 and `$n` is nil.
  private static let scope = Scope(
    variables: [
      "p": Binding(slot: .outer(0), type: .integer), "u": Binding(slot: .outer(1), type: .integer),
      "a": Binding(slot: .outer(2), type: .integer), "n": Binding(slot: .outer(3), type: .integer),
      "t": Binding(slot: .outer(4), type: .text),
      "lines": Binding(slot: .outer(5), type: .list(.record([Field("x", .integer), Field("y", .text)]))),
    ])
  private static let input = Input(
    values: [
      .null, .null, 1, .null, "text",
      [["x": 1, "y": "a"], ["x": .unknown(.pending), "y": "b"], ["x": 3, "y": .unknown(.unavailable)]],
    ])

  private static func answer(_ text: String) throws -> String {
    let condition = try Condition(text, in: scope)
    do throws(EvaluationError) {
      return try condition.holds(in: input, unknown: unknown) ? "yes" : "no"
    } catch {
      return error.unknown.map { $0 == .pending ? "pending" : "unavailable" } ?? "\(error)"
    }
  }

  @Test(arguments: [
    ("$p == 1", "pending"), ("$u == 1", "unavailable"), ("NOT $p == 1", "pending"), ("$p == nil", "pending"),
    ("$p == 1 AND $a == 2", "no"), ("$a == 2 AND $p == 1", "no"), ("$p == 1 AND $a == 1", "pending"),
    ("$p == 1 OR $a == 1", "yes"), ("$a == 1 OR $p == 1", "yes"), ("$p == 1 OR $a == 2", "pending"),
    ("$p == 1 AND $u == 1", "pending"), ("$u == 1 OR ($p == 1 AND $a == 2)", "unavailable"),
    ("NOT ($p == 1 AND $a == 2)", "yes"), ("$p == 1 OR NOT $p == 1", "pending"),
    ("$p + $a > 1", "pending"), ("max({$a, $u}) > 0", "unavailable"), ("$a IN {1, $p}", "pending"),
    ("TERNARY($p == 1, 'x', 'x') == 'x'", "yes"), ("TERNARY($p == 1, 'x', 'y') == 'x'", "pending"),
    ("TERNARY($a == 1, 'x', $p) == 'x'", "yes"), ("TERNARY($p == 1, $u, 1) == 1", "unavailable"),
    ("$t == 'text' AND $t BEGINSWITH 'te'", "yes"), ("$n == nil", "yes"), ("$p < 1 OR $n < 1 OR $a >= 1", "yes"),
    ("$lines.@count == 3", "yes"), ("ANY $lines.x == 1", "pending"), ("ANY $lines.y == 'a'", "unavailable"),
    ("$lines.@sum.x > 0", "pending"), ("$lines[0].x == 1", "yes"), ("$lines[1].x == 1", "pending"),
    ("$lines[1].y == 'b'", "yes"), ("SUBQUERY($lines, $l, $l.y == 'a').@count == 1", "unavailable"),
    ("SUBQUERY($lines, $l, $l.x == 1 OR $l.y == 'b').@count == 2", "unavailable"),
    ("$a / 0 == 1 OR $p == 1", "division by zero"), ("$p == 1 OR $a / 0 == 1", "pending"),
  ])
  func anAnswerThatDependsOnNothingUnknownIsGiven(text: String, expected: String) throws {
    #expect(try Self.answer(text) == expected)
  }

  /// Whatever the unknown values turn out to be, an answer that was given stays; and the answer is that of Kleene's
  /// tables over the parts.
  @Test(arguments: 0..<40)
  func anAnswerNeverTurnsRound(seed: UInt64) throws {
    var random = Chance(seed)
    for _ in 0..<25 {
      let count = 4
      let (text, tree) = Self.condition(depth: 4, variables: count, &random)
      var scope = Scope(variables: [:])
      for slot in 0..<count { scope.variables["v\(slot)"] = Binding(slot: .outer(slot), type: .integer) }
      let condition = try Condition(text, in: scope)
      let values = (0..<count).map { _ in Int64.random(in: 0...2, using: &random) }
      let unknown = (0..<count).map { _ in Bool.random(using: &random) }
      let input = Input(values: values.map(Value.integer))
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
        #expect(try condition.holds(in: Input(values: changed.map(Value.integer))) == answer, "\(text) over \(changed)")
        other += 1
      }
    }
  }

  /// A condition as a tree that is evaluated by the tables.
  private indirect enum Tree {
    case equals(Int, Int64)
    case not(Tree)
    case and(Tree, Tree)
    case or(Tree, Tree)

    /// The answer by Kleene's tables; nil if it is unknown.
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
