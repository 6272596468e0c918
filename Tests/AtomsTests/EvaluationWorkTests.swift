import Atoms
import JSON
import Testing

/// The number of steps of an evaluation. It is linear in the length of the input, or the evaluation
/// is rejected.
struct EvaluationWorkTests {
  /// An operation, and a question whose values and changes have a given length.
  struct Shape: CustomTestStringConvertible {
    let testDescription: String
    let atoms: String
    let values: @Sendable (Int) -> Object
    var changed: (@Sendable (Int) -> [String])?

    func operation() throws -> Atoms.Operation {
      try EvaluationTests.operation("operation: trial\ntitle: Trial\natoms:\n\(atoms)")
    }

    /// Returns the number of steps to evaluate, write and validate a question of this length.
    func steps(_ length: Int, of operation: Atoms.Operation, limit: Int = EvaluationBudget.steps) throws -> Int {
      let question = Question(values: values(length), changed: changed?(length), commit: true)
      return try EvaluationBudget.measured(steps: limit) {
        var evaluation = Evaluation(operation, question, in: .en, TestSurroundings(facts: [:], answers: [:]))
        var writer = Writer()
        evaluation.writeStates(to: &writer, in: .en)
        var judging = Evaluation(operation, question, in: .en, TestSurroundings(facts: [:], answers: [:]))
        _ = judging.violations()
      }.steps
    }
  }

  private static func lines(_ count: Int, _ line: Value) -> Object {
    ["lines": .array(Array(repeating: line, count: count))]
  }

  private static func whatAndLines(_ count: Int) -> Object {
    let text = Value.string(String(repeating: "abcdefgh", count: 100 * count))
    return Object([("what", text)] + lines(count, ["n": "x"]).members.map { ($0.name, $0.value) })
  }

  /// Linear work: a fixed number of steps for each item or character.
  static let linear = [
    Shape(
      testDescription: "items", atoms: "  - {repeat: lines, max: 10000, atoms: [{textInput: n}, {textInput: m}]}",
      values: { lines($0, ["n": "1", "m": "2"]) }),
    Shape(
      testDescription: "items with what they do not have",
      atoms: "  - {repeat: lines, max: 10000, atoms: [{textInput: n}]}",
      values: { lines($0, ["x": "1", "y": "2"]) }),
    Shape(
      testDescription: "an aggregate over the items",
      atoms: """
          - {repeat: lines, max: 10000, atoms: [{textInput: n, type: number}]}
          - {textInput: total, type: number, value: "$lines.@sum.n"}
        """, values: { lines($0, ["n": 1]) }),
    Shape(
      testDescription: "a subquery over the items",
      atoms: """
          - {repeat: lines, max: 10000, atoms: [{textInput: n, type: number}]}
          - {text: many, showIf: "SUBQUERY($lines, $l, $l.n > 5).@count > 3"}
        """, values: { lines($0, ["n": 7]) }),
    Shape(
      testDescription: "a pattern in each item",
      atoms: "  - {repeat: lines, max: 10000, atoms: [{textInput: n, pattern: '[a-z]+'}]}",
      values: { lines($0, ["n": "abc"]) }),
    Shape(
      testDescription: "repeats in a repeat",
      atoms: "  - {repeat: lines, max: 10000, atoms: [{repeat: cells, max: 10, atoms: [{textInput: n}]}]}",
      values: { lines($0, ["cells": [["n": "1"], ["n": "2"], ["n": "3"]]]) }),
    Shape(
      testDescription: "totals by a field",
      atoms: """
          - {repeat: lines, max: 10000, atoms: [{textInput: n}, {textInput: m, type: number}]}
          - {textInput: kinds, type: number, value: "groups($lines, 'n', 'm').@count"}
        """, values: { count in ["lines": .array((0..<count).map { ["n": .string("\($0)"), "m": 1] })] }),
    Shape(
      testDescription: "unique items",
      atoms: "  - {repeat: lines, max: 10000, unique: [n, m], atoms: [{textInput: n}, {textInput: m}]}",
      values: { count in ["lines": .array((0..<count).map { ["n": .string("\($0 / 2)"), "m": "1"] })] }),
    Shape(
      testDescription: "a change among unique items",
      atoms: "  - {repeat: lines, max: 10000, unique: n, atoms: [{textInput: n}]}",
      values: { lines($0, ["n": "1"]) }, changed: { ["lines[\($0 - 1)].n"] }),
    Shape(
      testDescription: "titles of items",
      atoms: "  - {repeat: lines, max: 10000, item: \"Line {$n}\", atoms: [{textInput: n}]}",
      values: { lines($0, ["n": "1"]) }),
    Shape(
      testDescription: "computed rows in each item",
      atoms: "  - {repeat: lines, max: 10000, atoms: [{textInput: n, type: number}, {repeat: rows, over: $n, max: 9, "
        + "atoms: [{textInput: m, type: number, value: \"TERNARY(previous == nil, item, previous.m + 1)\"}]}]}",
      values: { lines($0, ["n": 3]) }),
    Shape(
      testDescription: "changes of one atom among many items",
      atoms: "  - {repeat: lines, max: 10000, atoms: [{textInput: n}, {text: t, showIf: \"$n == '1'\"}]}",
      values: { lines($0, ["n": "1"]) }, changed: { ["lines[\($0 - 1)].n"] }),
    Shape(
      testDescription: "rows that read the row before them",
      atoms: "  - {repeat: lines, max: 10000, define: {d: \"$n * 2\"}, atoms: [{textInput: n, type: number}, "
        + "{textInput: m, type: number, value: \"TERNARY(previous == nil, d, previous.m + d)\"}]}",
      values: { lines($0, ["n": 3]) }, changed: { ["lines[\($0 / 2)].n"] }),
    Shape(
      testDescription: "a list that begins with records",
      atoms: "  - {repeat: lines, max: 10000, atoms: [{textInput: n}]}\n"
        + "  - {repeat: copies, max: 10000, defaultFrom: $lines, atoms: [{textInput: n}]}",
      values: { lines($0, ["n": "3"]) }),
    Shape(
      testDescription: "a long text in a condition",
      atoms: "  - {textInput: n}\n  - {text: t, showIf: \"$n CONTAINS[c] 'needle'\"}",
      values: { ["n": .string(String(repeating: "hay ", count: 100 * $0))] }),
  ]

  @Test("Evaluation steps grow linearly with the length of the input", arguments: linear)
  func workGrowsLinearly(shape: Shape) throws {
    let operation = try shape.operation()
    let (one, two) = (try shape.steps(1_000, of: operation), try shape.steps(2_000, of: operation))
    // The growing part is counted. Without steps the ratio below would always hold.
    #expect(one >= 1_000)
    #expect(two > one && two <= 2 * one + 100)
  }

  /// Work that is quadratic in the length, regardless of the limits in the definition.
  static let square = [
    Shape(
      testDescription: "an aggregate over the items in each item",
      atoms: """
          - {repeat: lines, max: 10000, atoms: [{textInput: n, type: number}, {text: t, showIf: "$lines.@sum.n > 0"}]}
        """, values: { lines($0, ["n": 1]) }),
    Shape(
      testDescription: "a long text in each item",
      atoms: """
          - {textInput: what}
          - {repeat: lines, max: 10000, atoms: [{textInput: n, check: "$what CONTAINS $n"}]}
        """,
      values: { whatAndLines($0) }),
    Shape(
      testDescription: "the maximum number of computed rows in each item",
      atoms:
        "  - {repeat: lines, max: 10000, atoms: [{textInput: n, type: number}, {repeat: rows, over: $n, max: 1000, "
        + "atoms: [{textInput: m, type: number, value: item}]}]}",
      values: { lines($0, ["n": 1000]) }),
    Shape(
      testDescription: "changes in each item",
      atoms: "  - {repeat: lines, max: 10000, atoms: [{textInput: n}, {text: t, showIf: \"$n == '1'\"}]}",
      values: { lines($0, ["n": "1"]) }, changed: { count in (0..<count).map { "lines[\($0)].n" } }),
    Shape(
      testDescription: "the length of a long text in each item",
      atoms: """
          - {textInput: what}
          - {repeat: lines, max: 10000, atoms: [{textInput: n}, {text: t, showIf: "$what.length > 3"}]}
        """, values: { whatAndLines($0) }),
    Shape(
      testDescription: "a long text that each item is compared with",
      atoms: """
          - {textInput: what}
          - {repeat: lines, max: 10000, atoms: [{textInput: n, check: "$n !=[c] $what"}]}
        """, values: { whatAndLines($0) }),
    Shape(
      testDescription: "a backtracking pattern in each item",
      atoms: "  - {repeat: lines, max: 10000, atoms: [{textInput: n, pattern: '(a|aa)+[bc]'}]}",
      values: { lines($0, ["n": .string(String(repeating: "a", count: 60))]) }),
  ]

  @Test("Quadratic evaluation work throws when the step budget is spent", arguments: square)
  func stopsQuadraticWork(shape: Shape) throws {
    let operation = try shape.operation()
    // One item is within the budget. 2,000 items would need far more, so the evaluation stops at
    // the budget.
    #expect(try shape.steps(1, of: operation, limit: 1_000_000) > 0)
    #expect(throws: TooMuchWork.self) { try shape.steps(2_000, of: operation, limit: 1_000_000) }
  }

  @Test("States that are too large to send exceed the work budget") func limitsStateSize() throws {
    let shape = Shape(
      testDescription: "",
      atoms: """
          - {textInput: what}
          - {repeat: lines, max: 10000, atoms: [{textInput: n, caption: "{$what}"}]}
        """,
      values: { count in
        let text = Value.string(String(repeating: "a", count: 10_000))
        return Object([("what", text)] + Self.lines(count, ["n": "x"]).members.map { ($0.name, $0.value) })
      })
    let operation = try shape.operation()
    #expect(try shape.steps(100, of: operation) > 0)
    #expect(throws: TooMuchWork.self) { try shape.steps(2_000, of: operation) }
  }

  @Test("An atom id matches only its exact code units") func matchesIDsExactly() throws {
    let operation = try EvaluationTests.operation("operation: trial\ntitle: Trial\natoms:\n  - {textInput: Key}")
    // U+212A is canonically the letter K.
    for name in ["\u{212A}ey", "Ke\u{79}\u{301}", "ключ", String(repeating: "K", count: 100_000)] {
      #expect(operation.place(of: name) == nil)
      let refused = #expect(throws: Violations.self) {
        try CheckedSubmission(
          operation, values: Object([(name, Value.string("a"))]), in: .en, TestSurroundings(facts: [:], answers: [:]))
      }
      #expect(refused?.all.map(\.code) == ["required", "unknown"])
    }
  }
}
