import Texts
import Definitions
import Atoms
import JSON
import Operations
import Testing

/// Operations with questions and their expected states, from `Cases/evaluations`.
struct EvaluationTests {
  /// One question of a case with its expected results.
  struct Step: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let definition: String
    let facts: Object
    let answers: Object
    let ask: Object
    let expect: Object
  }

  static let steps: [Step] = CaseFiles.names(in: "evaluations", ending: ".json").flatMap { file -> [Step] in
    guard let cases = try? Value(reading: CaseFiles.bytes("evaluations/\(file).json")).array else { return [] }
    return cases.flatMap { item -> [Step] in
      (item["steps"]?.array ?? []).enumerated().map { index, step in
        Step(
          testDescription: "\(file): \(item["name"]?.string ?? "?"), step \(index + 1)",
          definition: (item["definition"]?.array ?? []).compactMap(\.string).joined(separator: "\n"),
          facts: item["facts"]?.object ?? Object(), answers: item["answers"]?.object ?? Object(),
          ask: step["ask"]?.object ?? Object(), expect: step["expect"]?.object ?? Object())
      }
    }
  }

  @Test("Each evaluation case has the expected states, violations and changes", arguments: steps)
  func evaluatesCaseStep(step: Step) throws {
    #expect(Set(step.ask.names).isSubset(of: ["values", "changed", "commit", "language", "shown", "tapped"]))
    #expect(
      Set(step.expect.names).isSubset(of: [
        "only", "states", "drawn", "violations", "submitted", "stored", "captions", "signed", "undecided",
        "retry", "values", "changes", "derived",
      ]))
    let operation = try Self.operation(step.definition)
    let world = TestSurroundings(facts: step.facts, answers: step.answers)
    let language = step.ask["language"]?.string.flatMap(Language.init) ?? .en
    var asked = Question(
      values: step.ask["values"]?.object ?? Object(), changed: step.ask["changed"]?.array?.compactMap(\.string),
      commit: step.ask["commit"]?.bool ?? false)
    asked.tapped = step.ask["tapped"]?.string
    let question = operation.applyingChangeEffects(of: asked, in: language, world)
    if let values = step.expect["values"] { #expect(Self.text(.object(question.values)) == Self.text(values)) }
    var evaluation = Evaluation(operation, question, in: language, world)
    var writer = Writer()
    evaluation.writeStates(to: &writer, in: language)
    let states = try #require(try Value(reading: writer.bytes).object)
    if let retry = step.expect["retry"]?.bool { #expect(evaluation.hasUnknown == retry) }
    if let only = step.expect["only"]?.array?.compactMap(\.string) { #expect(states.names == only) }
    expect(step.expect["states"]?.object, of: states)
    if let drawn = step.expect["drawn"]?.object {
      var writer = Writer()
      evaluation.writeTree(to: &writer, links: Links(of: operation), in: language)
      let atoms = try Value(reading: writer.bytes)["atoms"]?.array ?? []
      expect(drawn, of: Object(atoms.map { ($0["id"]?.string ?? "", $0) }))
    }
    if let expected = step.expect["violations"]?.object { try expectViolations(expected, step, operation, world) }
    if let expected = step.expect["changes"] { expectChanges(expected, step, operation, language, world) }
  }

  /// Expects the differences from the values that the client reports as shown. Without `shown` it
  /// reports none.
  private func expectChanges(
    _ expected: Value, _ step: Step, _ operation: Operation, _ language: Language, _ world: TestSurroundings
  ) {
    let report = ShownReport(values: step.ask["shown"]?.object)
    var changes: [ShownChange] = []
    do throws(Violations) {
      _ = try CheckedSubmission(
        operation, values: step.ask["values"]?.object ?? Object(), against: report, in: language, world)
    } catch {
      #expect(error.changes.isEmpty || error.all.isEmpty && error.undecided == nil)
      if error.changes.isEmpty { #expect(step.expect["violations"] != nil, "\(error.all)") }
      changes = error.changes
    }
    let reported = changes.map { Value.object(["atom": .string($0.atom), "shown": $0.shown, "now": $0.now]) }
    #expect(Self.text(.array(reported)) == Self.text(expected))
  }

  /// Expects the listed members of the atoms. Other members are not compared.
  private func expect(_ expected: Object?, of states: Object) {
    for (atom, members) in (expected?.members ?? []).map({ ($0.name, $0.value) }) {
      #expect(states[atom] != nil, "\(atom) is missing")
      for member in members.object?.members ?? [] {
        // A member expected as "absent" must be missing.
        let expected = member.value == "absent" ? Value?.none : .some(member.value)
        let got = states[atom]?[member.name]
        #expect(
          Self.matches(got, expected),
          "\(atom).\(member.name): expected \(expected.map(Self.text)?.description ?? "none"), got \(got.map(Self.text)?.description ?? "none")"
        )
      }
    }
  }

  private func expectViolations(
    _ expected: Object, _ step: Step, _ operation: Operation, _ world: TestSurroundings
  ) throws {
    do throws(Violations) {
      let submission = try CheckedSubmission(operation, values: step.ask["values"]?.object ?? Object(), in: .en, world)
      #expect(expected.count == 0)
      #expect(step.expect["undecided"] == nil)
      if let values = step.expect["submitted"] { #expect(.object(submission.values) == values) }
      if let signed = step.expect["signed"]?.bool { #expect(submission.needsSignature == signed) }
      if let derived = step.expect["derived"] { #expect(Self.text(.object(submission.derived)) == Self.text(derived)) }
      if let captions = step.expect["captions"] { #expect(.object(submission.captions) == captions) }
      if let values = step.expect["stored"] { #expect(Self.text(.object(submission.storable)) == Self.text(values)) }
    } catch {
      #expect(error.all.map(\.atom) == expected.names)
      #expect(error.all.map(\.code) == expected.members.map { $0.value.string })
      let undecided: Value? = error.undecided.map { $0 == .pending ? "pending" : "unavailable" }
      #expect(undecided == step.expect["undecided"])
    }
  }

  @Test("The evaluation cases have 300 or more steps") func hasEnoughEvaluationSteps() {
    #expect(Self.steps.count >= 300)
  }

  /// Compares two values. An expected error can be its code alone.
  private static func matches(_ got: Value?, _ expected: Value?) -> Bool {
    if case .string(let code) = expected, let error = got?.object, let found = error["code"]?.string {
      return found == code
    }
    return got.map(text) == expected.map(text)
  }

  private struct Text: Equatable, CustomStringConvertible {
    let bytes: [UInt8]
    var description: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// The value as JSON. Different code points are different, even if Swift treats the texts as
  /// equal.
  private static func text(_ value: Value) -> Text {
    var writer = Writer()
    writer.value(value)
    return Text(bytes: writer.bytes)
  }

  static func operation(_ definition: String) throws -> Operation {
    let file = try YAMLFile(Array(definition.utf8), name: "case.yaml")
    return try OperationCompiler.compile(file.root, version: "1", with: TestVocabulary.vocabulary)
  }
}
