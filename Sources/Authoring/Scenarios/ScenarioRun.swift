import Texts
import BankSystems
import Atoms
import Dates
import SourceText
import JSON

/// A run of a scenario: the client's values grow from step to step, and each step evaluates the operation.
struct ScenarioRun {
  private let operation: Operation
  private let scenario: Scenario
  /// The values that the client would post.
  private var values = Object()
  private var found = Diagnostics()
  private var step = 0
  /// The submissions that the operation took.
  private(set) var taken: [CheckedSubmission] = []

  init(_ operation: Operation, _ scenario: Scenario) { (self.operation, self.scenario) = (operation, scenario) }

  /// Returns the broken expectations.
  mutating func failures() -> Diagnostics {
    for (index, step) in scenario.steps.enumerated() {
      self.step = index + 1
      run(step)
    }
    return found
  }

  private mutating func run(_ step: Scenario.Step) {
    for member in step.entered.members { values = values.entering(member.value, at: member.name) }
    // A change by the person may clear and fill other inputs, whose values the client then posts.
    let asked = step.entered.count == 0 ? nil : applyingChangeEffects(of: step)
    if let asked { values = asked.values }
    let states = states(Question(values: values), step)
    let outcome = step.submits ? submission(step) : nil
    if let submission = outcome?.taken { taken.append(submission) }
    let whole = Question(values: values, commit: true)
    // A submission is judged as a whole, and so is a step without entered values.
    let judged = self.states(step.submits ? whole : asked ?? whole, step)
    let reported = ReportedCodes(
      errors: outcome?.errors ?? Self.members("error", of: judged), warnings: Self.members("warning", of: judged),
      notes: Self.members("note", of: judged))
    let errors = reported.errors
    for expectation in step.expectations { check(expectation, states, reported, outcome) }
    // A submission without expected violations expects none.
    let reportsFaults = step.expectations.contains { if case .wrong = $0.content { true } else { false } }
    let reportsDoubt = step.expectations.contains { if case .undecided = $0.content { true } else { false } }
    if step.submits, !errors.isEmpty, !reportsFaults {
      let expected = reportsDoubt ? "nothing to be wrong for certain" : "it to be submitted"
      fail(step.location, expected: expected, got: "wrong: \(Self.codes(errors))")
    }
    if outcome?.isUndecided == true, !reportsDoubt, errors.isEmpty {
      fail(step.location, expected: "it to be submitted", got: "something that is not known at present")
    }
  }

  private func applyingChangeEffects(of step: Scenario.Step) -> Question {
    let question = Question(values: values, changed: step.entered.names, commit: true)
    return step.world.settled { world in operation.applyingChangeEffects(of: question, in: step.language, world) }
  }

  private func states(_ question: Question, _ step: Scenario.Step) -> Object {
    step.world.settled { world in
      var evaluation = Evaluation(operation, question, in: step.language, world)
      var writer = Writer()
      evaluation.writeStates(to: &writer, in: step.language)
      return (try? Value(reading: writer.bytes))?.object ?? Object()
    }
  }

  /// Returns the outcome of a submission of the values.
  private func submission(_ step: Scenario.Step) -> Outcome {
    let judged = step.world.settled { world -> Result<CheckedSubmission, Violations> in
      do throws(Violations) {
        return .success(try CheckedSubmission(operation, values: values, in: step.language, world))
      } catch {
        return .failure(error)
      }
    }
    do throws(Violations) {
      return (try judged.get(), [:], false)
    } catch {
      let errors = error.all.map { violation in
        (
          violation.atom,
          Value.object(
            Object([
              ("code", .string(violation.code)), ("message", .string(violation.text(in: step.language))),
            ]))
        )
      }
      return (nil, Dictionary(errors) { first, _ in first }, error.undecided != nil)
    }
  }

  private mutating func check(
    _ expectation: Scenario.Expectation, _ states: Object, _ reported: ReportedCodes,
    _ outcome: Outcome?
  ) {
    let place = expectation.location
    switch expectation.content {
    case .flag(let path, let flag):
      let isHidden = states[path]?["shown"] != true
      if isHidden, flag != .shown, flag != .hidden {
        fail(place, expected: "`\(path)` \(flag.rawValue)", got: Flag.hidden.rawValue)
      } else if states[path]?[flag.member] != .bool(flag.holds) {
        let got = states[path] == nil ? "no such atom" : flag.opposite.rawValue
        fail(place, expected: "`\(path)` \(flag.rawValue)", got: got)
      }
    case .value(let path, let value): compare(path, value, states[path]?["value"], place)
    case .computed(let path, let value):
      compare(path, value, states[path]?["value"], place)
      if states[path]?["enabled"] == true {
        fail(place, expected: "`\(path)` computed", got: "an atom that the person may change")
      }
    case .caption(let path, let text):
      compare("caption of \(path)", .string(text), states[path]?["caption"] ?? caption(of: path), place)
    case .message(let path, let text):
      let words = (reported.errors[path] ?? reported.warnings[path] ?? reported.notes[path])?["message"]
      compare("message at \(path)", .string(text), words, place)
    case .options(let path, let values):
      let options = states[path]?["options"]?.array?.map { $0["value"] ?? .null } ?? options(of: path)
      compare("options of \(path)", .array(values), .array(options), place)
    case .wrong(let codes): compare("wrong", codes, reported.errors, place)
    case .warned(let codes): compare("warned", codes, reported.warnings, place)
    case .noted(let severities):
      let notes = reported.notes.mapValues { Value.object(Object([("code", $0["severity"] ?? .null)])) }
      compare("noted", severities, notes, place)
    case .submitted(let values):
      guard let stored = outcome?.taken?.storable else { return }
      let names = values.names + stored.names.filter { values[$0] == nil }
      for name in names { compare("submitted \(name)", values[name], stored[name], place) }
    case .undecided(let expected):
      guard let outcome, outcome.isUndecided != expected else { return }
      fail(
        place, expected: expected ? "something that is not known" : "everything to be known",
        got: expected ? "everything known" : "something that is not")
    case .signed(let signed):
      guard let taken = outcome?.taken, taken.needsSignature != signed else { return }
      fail(place, expected: signed ? "a signature" : "no signature", got: signed ? "none" : "one")
    }
  }

  private typealias Flag = Scenario.Flag
  /// The accepted submission, or its violations and whether they are all that is known.
  private typealias Outcome = (taken: CheckedSubmission?, errors: [String: Value], isUndecided: Bool)

  private mutating func compare(_ what: String, _ expected: Value?, _ got: Value?, _ place: Location) {
    let (wanted, found) = (expected.map(Self.text) ?? "nothing", got.map(Self.text) ?? "nothing")
    if wanted != found { fail(place, expected: "`\(what)` \(wanted)", got: found) }
  }

  private mutating func compare(
    _ what: String, _ codes: [(path: String, code: String)], _ reported: [String: Value], _ place: Location
  ) {
    let expected = Dictionary(codes.map { ($0.path, Value.object(Object([("code", .string($0.code))]))) }) { $1 }
    if Self.codes(expected) != Self.codes(reported) {
      fail(place, expected: "\(what): \(Self.codes(expected))", got: Self.codes(reported))
    }
  }

  private mutating func fail(_ location: Location, expected: String, got: String) {
    found.error("\(scenario.name), step \(step): expected \(expected), got \(got)", at: location)
  }

  /// The caption of an atom that follows nothing.
  private func caption(of path: String) -> Value? {
    (operation.atom(at: path)?.caption).map {
      .string($0[scenario.steps[step - 1].language])
    }
  }

  private func options(of path: String) -> [Value] {
    guard case .literal(let choices) = operation.atom(at: path)?.input?.options else { return [] }
    return choices.map(\.value)
  }

  /// The messages to the person by atoms.
  private struct ReportedCodes {
    let errors: [String: Value]
    let warnings: [String: Value]
    let notes: [String: Value]
  }

  /// Returns that member of each state that has it.
  private static func members(_ name: String, of states: Object) -> [String: Value] {
    Dictionary(
      uniqueKeysWithValues: states.members.compactMap { member in
        member.value[name].flatMap { $0.isNull ? nil : (member.name, $0) }
      })
  }

  private static func codes(_ errors: [String: Value]) -> String {
    let parts = errors.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value["code"]?.string ?? "?")" }
    return "{\(parts.joined(separator: ", "))}"
  }

  private static func text(_ value: Value) -> String {
    var writer = Writer()
    writer.value(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// The world of a scenario: facts, lookups, and the day.
struct ScenarioWorld: Environment, Sendable {
  /// The facts of the caller; the others are empty.
  var facts: [String: Value] = [:]
  /// The answers of each directory by key; it has nothing for any other.
  var answers: [String: [String: LookupAnswer]] = [:]
  /// The day; nil without one.
  var day: String?
  /// The bank's calendar.
  var calendar = BusinessCalendar()
  /// The recorded answers of the bank's systems.
  var recorded = RecordedAnswers()
  /// The services that do not answer.
  var failing: Set<String> = []
  /// The rounds of the request that is tried; nil if no answer takes time.
  private var rounds: RecordedRounds?

  /// Runs a request, again after each round of questions, as a server does.
  func settled<Result>(_ request: (ScenarioWorld) -> Result) -> Result {
    guard recorded.areDelayed else { return request(self) }
    var world = self
    let rounds = RecordedRounds(recorded)
    world.rounds = rounds
    var result = request(world)
    while rounds.fetch() { result = request(world) }
    return result
  }

  func fact(_ name: String) -> Value { facts[name] ?? .null }

  /// Returns the answer that the scenario gives itself, otherwise the recorded one.
  func answer(to query: any SystemQuery, _ arguments: [Value], _ terms: LookupTerms) -> LookupAnswer {
    guard let query = query as? DeclaredQuery, !failing.contains(query.system) else { return .unavailable }
    if query.use == .fact, let value = facts[query.name] { return .found(value) }
    if let key = arguments.first, let answer = answers[query.name]?[key.plainText] { return answer }
    guard let rounds else { return recorded.answer(to: query, arguments, user: fact("user"), terms) }
    return rounds.answer(to: query, arguments, user: fact("user"), terms)
  }

  func answer(of lookup: String, for key: Value) -> LookupAnswer { answers[lookup]?[key.plainText] ?? .empty }
  var today: String { day ?? "" }
}
