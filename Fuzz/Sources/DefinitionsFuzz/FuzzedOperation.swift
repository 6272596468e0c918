import Texts
import Authoring
import Atoms
import JSON
import Operations

/// Tries an operation that was compiled from an input.
enum FuzzedOperation {
  /// Values that a person does not enter. They are assigned to the atoms in turn.
  private static let odd: [Value] = [
    nil, true, 0, -1, 9_223_372_036_854_775_807, -9_223_372_036_854_775_808, .float(1e300), .float(-0.5),
    .decimal(Decimal("99999999999999999999999999999999999999") ?? Decimal(1)), "", "0", "-0.001", "1e400", "2024-02-30",
    "2026-12-31",
    "0001-01-01", "9999-12-31", "ёЁ\u{301}\u{316}", "\u{0}", "RUB", "044525225", "40817810500000000101", [], [[:]],
    [["a": 1], nil, 3], [:], ["value": 1],
  ]

  /// Evaluates and submits the operation, and writes its tree, graph and schema.
  static func attempt(_ operation: Operation) {
    for language in Language.allCases {
      var drawing = Evaluation(operation, Question(), in: language, Invented())
      var writer = Writer()
      drawing.writeTree(to: &writer, links: Links(evaluate: "/e", routes: "/r", actions: [:]), in: language)
      precondition((try? Value(reading: writer.bytes)) != nil, "the tree is not JSON")
    }
    for shift in [0, 7] {
      var values = Object()
      for (place, atom) in operation.atoms.enumerated() { values[atom.id] = odd[(place * 5 + shift) % odd.count] }
      for changed in [nil, operation.atoms.first.map { [$0.id] }, operation.atoms.map(\.id)] {
        var question = Question(values: values, changed: changed, commit: true)
        question = operation.applyingChangeEffects(of: question, in: .ru, Invented())
        var judging = Evaluation(operation, question, in: .ru, Invented())
        var states = Writer()
        judging.writeStates(to: &states, in: .ru)
        precondition((try? Value(reading: states.bytes)) != nil, "the states are not JSON")
      }
      do throws(Violations) {
        _ = try CheckedSubmission(operation, values: values, in: .en, Invented()).storable
      } catch {
        precondition(!error.all.isEmpty, "rejected without a violation")
      }
    }
    var graph = Writer()
    operation.writeGraph(to: &graph)
    precondition((try? Value(reading: graph.bytes)) != nil, "the graph is not JSON")
    _ = (operation.graphviz, DataSchema(operation).document(at: "/s", in: .ru))
  }
}

/// An environment with the facts of a fictitious person and an answer for every key.
private struct Invented: Environment {
  func fact(_ name: String) -> Value { InventedPerson.fact(name) }

  func answer(of lookup: String, for key: Value) -> LookupAnswer {
    if let answer = InventedPerson.provider(key) { return answer }
    switch key {
    case .integer: return .unavailable
    case .string(let text) where text.isEmpty: return .empty
    case .string(let text) where text.hasPrefix("p"): return .pending
    default: return .found(["name": "ООО", "branches": [["value": "1", "caption": "x"]], "fee": 1])
    }
  }

  var today: String { "2026-11-23" }
}
