import Conditions
import JSON

/// One working-out of an operation: from posted values to states, each node at most once and only where needed.
package struct Evaluation {
  /// What came of a look-up.
  private enum Outcome {
    /// It did not run: there is nothing to look up yet.
    case notRun
    case found, empty, failed
  }

  /// The operation.
  package let operation: Operation
  private let language: Language
  private let surroundings: any Surroundings
  /// Values by slot: atoms, answers, facts.
  private var input: Input
  private var shown: [Bool]
  private var enabled: [Bool]
  /// What was posted for atoms whose value could not be read.
  private var unreadable: [(place: Int, value: Value)] = []
  private var outcomes: [Outcome]
  private var knownFacts: [Bool]
  /// What the client is still typing, which is not rewritten.
  private var typed: [(place: Int, value: Value)] = []
  private var unknown: [String] = []
  private let affected: AffectedAtoms?
  private let question: Question
  private let changed: [Int]
  /// Conditions that could not be evaluated.
  package private(set) var failures: [EvaluationFailure] = []

  /// Works out the values that the question needs.
  package init(_ operation: Operation, _ question: Question, in language: Language, _ surroundings: any Surroundings) {
    self.operation = operation
    self.question = question
    self.language = language
    self.surroundings = surroundings
    changed = question.changed?.compactMap(operation.place) ?? []
    affected = question.changed == nil ? nil : operation.affected(by: changed)
    input = Input(
      values: [Value](repeating: .null, count: operation.firstFact + operation.facts.count),
      today: operation.readsClock ? CivilDate(surroundings.today) : nil)
    shown = [Bool](repeating: true, count: operation.atoms.count)
    enabled = shown
    outcomes = [Outcome](repeating: .notRun, count: operation.lookups.count)
    knownFacts = [Bool](repeating: false, count: operation.facts.count)
    let needed = affected.map { question.commit ? $0.neededToJudge : $0.needed } ?? operation.graph.order
    for node in needed where node < operation.atoms.count { input.values[node] = operation.atoms[node].preset }
    read(needed)
    for node in needed { settle(node) }
  }

  /// Reads what was posted for the nodes that are needed; nobody looks at the others.
  private mutating func read(_ needed: [Int]) {
    guard affected != nil else {
      for member in question.values.members {
        guard let place = operation.place(of: member.name), operation.atoms[place].input != nil else {
          unknown.append(member.name)
          continue
        }
        take(member.value, for: place)
      }
      return
    }
    // A change needs few of the values: they are looked for, and the others not looked at.
    for place in needed where place < operation.atoms.count {
      guard operation.atoms[place].input != nil, let value = question.values[operation.atoms[place].id] else { continue }
      take(value, for: place)
      if !question.commit && changed.contains(place) { typed.append((place, value)) }
    }
  }

  private mutating func take(_ value: Value, for place: Int) {
    if let kept = operation.atoms[place].input?.read(value) {
      input.values[place] = kept
    } else {
      input.values[place] = .null
      unreadable.append((place, value))
    }
  }

  /// The states of the atoms that the question asks for, in tree order.
  package mutating func states() -> [AtomState] {
    let judgesAll = question.changed == nil && question.commit
    return toldAtoms.map { place in
      state(of: place, judge: judgesAll || (question.commit && isJudged(place)))
    }
  }

  /// The state of every atom, each judged where it is shown; and what was posted for atoms that do not exist.
  package mutating func verdict() -> (states: [AtomState], violations: [Violation]) {
    let states = operation.atoms.indices.map { state(of: $0, judge: true) }
    let violations = states.compactMap { state -> Violation? in
      if case .wrong(let violation) = state.judgement { violation } else { nil }
    }
    return (states, violations + unknown.map { Violation("unknown").at($0) })
  }

  // MARK: - What is asked for

  private var toldAtoms: [Int] {
    guard let affected else { return Array(operation.atoms.indices) }
    guard question.commit else { return affected.told }
    let judged = affected.judged.filter { isJudged($0) && !affected.told.contains($0) }
    return judged.isEmpty ? affected.told : (affected.told + judged).sorted()
  }

  private func isJudged(_ place: Int) -> Bool {
    if changed.contains(place) { return true }
    return affected?.judged.contains(place) == true && (!input.values[place].isNull || posted(unreadable, place) != nil)
  }

  /// Whether what the look-up reads is still being typed.
  private func isPending(_ place: Int) -> Bool {
    guard let affected, !question.commit else { return false }
    return affected.values.contains(place)
  }

  private func posted(_ list: [(place: Int, value: Value)], _ place: Int) -> Value? {
    list.isEmpty ? nil : list.first { $0.place == place }?.value
  }

  private mutating func forget(_ place: Int) {
    if !unreadable.isEmpty { unreadable.removeAll { $0.place == place } }
  }

  // MARK: - Values

  private mutating func settle(_ node: Int) {
    if node >= operation.atoms.count { return look(up: node - operation.atoms.count) }
    let atom = operation.atoms[node]
    learnFacts(of: atom)
    shown[node] = holds(atom.showIf, of: atom, "showIf")
    guard shown[node] else {
      input.values[node] = .null
      forget(node)
      return
    }
    enabled[node] = holds(atom.enableIf, of: atom, "enableIf")
    if let computed = atom.computed {
      forget(node)
      input.values[node] = .null
      input.values[node] = kept(value(of: computed, for: atom, "value"), of: atom)
    } else if !enabled[node] {
      forget(node)
      input.values[node] = atom.preset
    }
  }

  /// What was computed, in the form in which the atom keeps what is posted to it.
  private mutating func kept(_ computed: Value, of atom: Atom) -> Value {
    let exact: Value = if case .float(let number) = computed { .string("\(number)") } else { computed }
    if let kept = atom.input?.read(exact) { return kept }
    failures.append(
      EvaluationFailure(atom: atom.id, dependency: "value", message: "the result is no value of \(atom.kind.name)"))
    return .null
  }

  private mutating func look(up lookup: Int) {
    let call = operation.lookups[lookup]
    let key = input.values[call.subject]
    guard !key.isNull, !isPending(call.subject), let kind = operation.atoms[call.subject].input else { return }
    guard kind.judge(key) == nil else {
      outcomes[lookup] = .empty
      return
    }
    switch surroundings.answer(of: call.name, for: key) {
    case .found(let record):
      input.values[operation.atoms.count + lookup] = record
      outcomes[lookup] = .found
    case .empty: outcomes[lookup] = .empty
    case .failed: outcomes[lookup] = .failed
    }
  }

  private mutating func learnFacts(of atom: Atom) {
    for slot in atom.facts where !knownFacts[slot - operation.firstFact] {
      let fact = slot - operation.firstFact
      knownFacts[fact] = true
      input.values[slot] = surroundings.fact(operation.facts[fact])
    }
  }

  // MARK: - States

  private mutating func state(of place: Int, judge: Bool) -> AtomState {
    let atom = operation.atoms[place]
    guard shown[place] else {
      return AtomState(
        place: place, shown: false, enabled: enabled[place], required: false, value: .null, typed: nil, caption: nil,
        options: nil, judgement: .notJudged)
    }
    learnFacts(of: atom)
    let required =
      atom.input != nil
      && (atom.requireIf == nil
        ? !atom.isOptional : holds(atom.requireIf, of: atom, "requireIf"))
    let options = dependentOptions(of: atom)
    let isComputed = atom.computed != nil
    let judgement: AtomState.Judgement =
      judge && atom.input != nil && (enabled[place] || isComputed)
      ? self.judgement(of: place, atom, required: required, options: options) : .notJudged
    let isEditable = enabled[place] && !isComputed
    return AtomState(
      place: place, shown: true, enabled: isEditable, required: required && !isComputed, value: input.values[place],
      typed: isEditable ? posted(typed, place) ?? posted(unreadable, place) : nil, caption: caption(of: atom),
      options: options,
      judgement: judgement)
  }

  private mutating func judgement(
    of place: Int, _ atom: Atom, required: Bool, options: [Value]?
  ) -> AtomState.Judgement {
    let value = input.values[place]
    guard let kind = atom.input else { return .notJudged }
    if posted(unreadable, place) != nil { return .wrong(Violation("type").at(atom.id)) }
    if value.isNull { return required ? .wrong(Violation("required").at(atom.id)) : .right }
    if let violation = kind.judge(value) { return .wrong(violation.at(atom.id)) }
    if !offers(value, kind, options) { return .wrong(Violation("option").at(atom.id)) }
    if let lookup = atom.lookup, outcomes[lookup - operation.atoms.count] == .empty {
      let name = operation.lookups[lookup - operation.atoms.count].name
      return .wrong(Violation("lookup", params: [("lookup", .string(name))]).at(atom.id))
    }
    return checked(atom, value)
  }

  private func offers(_ value: Value, _ kind: any InputKind, _ options: [Value]?) -> Bool {
    switch kind.options {
    case nil: true
    case .literal(let choices): choices.contains { $0.value == value }
    case .fact: options?.contains { $0["value"] == value } ?? false
    }
  }

  private mutating func checked(_ atom: Atom, _ value: Value) -> AtomState.Judgement {
    guard !value.isNull else { return .right }
    for check in atom.checks where !holds(check.condition, of: atom, "check", failingTo: false) {
      let reason = check.message == nil ? self.reason(of: check) : nil
      return .wrong(
        Violation(check: check.code, message: check.message ?? reason?.message, params: reason?.params ?? [])
          .at(atom.id))
    }
    return .right
  }

  /// Why a verification refuses: it is asked again with the same arguments.
  private func reason(of check: Atom.Check) -> Verification.Reason? {
    guard let call = check.condition.call, let verification = operation.verifications[call.function] else { return nil }
    let arguments = call.arguments.map { (try? $0.value(in: input)) ?? .null }
    return arguments.contains(where: \.isNull) ? nil : verification.reason(arguments)
  }

  private mutating func caption(of atom: Atom) -> String? {
    guard let source = atom.captionFrom else { return nil }
    for lookup in source.lookups {
      switch outcomes[lookup] {
      case .notRun: return (atom.caption ?? "")[language]
      case .empty, .failed: return source.failed[language]
      case .found: break
      }
    }
    let value = value(of: source.expression, for: atom, "captionFrom")
    if !value.isNull { return value.plainText }
    // Where nothing was looked up there was no failure: the values that the caption follows are not there yet.
    return source.lookups.isEmpty ? (atom.caption ?? "")[language] : source.failed[language]
  }

  private mutating func dependentOptions(of atom: Atom) -> [Value]? {
    guard case .fact(let name) = atom.input?.options, let index = operation.facts.firstIndex(of: name) else {
      return nil
    }
    let all = input.values[operation.firstFact + index].array ?? []
    guard let filter = atom.filter else { return all }
    return all.filter { option in
      input.object = option
      defer { input.object = .null }
      return holds(filter, of: atom, "filter", failingTo: false)
    }
  }

  // MARK: - Conditions

  /// A condition that cannot be evaluated fails closed: shown, required, enabled, but wrong in a check.
  private mutating func holds(
    _ condition: Condition?, of atom: Atom, _ dependency: String, failingTo closed: Bool = true
  ) -> Bool {
    guard let condition else { return true }
    do {
      return try condition.holds(in: input)
    } catch {
      failures.append(EvaluationFailure(atom: atom.id, dependency: dependency, message: "\(error)"))
      return closed
    }
  }

  private mutating func value(of expression: Expression, for atom: Atom, _ dependency: String) -> Value {
    do {
      return try expression.value(in: input)
    } catch {
      failures.append(EvaluationFailure(atom: atom.id, dependency: dependency, message: "\(error)"))
      return .null
    }
  }
}
