import Authoring
import Foundation
import JSON
import Operations
import SchemaChecking
import Testing
import Texts

@testable import Atoms

/// The table of drawn members, compared with the trees and states of definitions.
struct DrawnMemberTests {
  /// A tree and the states of one evaluation.
  private struct Drawing {
    /// The file, and the case in it.
    let source: String
    let atoms: Value
    let states: Object
  }

  /// Members that no definition shows, with the reason.
  private static let exceptions = [
    "change": "only reviews have it; `RouterDocumentTests` checks them against the table"
  ]

  /// A client that draws few kinds, so that it gets fallbacks.
  private static let simpleClient = Capabilities(
    kinds: [.text, .textInput, .toggle, .enum, .button, .link, .group, .repeat])
  /// A client that draws all kinds, and a composed kind of a test.
  private static let composingClient = Capabilities(otherKinds: ["address"])

  /// The schemas of the table. The accounts in cases have only the members that a case needs.
  private static let schemas: Value = {
    var schemas = DrawnSchemas.all
    schemas["AccountOption"] = ["type": "object", "required": ["value"], "additionalProperties": true]
    return ["components": ["schemas": .object(schemas)]]
  }()

  @Test("Trees and states have exactly the members of the table, with its types") func drawingsMatchTable() throws {
    let checker = SchemaChecker(document: Self.schemas)
    let tree: Value = ["type": "array", "items": ["$ref": "#/components/schemas/Atom"]]
    let state: Value = ["$ref": "#/components/schemas/AtomState"]
    var shown: Set<String> = []
    var count = 0
    for drawing in try Self.drawings() {
      let faults =
        checker.faults(of: drawing.atoms, tree, at: "\(drawing.source): atoms")
        + drawing.states.members.flatMap { checker.faults(of: $0.value, state, at: "\(drawing.source): \($0.name)") }
      for fault in faults { Issue.record("\(fault)") }
      Self.collect(drawing.atoms, into: &shown)
      for member in drawing.states.members.flatMap({ $0.value.object?.names ?? [] }) { shown.insert("state.\(member)") }
      count += 1
    }
    #expect(count > 1000)
    Self.expectAll(shown)
  }

  /// Adds the members in atoms to `shown`, as `kind.member`.
  private static func collect(_ atoms: Value?, into shown: inout Set<String>) {
    for atom in atoms?.array ?? [] {
      let kind = atom["kind"]?.string ?? ""
      for name in atom.object?.names ?? [] { shown.insert("\(kind).\(name)") }
      collect(atom["atoms"], into: &shown)
      for item in [atom["item"]].compactMap(\.self) + (atom["items"]?.array ?? []) {
        collect(item["atoms"], into: &shown)
      }
    }
  }

  /// Expects that each member of the table is in a tree, for each of its kinds, and in a state if
  /// it can change.
  private static func expectAll(_ shown: Set<String>) {
    for member in DrawnMembers.all where exceptions[member.name] == nil {
      let kinds = AtomRegistry.kinds.map { $0.name }.filter { !member.kinds.isDisjoint(with: KindSet(kind: $0)) }
      // A member of all inputs need not be shown for each kind.
      let isCommon = member.kinds.isSuperset(of: .inputs)
      let missing = kinds.filter { !shown.contains("\($0).\(member.name)") }
      #expect(missing.isEmpty || isCommon && missing != kinds, "no tree of the tests has \(member.name) of \(missing)")
      let isState = member.place == .trait || shown.contains("state.\(member.name)")
      #expect(isState, "no state of the tests has \(member.name)")
    }
  }

  @Test("The names of kinds and members in the table are unique for each kind") func tableIsUnambiguous() {
    for kind in AtomRegistry.kinds {
      let names = DrawnMembers.of(KindSet(kind: kind.name)).map(\.name)
      #expect(Set(names).count == names.count, "\(kind.name)")
    }
    let schemas = DrawnRecord.all.map(\.name) + DrawnWords.all.map(\.name)
    #expect(Set(schemas).count == schemas.count)
  }

  @Test("The examples of the table have its types", arguments: DrawnMembers.all.map(\.name))
  func examplesMatchTypes(name: String) {
    let checker = SchemaChecker(document: ["components": ["schemas": .object(DrawnSchemas.all)]])
    for member in DrawnMembers.all where member.name == name && !["atoms", "item", "items"].contains(name) {
      let schema: Value = ["type": "object", "properties": [name: DrawnSchemas.schema(of: member.type)]]
      #expect(checker.faults(of: [name: member.example], schema) == [])
    }
  }
}

extension DrawnMemberTests {
  /// The drawings of all evaluation cases, samples of kinds, and operations of the repository.
  private static func drawings() throws -> [Drawing] { try cases() + samples() + operations() + fallbacks() }

  /// Choices that a client draws as text fields, and searches that it draws as other choices.
  private static func fallbacks() throws -> [Drawing] {
    let definition = """
      operation: trial
      title: Trial
      atoms:
        - {accountPicker: from, caption: From, fallback: {textInput: from, type: digits, length: 20}}
        - {search: branch, caption: Branch, in: branches, with: {city: $city}, fallback: {textInput: branch}}
        - {textInput: city, caption: City}
      """
    let searches = """
      operation: trial
      title: Trial
      atoms:
        - {textInput: city, caption: City}
        - {search: one, caption: One, in: branches, with: {city: $city}, fallback: {enum: one, options: {a: A}}}
        - {search: two, caption: Two, in: branches, as: b, with: {city: $city}, fallback: {segmented: two, options: {a: A}}}
        - {search: three, caption: Three, in: branches, as: c, with: {city: $city}, fallback: accountPicker}
      """
    let (fields, choices) = try (EvaluationTests.operation(definition), EvaluationTests.operation(searches))
    let presentation = try choices.presentation(for: Capabilities(kinds: KindSet.all.subtracting(.search)))
    let question = Question(commit: true)
    return try draw(fields, question, InventedWorld(), source: "fields")
      + [draw(choices, question, InventedWorld(), presentation, source: "choices")]
  }

  private static func cases() throws -> [Drawing] {
    try EvaluationTests.steps.flatMap { step -> [Drawing] in
      let operation = try EvaluationTests.operation(step.definition)
      var question = Question(
        values: step.ask["values"]?.object ?? Object(), changed: step.ask["changed"]?.array?.compactMap(\.string),
        commit: step.ask["commit"]?.bool ?? false)
      question.tapped = step.ask["tapped"]?.string
      let world = TestSurroundings(facts: step.facts, answers: step.answers)
      return try draw(operation, question, world, source: step.testDescription)
    }
  }

  private static func samples() throws -> [Drawing] {
    try KindContractTests.samples.values.joined().flatMap { line in
      let definition =
        "operation: trial\ntitle: Trial\natoms:\n  - \(line)\n  - {textInput: b, optional: true}\n"
      let world = TestSurroundings(facts: Object(), answers: Object())
      return try draw(EvaluationTests.operation(definition), Question(commit: true), world, source: line)
    }
  }

  private static func operations() throws -> [Drawing] {
    let root = CaseFiles.folder.appending(path: "../../..").standardizedFileURL
    let examples = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "examples").path).sorted()
    let folders = ["config", "Tests/APITests/Cases/composed"] + examples.map { "examples/\($0)" }
    return try folders.flatMap { folder -> [Drawing] in
      let path = root.appending(path: "\(folder)/operations").path
      guard FileManager.default.fileExists(atPath: path) else { return [] }
      return try Catalog(directory: path, vocabulary: .bank).operations.flatMap { operation in
        let file = "\(folder)/operations/\(operation.id).yaml"
        return try draw(operation, Question(commit: true), InventedWorld(), source: file)
      }
    }
  }

  private static let links = Links(
    evaluate: "/evaluate", search: "/options", rows: "/rows", routes: "/routes?url=", documents: "/documents/",
    actions: [.submit: Links.Action("POST", "/submissions"), .cancel: Links.Action("GET", "/operations")])

  /// Draws an operation for three clients.
  private static func draw(
    _ operation: Atoms.Operation, _ question: Question, _ world: any Environment, source: String
  ) throws -> [Drawing] {
    try [Capabilities(), simpleClient, composingClient].flatMap { client -> [Drawing] in
      guard let presentation = try? operation.presentation(for: client) else {
        return client.kinds == .all ? [try draw(operation, question, world, nil, source: source)] : []
      }
      return [try draw(operation, question, world, presentation, source: source)]
    }
  }

  private static func draw(
    _ operation: Atoms.Operation, _ question: Question, _ world: any Environment, _ presentation: Presentation?,
    source: String
  ) throws -> Drawing {
    let question = operation.applyingChangeEffects(of: question, in: .en, world)
    var whole = Question(values: question.values, commit: question.commit)
    whole.tapped = question.tapped
    var evaluation = Evaluation(operation, whole, in: .en, world)
    var tree = Writer()
    evaluation.writeTree(to: &tree, links: links, as: presentation, in: .en)
    evaluation = Evaluation(operation, question, in: .en, world)
    var states = Writer()
    evaluation.writeStates(to: &states, as: presentation, in: .en)
    return Drawing(
      source: source, atoms: try Value(reading: tree.bytes)["atoms"] ?? [],
      states: try #require(try Value(reading: states.bytes).object))
  }
}

/// The environment of a fictitious person, whose bank systems find nothing.
private struct InventedWorld: Environment {
  let today = "2026-11-20"

  func fact(_ name: String) -> Value { InventedPerson.fact(name) }
  func answer(of lookup: String, for key: Value) -> LookupAnswer { .empty }
}
