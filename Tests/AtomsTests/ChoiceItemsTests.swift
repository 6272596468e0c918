import Atoms
import JSON
import Testing

/// A choice of several options for a client that cannot draw `choices`.
struct ChoiceItemsTests {
  private static let definition = """
    operation: trial
    title: Trial
    atoms:
      - {choices: topics, caption: Topics, max: 2, optional: true, options: {a: A, b: B, c: C}}
      - {text: told, caption: "{$topics}"}
    """
  /// The kinds of a client of an earlier release.
  private static let client = Capabilities(
    kinds: ["text", "enum", "repeat"].reduce(into: []) { $0.formUnion(KindSet(kind: $1)) })

  /// Returns the drawn atom and the states for posted values.
  private static func drawn(_ values: Object, changed: [String]? = nil) throws -> (tree: Value, states: Object) {
    let operation = try EvaluationTests.operation(definition)
    let presentation = try operation.presentation(for: client)
    let question = Question(values: values, changed: changed, commit: true)
    let world = TestSurroundings(facts: [:], answers: [:])
    var evaluation = Evaluation(operation, question, in: .ru, world)
    var states = Writer()
    evaluation.writeStates(to: &states, as: presentation, in: .ru)
    evaluation = Evaluation(operation, Question(values: values), in: .ru, world)
    var tree = Writer()
    evaluation.writeTree(to: &tree, links: Links(of: operation), as: presentation, in: .ru)
    let atoms = try #require(try Value(reading: tree.bytes)["atoms"]?.array)
    return (try #require(atoms.first), try #require(try Value(reading: states.bytes).object))
  }

  @Test("An earlier client gets a repeat of one enum, whose items are the chosen options")
  func drawsRepeatOfEnum() throws {
    let (tree, states) = try Self.drawn(["topics": ["c", "a"]])
    #expect(tree["kind"] == "repeat")
    #expect(tree["caption"] == "Topics")
    #expect(tree["max"] == 2)
    #expect(tree["options"] == nil)
    #expect(tree["value"] == [["choice": "a"], ["choice": "c"]])
    #expect(tree["item"]?["atoms"]?.array?.first?["kind"] == "enum")
    let items = try #require(tree["items"]?.array).map { $0["atoms"]?.array?.first }
    #expect(items.map { $0?["value"] } == ["a", "c"])
    #expect(items[0]?["options"]?.array?.count == 3)
    #expect(states.names == ["topics", "topics[0].choice", "topics[1].choice", "told"])
    #expect(states["topics"]?["error"] == .null)
  }

  @Test("An earlier client posts records and keeps an item without a choice")
  func readsPostedRecords() throws {
    let (_, states) = try Self.drawn(["topics": [["choice": "b"], [:]]], changed: ["topics[0].choice"])
    #expect(states["topics"]?["value"] == [["choice": "b"], ["choice": .null]])
    #expect(states["topics[1].choice"]?["value"] == .null)
    #expect(states["told"]?["caption"] == "B")
    let (_, refused) = try Self.drawn(["topics": [["choice": "b"], ["choice": "b"]]])
    #expect(refused["topics"]?["error"]?["code"] == "duplicate")
  }

  @Test("Posted records of other types are empty items, and no more than 501 are returned")
  func boundsPostedRecords() throws {
    let (_, odd) = try Self.drawn(["topics": [["choice": ["a"]], ["choice": true], "b"]])
    #expect(odd["topics"]?["value"] == [["choice": nil], ["choice": nil], ["choice": "b"]] as Value)
    #expect(odd["topics"]?["error"]?["code"] == "type")
    let many = Value.array(Array(repeating: .object(["choice": "a"]), count: 20_000))
    let (tree, states) = try Self.drawn(["topics": many])
    #expect(tree["items"]?.array?.count == 501)
    #expect(states["topics"]?["error"]?["code"] == "max")
  }

  @Test("A client without repeats cannot draw a required choice of several options")
  func missesKindWithoutRepeats() throws {
    let operation = try EvaluationTests.operation(
      "operation: trial\ntitle: Trial\natoms: [{choices: topics, options: {a: A}}]")
    #expect(throws: MissingKinds.self) { try operation.presentation(for: Capabilities(kinds: KindSet(kind: "enum"))) }
  }
}
