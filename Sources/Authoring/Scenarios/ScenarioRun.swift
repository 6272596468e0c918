import Texts
import BankSystems
import Atoms
import Operations
import Dates
import SourceText
import JSON

/// A run of a scenario. The entered values accumulate from step to step, and each step evaluates
/// the operation.
struct ScenarioRun {
  /// The operation under test. For a flow, the operation of the present step, or at a screen and at
  /// the review the submitted one.
  var operation: Operation
  let whole: Operation
  /// The progress in a flow; nil for an operation.
  var walk: ScenarioWalk?
  private let scenario: Scenario
  /// The values that a client would post.
  var values = Object()
  private var found = Diagnostics()
  private var step = 0
  /// True after a deviation that makes the following steps meaningless: the person is at another
  /// page than the scenario assumes.
  private var isLost = false
  /// The outcomes seen so far; nil if they are not needed.
  var coverage: Coverage?
  /// The visited pages; empty for an operation without pages.
  var path: [String]
  /// The page that the person has opened from the review, with the values at that time.
  var change: (page: FormPage, values: Object)?
  /// The submissions that the operation accepted.
  private(set) var taken: [CheckedSubmission] = []

  init(_ operation: Operation, _ scenario: Scenario, in flow: ScenarioFlow? = nil) {
    (self.operation, self.scenario) = (operation, scenario)
    (whole, walk) = (operation, flow.map { ScenarioWalk($0, input: scenario.input) })
    path = operation.pages.all.first.map { [$0.id] } ?? []
  }

  /// Runs the steps and returns the failed expectations. Stops at a step that is at another page
  /// than the scenario assumes.
  mutating func failures() -> Diagnostics {
    for (index, step) in scenario.steps.enumerated() {
      self.step = index + 1
      run(step)
      if isLost { break }
    }
    return found
  }

  private mutating func run(_ step: Scenario.Step) {
    begin(step)
    let asked = enter(step)
    if isLost { return }
    noteOutcomes(step)
    let (turned, outcome, edited) = act(step)
    if isLost { return }
    if step.action != nil { noteOutcomes(step) }
    if let submission = outcome?.taken { taken.append(submission) }
    let known = known(step)
    let states = states(Question(values: known), step)
    let whole = Question(values: known, commit: true)
    // A submission evaluates all atoms, and so does a step without entered values.
    let isWhole = if case .submit = step.action { true } else { false }
    let judged = self.states(isWhole ? whole : edited ?? asked ?? whole, step)
    let reported = ReportedCodes(
      errors: outcome?.errors ?? turned ?? Self.members("error", of: judged),
      warnings: Self.members("warning", of: judged),
      notes: Self.members("note", of: judged))
    if let turned, !turned.isEmpty, !step.expectsErrors {
      let got = "wrong: \(Self.codes(turned))"
      guard case .paste = step.action else { return lose(step.location, expected: "the next page", got: got) }
      fail(step.location, expected: "rows without errors", got: got)
    }
    let pages = step.expectations.filter(\.isOfPage)
    for expectation in pages { check(expectation, states, reported, outcome) }
    if isLost { return }
    for expectation in step.expectations where !expectation.isOfPage {
      check(expectation, states, reported, outcome)
    }
    // If a submission has no `wrong`, it expects no violations.
    if outcome != nil, !reported.errors.isEmpty, !step.expectsErrors {
      let expected = step.expectsDoubt ? "no certain violations" : "an accepted submission"
      fail(step.location, expected: expected, got: "wrong: \(Self.codes(reported.errors))")
    }
    if outcome?.isUndecided == true, !step.expectsDoubt, reported.errors.isEmpty {
      fail(step.location, expected: "an accepted submission", got: "a submission that cannot be decided yet")
    }
  }

  // MARK: - Actions

  /// Enters the values of the step. Returns the question that a client then asks; nil without any.
  private mutating func enter(_ step: Scenario.Step) -> Question? {
    guard step.entered.count > 0 else { return nil }
    for member in step.entered.members {
      if let stranger = pageWithout(member.name, step) {
        lose(step.location, expected: "an atom of page `\(stranger)`", got: "`\(member.name)` of another page")
        return nil
      }
      enterPreset(ofListAround: member.name, step)
      values = values.entering(member.value, at: member.name)
    }
    return change(Question(values: known(step), changed: step.entered.names, commit: true), step)
  }

  /// Applies the effects of a change or a tap, which can clear and fill inputs. The client then
  /// posts their new values.
  private mutating func change(_ question: Question, _ step: Scenario.Step) -> Question {
    let asked = step.world.settled { world in operation.applyingChangeEffects(of: question, in: step.language, world) }
    replace(Set(question.values.names), by: asked.values)
    return asked
  }

  /// Replaces the values with these names, and adds the other ones.
  mutating func replace(_ names: Set<String>, by others: Object) {
    let all = names.union(others.names)
    values = Object(unique: values.members.filter { !all.contains($0.name) } + others.members)
  }

  /// Performs the action of the step. Returns the errors of the page or of the pasted rows, the
  /// outcome of a submission, and the question of a client after a tap or pasted rows.
  private mutating func act(_ step: Scenario.Step) -> (errors: [String: Value]?, outcome: Outcome?, edited: Question?) {
    switch step.action {
    case nil: return (nil, nil, nil)
    case .next: return (turnPage(step), nil, nil)
    case .submit: return (nil, submission(step), nil)
    case .back:
      if !goBack(step) { lose(step.location, expected: "the previous page", got: "the first page") }
    case .change(let path):
      if let page = open(path, step) {
        lose(step.location, expected: "the review, with the page of `\(path)`", got: "page `\(page)`")
      }
    case .tap(let path, let place): return (nil, nil, tap(path, at: place, step))
    case .paste(let texts):
      var errors: [String: Value] = [:]
      for (list, text) in texts {
        if let page = pageWithout(list, step) {
          lose(step.location, expected: "a list of page `\(page)`", got: "`\(list)` of another page")
          return (nil, nil, nil)
        }
        errors.merge(paste(text, into: list, step)) { first, _ in first }
      }
      let question = Question(values: known(step), changed: texts.map(\.list), commit: true)
      return (errors, nil, change(question, step))
    }
    return (nil, nil, nil)
  }

  /// Taps a command, as a question with `tapped` does. Returns the question; nil if the person
  /// cannot tap the command.
  private mutating func tap(_ path: String, at place: Location, _ step: Scenario.Step) -> Question? {
    if let page = pageWithout(path, step) {
      lose(place, expected: "a command of page `\(page)`", got: "`\(path)` of another page")
      return nil
    }
    var question = Question(values: known(step), changed: [], commit: true)
    question.tapped = path
    let refusal = step.world.settled { world in
      operation.refusal(ofTapOn: path, question.values, in: step.language, world)
    }
    guard let refusal else { return change(question, step) }
    let got = refusal.code == "unknown" ? "no item with `\(path)`" : "`\(path)`, which is \(refusal.code)"
    fail(place, expected: "a command to tap", got: got)
    return nil
  }

  /// Pastes rows after the filled items of a list, as `POST /operations/{id}/rows` reads them.
  /// Returns their errors.
  private mutating func paste(_ text: String, into list: String, _ step: Scenario.Step) -> [String: Value] {
    enterPreset(ofListAround: "\(list)[0].", step)
    let items = values.value(at: list)?.array ?? []
    let isFilled = { (item: Value) in item.object?.members.contains { !$0.value.isNull } == true }
    let kept = (items.lastIndex(where: isFilled) ?? -1) + 1
    let target = PastedRows.Target(path: list, values: known(step), kept: kept)
    let rows = step.world.settled { world in
      PastedRows(SeparatedText(Array(text.utf8)), at: target, of: operation, in: step.language, world)
    }
    guard let rows else { return [list: ["code": "unknown"]] }
    values = values.entering(.array(items.prefix(kept) + rows.items), at: list)
    return Self.errors(of: rows.violations, in: step.language)
  }

  /// Enters the items with which a list begins before an item of it is changed, as a client does.
  private mutating func enterPreset(ofListAround path: String, _ step: Scenario.Step) {
    guard let list = WrittenPath(path)?.items.first.map({ String($0.id) }), values[list] == nil,
      operation.atom(at: list)?.fillsItself == true
    else { return }
    values[list] = states(Question(values: known(step)), step)[list]?["value"]
  }

  private mutating func noteOutcomes(_ step: Scenario.Step) {
    guard let seen = coverage else { return }
    if let present = walk?.step { return coverage = seen.noting(ScenarioFlow.part(ofStep: present.id)) }
    let (known, page) = (known(step), operation.pages.isEmpty ? nil : page(step))
    coverage = step.world.settled { world in
      var seen = seen
      seen.note(known, of: operation, in: world)
      if let page { seen.note(page: page) }
      return seen
    }
  }

  private func states(_ question: Question, _ step: Scenario.Step) -> Object {
    step.world.settled { world in
      var evaluation = Evaluation(operation, question, in: step.language, world)
      var writer = Writer()
      evaluation.writeStates(to: &writer, in: step.language)
      return (try? Value(reading: writer.bytes))?.object ?? Object()
    }
  }

  static func errors(of violations: [Violation], in language: Language) -> [String: Value] {
    let errors = violations.map { violation in
      let record = Object([("code", .string(violation.code)), ("message", .string(violation.text(in: language)))])
      return (violation.atom, Value.object(record))
    }
    return Dictionary(errors) { first, _ in first }
  }

  /// Submits the values and returns the outcome.
  private mutating func submission(_ step: Scenario.Step) -> Outcome {
    if walk != nil, !isLastStep(step) {
      fail(step.location, expected: "a step before the submission", got: "step `\(page(step))`")
    }
    do throws(Violations) {
      return (try judged(operation, submittedValues, step).get(), [:], false)
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
    case .page(let name):
      let page = page(present)
      if name != page { lose(place, expected: "page `\(name)`", got: "page `\(page)`") }
    case .exit(let isExit):
      let page = page(present)
      let found = walk.map { $0.step?.role == .exit } ?? (operation.pages[page]?.isExit == true)
      guard found != isExit else { return }
      fail(place, expected: isExit ? "an exit" : "a page that continues", got: "page `\(page)`")
    case .line(let path, let text):
      guard let values = outcome.map({ $0.taken }) ?? review(present) else {
        return outcome == nil ? fail(place, expected: "the review", got: "page `\(page(present))`") : ()
      }
      compare("line of \(path)", text.map(Value.string), line(at: path, of: values, in: present.language), place)
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

  /// The step that runs now.
  private var present: Scenario.Step { scenario.steps[step - 1] }
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
    report("expected \(expected), got \(got)", at: location)
  }

  /// Reports a deviation after which the person is at another page than the scenario assumes. The
  /// following steps are skipped.
  private mutating func lose(_ location: Location, expected: String, got: String) {
    let rest = scenario.steps.count - step
    let skipped = rest == 0 ? "" : rest == 1 ? "; the last step is skipped" : "; the other \(rest) steps are skipped"
    report("expected \(expected), got \(got)\(isLost ? "" : skipped)", at: location)
    isLost = true
  }

  private mutating func report(_ deviation: String, at location: Location) {
    found.error(.scenario, "\(scenario.name), step \(step): \(deviation)", at: location)
  }

  /// The caption of an atom whose caption is constant.
  private func caption(of path: String) -> Value? {
    (operation.atom(at: path)?.caption).map {
      .string($0[present.language])
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
