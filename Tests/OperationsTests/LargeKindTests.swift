@testable import Atoms
import JSON
import Testing

/// Composed kinds with many parts, which share the value that one of them was entered.
struct LargeKindTests {
  private static func kind(_ parts: Int) -> String {
    "kind: huge\natoms:\n"
      + (0..<parts).map { "  - {textInput: p\($0), caption: {ru: Поле, en: Field}}\n" }.joined()
  }

  private static let huge = "{huge: all, caption: {ru: Всё, en: All}, optional: true}"

  private static func operation(_ parts: Int, _ lines: String...) throws -> Operation {
    let files = ["operations/pay.yaml": Sets.operation(lines), "kinds/huge.yaml": kind(parts)]
    return try #require(try Sets.catalog(files)["pay"])
  }

  private static func states(_ operation: Operation, _ question: Question) throws -> Value {
    var evaluation = Evaluation(operation, question, in: .en, NoSurroundings())
    var writer = Writer()
    evaluation.writeStates(to: &writer, in: .en)
    return try Value(reading: writer.bytes)
  }

  @Test("All parts are required once one of them is entered, in a small and in a large kind", arguments: [16, 17, 40])
  func requiresAllOrNone(parts: Int) throws {
    let operation = try Self.operation(parts, Self.huge)
    let empty = try Self.states(operation, Question(commit: true))
    #expect((0..<parts).allSatisfy { empty["allP\($0)"]?["required"] == false })
    let begun = try Self.states(operation, Question(values: ["allP3": "x"], commit: true))
    #expect((0..<parts).allSatisfy { begun["allP\($0)"]?["required"] == true })
    let changed = try Self.states(operation, Question(values: ["allP3": "x"], changed: ["allP3"], commit: true))
    #expect((0..<parts).allSatisfy { changed["allP\($0)"]?["required"] == true })
  }

  @Test("Each item requires its own parts", arguments: [16, 40]) func requiresAllInItem(parts: Int) throws {
    let operation = try Self.operation(
      parts,
      """
      repeat: people
          caption: {ru: Люди, en: People}
          min: 0
          define: {isBonn: "$town == 'Bonn'"}
          atoms:
            - {textInput: town, caption: {ru: Город, en: Town}, optional: true}
            - \(Self.huge)
            - {text: told, caption: {ru: Бонн, en: Bonn}, showIf: isBonn}
      """)
    let people: Value = [["allP1": "x"], ["town": "Bonn"]]
    let states = try Self.states(operation, Question(values: ["people": people], commit: true))
    #expect(states["people[0].allP7"]?["required"] == true && states["people[1].allP7"]?["required"] == false)
    #expect(states["people[0].told"]?["shown"] == false && states["people[1].told"]?["shown"] == true)
  }

  @Test("The dependencies of an optional kind grow linearly") func growsLinearly() throws {
    func edges(_ parts: Int) throws -> Int {
      let graph = try Self.operation(parts, Self.huge).graph
      return graph.order.reduce(0) { $0 + graph.reads[$1].count + graph.appearanceReads[$1].count }
    }
    #expect(try edges(400) <= 3 * 400)
    #expect(try edges(400) < 5 * edges(100))
  }
}

/// An environment without facts or answers.
private struct NoSurroundings: Environment {
  let today = "2026-11-24"
  func fact(_ name: String) -> Value { .null }
  func answer(of lookup: String, for key: Value) -> LookupAnswer { .empty }
}
