import Authoring
import Atoms
import Operations
import Testing

/// Scenarios with delayed answers, which take no real time.
struct RecordedDelayTests {
  private static let recorded = """
    recorded: crm
    answers:
      - {get: /a/1, body: {next: "2", name: Anna}, delay: 1}
      - {get: /a/2, body: {next: "3", name: Boris}, delay: 1.9}
      - {get: /a/3, body: {next: "4", name: Vera}, delay: 1.9}
      - {get: /a/4, body: {next: "5", name: Gleb}, delay: 1.9}
      - {get: /a/9, body: {next: "1", name: Zoya}, delay: 2}
    otherwise: {status: 200, body: {next: "", name: Nobody}, delay: 1.7}
    """
  private static let service = """
    service: crm
    at: https://crm.example
    timeout: 2
    lookups: [{lookup: person, key: [id], get: "/a/{$id}", answer: {next: optional text next, name: text name}}]
    """

  /// Runs the steps with these atoms and returns the failed expectations.
  private func found(_ atoms: [String], _ steps: String) throws -> [String] {
    let files = Sets.files([
      "operations/pay.yaml": Sets.operation(atoms), "services/crm.yaml": Self.service,
      "services/crm.recorded.yaml": Self.recorded,
    ])
    let catalog = try Catalog(files, vocabulary: .bank)
    let text = "operation: pay\nscenarios:\n  - scenario: One\n    steps:\n\(steps)\n"
    let file = try ScenarioFile(
      Array(text.utf8), name: "s.yaml", operations: catalog.operations, vocabulary: catalog.vocabulary,
      recordings: catalog.recordings)
    return file.run().sorted.map(\.message)
  }

  private static func input(_ name: String, _ lookup: String, value: String = "", optional: Bool = true) -> String {
    let computed = value.isEmpty ? "" : ", value: \(value)"
    return "{textInput: \(name), caption: {ru: А, en: A}, optional: true\(computed), lookup: \(lookup)}"
  }

  @Test("A recorded answer times out by the limit of its service or its lookup") func timesOutByServiceOrLookup() throws
  {
    let atoms = [
      Self.input("a", "{name: person, as: one, timeout: 0.5}"), Self.input("b", "{name: person, as: two}"),
      "{text: x, caption: {ru: А, en: A}, captionFrom: one.name}",
      "{text: y, caption: {ru: А, en: A}, captionFrom: two.name}",
    ]
    let steps = """
            - {set: {a: "1"}, warned: {a: lookupFailed}}
            - {set: {a: "", b: "1"}, warned: {}, captions: {y: Anna}}
            - {set: {b: "9"}, warned: {b: lookupFailed}}
      """
    #expect(try found(atoms, steps) == [])
  }

  /// Three answers of 1.9 s in sequence take more than five seconds.
  @Test("A chain of recorded answers shares the time of one request") func limitsChainOfAnswers() throws {
    let atoms = [
      Self.input("a", "{name: person, as: one}"), Self.input("b", "{name: person, as: two}", value: "one.next"),
      Self.input("c", "{name: person, as: three}", value: "two.next"),
      "{text: z, caption: {ru: А, en: A}, captionFrom: three.name}",
    ]
    let steps = """
            - {set: {a: "1"}, warned: {}, captions: {z: Vera}}
            - {set: {a: "2"}, warned: {c: lookupFailed}}
            - {submit: true, undecided: true, wrong: {}, warned: {c: lookupFailed}}
      """
    #expect(try found(atoms, steps) == [])
  }

  @Test("A certain fault is reported if a scenario expects only an undecided result") func reportsCertainFault() throws
  {
    let atoms = [
      Self.input("a", "{name: person, as: one, timeout: 0.5}"), "{textInput: b, caption: {ru: А, en: A}}",
      "{textInput: c, caption: {ru: А, en: A}, value: one.name, optional: true}",
    ]
    #expect(
      try found(atoms, "      - {set: {a: \"1\"}, submit: true, undecided: true}")
        == ["One, step 1: expected no certain violations, got wrong: {b: required}"])
  }

  /// Four queries run at a time. The ninth starts after 3.4 s, and its answer of 1.7 s is too late.
  @Test("Queries beyond four at a time wait for the earlier ones and may time out") func queuesManyQueries() throws {
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i"]
    let atoms =
      names.map { Self.input($0, "{name: person, as: p_\($0)}") }
      + [
        "{text: z, caption: {ru: А, en: A}, captionFrom: p_i.name, showIf: \"p_a.name != p_b.name OR \(names.map { "p_\($0).name == 'x'" }.joined(separator: " OR ")) OR 1 == 1\"}"
      ]
    let values = names.enumerated().map { "\($1): \"1\($0)\"" }.joined(separator: ", ")
    #expect(try found(atoms, "      - {set: {\(values)}, warned: {i: lookupFailed}}") == [])
  }
}
