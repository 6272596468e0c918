import Definitions
import Atoms
import Conditions
import JSON
import Operations
import Synchronization
import Testing

/// The work of an evaluation: the nodes that depend on a change and their inputs, each exactly
/// once.
struct EvaluationCostTests {
  /// The names of the atoms whose conditions were evaluated, in order. The verification `seen`
  /// records them.
  private final class Log: Sendable {
    private let names = Mutex<[String]>([])
    func note(_ name: String) { names.withLock { $0.append(name) } }
    /// Returns the names recorded since the last call.
    func take() -> [String] {
      names.withLock { noted in
        defer { noted = [] }; return noted
      }
    }
  }

  /// An operation whose conditions call `seen('name', value)`, which records the name and holds.
  private struct Counted {
    let log = Log()
    let operation: Operation

    init(_ atoms: [String]) throws {
      let log = log
      let vocabulary = Vocabulary(verifications: [
        Verification("seen", [.text, .any]) { arguments in
          log.note(arguments[0].plainText)
          return nil
        }
      ])
      let text = "operation: trial\ntitle: Trial\natoms:\n" + atoms.map { "  - \($0)\n" }.joined()
      let file = try YAMLFile(Array(text.utf8), name: "trial.yaml")
      operation = try OperationCompiler.compile(file.root, version: "1", with: vocabulary)
    }

    /// Returns the sorted names whose conditions are evaluated for a question.
    func evaluated(_ values: Object, changed: [String]? = nil, commit: Bool = false) -> [String] {
      _ = log.take()
      var evaluation = Evaluation(
        operation, Question(values: values, changed: changed, commit: commit), in: .en,
        TestSurroundings(facts: [:], answers: [:]))
      var writer = Writer()
      evaluation.writeStates(to: &writer, in: .en)
      return log.take().sorted()
    }
  }

  /// A diamond: d depends on b and c, which both depend on a. e is independent.
  private static let diamond = [
    "{textInput: d, optional: true, showIf: \"seen('d', $b) AND seen('d2', $c)\"}",
    "{textInput: b, optional: true, showIf: \"seen('b', $a)\"}",
    "{textInput: c, optional: true, showIf: \"seen('c', $a)\"}",
    "{textInput: a, showIf: \"seen('a', 1)\"}", "{textInput: e, showIf: \"seen('e', 1)\"}",
    "{textInput: f, optional: true, check: \"seen('f', $d)\"}",
  ]
  private static let values: Object = ["a": "1", "b": "1", "c": "1", "d": "1", "e": "1", "f": "1"]

  @Test("A full evaluation evaluates each condition once") func evaluatesEachConditionOnce() throws {
    let counted = try Counted(Self.diamond)
    #expect(counted.evaluated(Self.values) == ["a", "b", "c", "d", "d2", "e"])
    #expect(counted.evaluated(Self.values, commit: true) == ["a", "b", "c", "d", "d2", "e", "f"])
  }

  @Test("A change evaluates only its dependents and their inputs") func evaluatesDependentsOfChange() throws {
    let counted = try Counted(Self.diamond)
    #expect(counted.evaluated(Self.values, changed: ["a"]) == ["a", "b", "c", "d", "d2"])
    #expect(counted.evaluated(Self.values, changed: ["b"]) == ["a", "b", "c", "d", "d2"])
    #expect(counted.evaluated(Self.values, changed: ["e"]) == ["e"])
    #expect(counted.evaluated(Self.values, changed: ["e"], commit: true) == ["e"])
    #expect(counted.evaluated(Self.values, changed: ["d"], commit: true) == ["a", "b", "c", "d", "d2", "f"])
  }

  @Test("The conditions of atoms in a hidden group are not evaluated") func skipsHiddenGroup() throws {
    let counted = try Counted([
      "{group: g, showIf: \"$a == 'x'\", atoms: [{textInput: b, showIf: \"seen('b', 1)\"}]}", "{textInput: a}",
    ])
    #expect(counted.evaluated(["a": "y"]) == [])
    #expect(counted.evaluated(["a": "x"]) == ["b"])
  }

  private static let lines = [
    "{repeat: lines, atoms: [{textInput: n, showIf: \"seen('n', 1)\"}, {text: t, showIf: \"seen('t', $n)\"}]}"
  ]
  private static let total = "{textInput: total, type: number, value: \"TERNARY(seen('total', 1), $lines.@count, 0)\"}"
  private static let items: Object = ["lines": [["n": "1"], ["n": "2"], ["n": "3"]]]

  @Test("A change in an item evaluates the conditions of that item only") func evaluatesChangedItemOnly() throws {
    let counted = try Counted(Self.lines)
    #expect(counted.evaluated(Self.items) == ["n", "n", "n", "t", "t", "t"])
    #expect(counted.evaluated(Self.items, changed: ["lines[1].n"]) == ["n", "t"])
  }

  @Test("A change in an item evaluates all items that an aggregate reads") func evaluatesAllItemsForAggregate() throws {
    let counted = try Counted(Self.lines + [Self.total])
    #expect(counted.evaluated(Self.items, changed: ["lines[1].n"]) == ["n", "n", "n", "t", "total"])
  }

  @Test("A reused evaluation buffer contains no values of the previous evaluation") func reusedBufferStartsEmpty()
    throws
  {
    let counted = try Counted(Self.diamond + Self.lines + [Self.total])
    func states(_ values: Object, _ changed: [String]?) throws -> Value {
      var evaluation = Evaluation(
        counted.operation, Question(values: values, changed: changed, commit: changed == nil), in: .en,
        TestSurroundings(facts: [:], answers: [:]))
      var writer = Writer()
      evaluation.writeStates(to: &writer, in: .en)
      return try Value(reading: writer.bytes)
    }
    let empty = try states([:], nil)
    for changed in [nil, ["a"], ["lines[1].n"], ["lines"], ["e", "lines[0].n"]] {
      _ = try states(
        Object(Self.values.members.map { ($0.name, $0.value) } + [("lines", Self.items["lines"] ?? nil)]), changed)
      #expect(try states([:], nil) == empty)
      _ = try states(["a": 7, "b": [], "lines": 5], changed)
      #expect(try states([:], nil) == empty)
    }
  }

  @Test("Items beyond the maximum are rejected before their checks are evaluated") func rejectsTooManyItems() throws {
    let counted = try Counted([
      "{repeat: lines, max: 20, atoms: [{textInput: n, check: \"seen('n', $n)\"}]}", Self.total,
    ])
    let many: Object = ["lines": .array(Array(repeating: ["n": "1", "unknown": 1], count: 10_000))]
    #expect(counted.evaluated(many, commit: true) == ["total"])
    do throws(Violations) {
      _ = try CheckedSubmission(counted.operation, values: many, in: .en, TestSurroundings(facts: [:], answers: [:]))
      Issue.record("10,000 items were taken")
    } catch {
      #expect(error.all.map(\.atom) == ["lines", "total"])
      #expect(error.all.map(\.code) == ["max", "required"])
    }
  }

  @Test("Values by index and values by name have the same states") func placedValuesGiveSameStates() throws {
    let counted = try Counted(Self.diamond + Self.lines + [Self.total])
    for (values, changed) in [(Self.values, ["a"]), (["a": 7, "x": 1], nil), (Self.items, ["lines[0].n"])] {
      for commit in [false, true] {
        let question = Question(values: values, changed: changed, commit: commit)
        var placed = Question(changed: changed, commit: commit)
        placed.placed = PlacedValues(values, in: counted.operation)
        let states = try [question, placed].map { question in
          var evaluation = Evaluation(
            counted.operation, question, in: .en, TestSurroundings(facts: [:], answers: [:]))
          var writer = Writer()
          evaluation.writeStates(to: &writer, in: .en)
          return try Value(reading: writer.bytes)
        }
        #expect(states[0] == states[1])
      }
    }
  }
}
