import Foundation
import JSON
import Testing

@testable import Atoms

/// Form cases of the conformance kit, made from the evaluation cases. The states of an evaluation,
/// merged into an empty tree, must show the same as the tree with the values.
struct KitFormCaseTests {
  private static let links = Links(
    evaluate: "/evaluate", search: "/options", routes: "/routes?url=", documents: "/documents/",
    actions: [.submit: Links.Action("POST", "/submissions"), .cancel: Links.Action("GET", "/operations")])

  /// The evaluation cases by their files.
  private static let files = Dictionary(grouping: EvaluationTests.steps) { step in
    step.testDescription.prefix { $0 != ":" }.description
  }

  @Test("The kit has the form cases of each file of evaluation cases", arguments: files.keys.sorted())
  func kitHasCases(file: String) throws {
    let cases = try (Self.files[file] ?? []).compactMap(Self.formCase)
    guard !cases.isEmpty else { return }
    let lines = cases.map { "    \(Self.escaped("\($0)"))" }.joined(separator: ",\n")
    let text = """
      {
        "profile": "core",
        "rules": ["M2"],
        "do": "form",
        "cases": [
      \(lines)
        ]
      }

      """
    try CaseFiles.expect(text, toBe: "../../../conformance/cases/forms/evaluated/\(file).json")
  }

  /// Escapes the characters that YAML, as which the kit is read, does not allow.
  private static func escaped(_ text: String) -> String {
    text.replacing(/[\u{7f}-\u{84}\u{86}-\u{9f}\u{feff}]/) { match in
      match.output.unicodeScalars.map { "\\u" + String($0.value + 0x10000, radix: 16).dropFirst() }.joined()
    }
  }

  /// Returns the form case of an evaluation case; nil if it has no values, or reports changes,
  /// which only the server can apply.
  private static func formCase(_ step: EvaluationTests.Step) throws -> Value? {
    guard let values = step.ask["values"]?.object, values.count > 0, step.ask["tapped"] == nil,
      step.ask["changed"] == nil
    else { return nil }
    let operation = try EvaluationTests.operation(step.definition)
    let world = TestSurroundings(facts: step.facts, answers: step.answers)
    let empty = try tree(of: operation, Object(), world)
    let filled = try tree(of: operation, values, world)
    var evaluation = Evaluation(operation, Question(values: values), in: .en, world)
    var writer = Writer()
    evaluation.writeStates(to: &writer, routes: links.routes, in: .en)
    let states = try #require(try Value(reading: writer.bytes).object)
    let before = Dictionary(shown(empty["atoms"])) { first, _ in first }
    let expected = shown(filled["atoms"]).map { path, atom in (path, difference(of: atom, from: before[path])) }
    let isMerged = expected.contains { $0.1.names.contains { $0 != "shown" && $0 != "value" } }
    guard isMerged, areEntries(values) else { return nil }
    return [
      "name": .string(step.testDescription), "tree": empty,
      "steps": [
        ["fill": .object(values)], ["answer": ["to": 1, "atoms": .object(states)]],
        [
          "look": .array(expected.map { .string($0.0) }),
          "expect": ["shows": .object(Object(expected.map { ($0.0, .object($0.1)) }))],
        ],
      ],
    ]
  }

  /// True if a person can enter the values: each item of a list is an object.
  private static func areEntries(_ values: Object) -> Bool {
    values.members.allSatisfy { member in
      (member.value.array ?? []).allSatisfy { item in item.object.map(areEntries) ?? (item.string != nil) }
    }
  }

  private static func tree(
    of operation: Atoms.Operation, _ values: Object, _ world: TestSurroundings
  ) throws -> Value {
    var evaluation = Evaluation(operation, Question(values: values), in: .en, world)
    var writer = Writer()
    evaluation.writeTree(to: &writer, links: links, in: .en)
    return try Value(reading: writer.bytes)
  }

  /// Returns the atoms of a tree with their paths, those of groups and items too.
  private static func shown(_ atoms: Value?, in prefix: String = "") -> [(String, Object)] {
    (atoms?.array ?? []).flatMap { atom -> [(String, Object)] in
      guard let object = atom.object, let id = object["id"]?.string else { return [] }
      let path = prefix + id
      let items = (object["items"]?.array ?? []).enumerated().flatMap { index, item in
        shown(item["atoms"], in: "\(path)[\(index)].")
      }
      return [(path, object)] + shown(object["atoms"], in: prefix) + items
    }
  }

  /// Returns the members of an atom to expect: those that differ from the empty tree, and its
  /// value. No answer has the value of a secret input. A hidden atom is expected to be hidden.
  private static func difference(of atom: Object, from before: Object?) -> Object {
    if atom["shown"] == false { return ["shown": false] }
    let nested: Set<String> = ["atoms", "items", "item", "entered"]
    let names = atom.names + (before?.names ?? []).filter { atom[$0] == nil }
    let isSecret = atom["type"] == "password" || atom["type"] == "code"
    let hasNoValue = atom["items"] != nil || isSecret
    return Object(
      names.compactMap { name in
        guard !nested.contains(name), !(hasNoValue && name == "value") else { return nil }
        let isExpected = name == "shown" || name == "value" || atom[name] != before?[name]
        return isExpected ? (name, atom[name] ?? .null) : nil
      })
  }
}
