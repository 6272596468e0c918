import Texts
import BankSystems
import Operations
import Atoms
import Dates
import SourceText
import JSON

/// A run of a scenario. The entered values accumulate from step to step, and each step evaluates
/// the operation.
struct ScenarioRun {
  private let operation: Operation
  private let scenario: Scenario
  /// The values that a client would post.
  private var values = Object()
  private var found = Diagnostics()
  private var step = 0
  /// The outcomes seen so far; nil if they are not needed.
  var coverage: Coverage?
  /// The visited pages; empty for an operation without pages.
  private var path: [String]
  /// The submissions that the operation accepted.
  private(set) var taken: [CheckedSubmission] = []

  init(_ operation: Operation, _ scenario: Scenario) {
    (self.operation, self.scenario) = (operation, scenario)
    path = operation.pages.all.first.map { [$0.id] } ?? []
  }

  /// Runs all steps and returns the failed expectations.
  mutating func failures() -> Diagnostics {
    for (index, step) in scenario.steps.enumerated() {
      self.step = index + 1
      run(step)
    }
    return found
  }

  private mutating func run(_ step: Scenario.Step) {
    for member in step.entered.members {
      enterPreset(ofListAround: member.name, step)
      values = values.entering(member.value, at: member.name)
    }
    // A change can clear and fill other inputs. The client then posts their new values.
    let asked = step.entered.count == 0 ? nil : applyingChangeEffects(of: step)
    if let asked { values = asked.values }
    if let seen = coverage {
      coverage = step.world.settled { world in
        var seen = seen
        seen.note(values, of: operation, in: world)
        return seen
      }
    }
    let states = states(Question(values: values), step)
    let turn = step.goesOn ? turnPage(step) : nil
    let outcome = step.submits ? submission(step) : nil
    if let submission = outcome?.taken { taken.append(submission) }
    let whole = Question(values: values, commit: true)
    // A submission evaluates all atoms, and so does a step without entered values.
    let judged = self.states(step.submits ? whole : asked ?? whole, step)
    let reported = ReportedCodes(
      errors: outcome?.errors ?? turn ?? Self.members("error", of: judged),
      warnings: Self.members("warning", of: judged),
      notes: Self.members("note", of: judged))
    let errors = reported.errors
    if let turn, !turn.isEmpty,
      !step.expectations.contains(where: { if case .wrong = $0.content { true } else { false } })
    {
      fail(step.location, expected: "the next page", got: "wrong: \(Self.codes(turn))")
    }
    for expectation in step.expectations { check(expectation, states, reported, outcome) }
    // If a submission has no `wrong`, it expects no violations.
    let reportsFaults = step.expectations.contains { if case .wrong = $0.content { true } else { false } }
    let reportsDoubt = step.expectations.contains { if case .undecided = $0.content { true } else { false } }
    if step.submits, !errors.isEmpty, !reportsFaults {
      let expected = reportsDoubt ? "no certain violations" : "an accepted submission"
      fail(step.location, expected: expected, got: "wrong: \(Self.codes(errors))")
    }
    if outcome?.isUndecided == true, !reportsDoubt, errors.isEmpty {
      fail(step.location, expected: "an accepted submission", got: "a submission that cannot be decided yet")
    }
  }

  /// Enters the items with which a list begins before an item of it is changed, as a client does.
  private mutating func enterPreset(ofListAround path: String, _ step: Scenario.Step) {
    guard let list = WrittenPath(path)?.items.first.map({ String($0.id) }), values[list] == nil,
      operation.atom(at: list)?.fillsItself == true
    else { return }
    values[list] = states(Question(values: values), step)[list]?["value"]
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

  /// Returns the way through the pages with the present values.
  private func way(_ step: Scenario.Step) -> PageWay {
    step.world.settled { world in
      PageWay(operation, path: path, shown: ShownPages(operation, values, in: step.language, world))
    }
  }

  /// Returns the id of the present page, or `review`.
  private func page(_ step: Scenario.Step) -> String {
    if case .page(let page) = way(step).current { page.id } else { FormPage.review }
  }

  /// Judges the present page and continues. Returns its violations; empty if there is none.
  private mutating func turnPage(_ step: Scenario.Step) -> [String: Value] {
    let way = way(step)
    guard case .page(let page) = way.current, !page.isExit else { return [:] }
    let found = step.world.settled { world -> [Violation] in
      do throws(Violations) {
        _ = try CheckedPage(
          operation, page, values: values, before: way.later(than: page), against: ShownReport(values: nil),
          in: step.language, world)
        return []
      } catch { return error.all }
    }
    if found.isEmpty { path = self.way(step).path(completing: page) }
    return Self.errors(of: found, in: step.language)
  }

  private static func errors(of violations: [Violation], in language: Language) -> [String: Value] {
    let errors = violations.map { violation in
      let record = Object([("code", .string(violation.code)), ("message", .string(violation.text(in: language)))])
      return (violation.atom, Value.object(record))
    }
    return Dictionary(errors) { first, _ in first }
  }

  /// Submits the values and returns the outcome.
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
      return (nil, Self.errors(of: error.all, in: step.language), error.undecided != nil)
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
        fail(place, expected: "`\(path)` computed", got: "an atom that the person can change")
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
    case .page(let name): compare("page", .string(name), .string(page(scenario.steps[self.step - 1])), place)
    case .submitted(let values):
      guard let stored = outcome?.taken?.storable else { return }
      let names = values.names + stored.names.filter { values[$0] == nil }
      for name in names { compare("submitted \(name)", values[name], stored[name], place) }
    case .undecided(let expected):
      guard let outcome, outcome.isUndecided != expected else { return }
      fail(
        place, expected: expected ? "an undecided submission" : "a decided submission",
        got: expected ? "decided" : "undecided")
    case .signed(let signed):
      guard let taken = outcome?.taken, taken.needsSignature != signed else { return }
      fail(place, expected: signed ? "a signature" : "no signature", got: signed ? "none" : "one")
    }
  }

  private typealias Flag = Scenario.Flag
  /// The accepted submission, or its violations and whether they are incomplete because a value is
  /// unknown.
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
    found.error(.scenario, "\(scenario.name), step \(step): expected \(expected), got \(got)", at: location)
  }

  /// The caption of an atom whose caption is constant.
  private func caption(of path: String) -> Value? {
    (operation.atom(at: path)?.caption).map {
      .string($0[scenario.steps[step - 1].language])
    }
  }

  private func options(of path: String) -> [Value] {
    guard case .literal(let choices) = operation.atom(at: path)?.input?.options else { return [] }
    return choices.map(\.value)
  }

  /// The messages to the person by atom.
  private struct ReportedCodes {
    let errors: [String: Value]
    let warnings: [String: Value]
    let notes: [String: Value]
  }

  /// Returns the member `name` of each state that has it.
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

/// The surroundings of a scenario: facts, lookups, recorded answers and the day.
struct ScenarioWorld: Environment, Sendable {
  /// The facts of the caller. Other facts are null.
  var facts: [String: Value] = [:]
  /// The answers of each directory by key. Other keys have no record.
  var answers: [String: [String: LookupAnswer]] = [:]
  /// The day; nil if the scenario sets none.
  var day: String?
  var calendar = BusinessCalendar()
  /// The recorded answers of the bank's systems.
  var recorded = RecordedAnswers()
  /// The services that do not answer.
  var failing: Set<String> = []
  /// The rounds of queries of the current request; nil if no recorded answer is delayed.
  private var rounds: RecordedRounds?

  /// Runs a request, and runs it again after each round of queries, like a server.
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

  /// Returns the answer that the scenario declares; otherwise the recorded answer.
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
