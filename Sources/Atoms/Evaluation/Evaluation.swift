import Conditions
import Dates
package import Texts
package import JSON

/// A client's request for states: the entered values and the reported changes.
package struct Question: Sendable {
  /// Posted values by atom id. A missing member means the default, and null means cleared.
  package var values: Object
  /// Paths of the changed atoms, such as `lines[3].amount`; nil requests every atom.
  package var changed: [String]?
  /// True if editing has ended. The changed atoms are then validated, and their values are looked
  /// up.
  package var commit: Bool
  /// The path of the command that the person has tapped; nil for other questions.
  package var tapped: String?
  /// The posted values by the index of the atom; if not nil, `values` is ignored.
  package var placed: PlacedValues?
  /// The change effects applied to the values; nil if none.
  var effects: ChangeEffects?
  /// The page whose states are requested; nil for the whole operation.
  package var page: FormPage?

  /// Creates a question. Without arguments it requests the initial states.
  package init(values: Object = Object(), changed: [String]? = nil, commit: Bool = false) {
    self.values = values
    self.changed = changed
    self.commit = commit
  }
}

/// One evaluation of an operation, from posted values to states.
///
/// It evaluates only the nodes that the question needs, each at most once.
package struct Evaluation: ~Copyable {
  package let operation: Operation
  /// The language of texts that depend on values.
  let language: Language
  let surroundings: any Environment
  let posted: Object
  /// The posted values by the index of the atom; nil to search by name.
  var placed: PlacedValues?
  let commit: Bool
  /// The atoms and nodes that the reported changes affect; all for a question without `changed`.
  let affected: AffectedAtoms
  /// The change effects applied to the posted values; nil if none.
  let effects: ChangeEffects?
  /// The page that the question is about; nil for the whole operation.
  let page: FormPage?
  /// The single changes if one of them is in an item; otherwise empty.
  let changes: [ChangedAtom]
  /// The values and flags by slot, and the items of each repeat.
  var workspace: Workspace
  /// The item that is being evaluated or written; empty outside of items.
  var here = ItemPlace()
  /// Paths of the posted names that are not inputs.
  var unknown: [String] = []
  /// The conditions and expressions that could not be evaluated so far.
  package internal(set) var failures: [EvaluationFailure] = []
  /// True if a slot may have an unknown value. Conditions then check each slot that they read.
  private(set) var isUncertain: Bool
  /// The reason why a value read since the last reset is unknown; nil if all are known.
  var doubt: UnknownReason?
  /// The reason why the values cannot be validated; nil if they can.
  var undecided: UnknownReason?
  /// A cache of `isComplete` for computed nodes outside of items.
  var completeness: [Int: Bool] = [:]
  /// The recorded captions by path; nil if they are not needed.
  var captions: [Object.Member]?
  /// True if checks with `judged: submit` apply: the question judges all atoms, as a submission
  /// does.
  var judgesSubmission: Bool
  /// The atoms of pages that were not shown yet. Checks that read one of them do not apply.
  var unseen: [Range<Int>] = []
  /// The prefix of the path that resolves a deep link in a formatted text; nil if clients resolve
  /// deep links.
  var routes: String?
  /// True if an unknown value was read, so that the client should retry.
  package private(set) var hasUnknown = false

  /// Evaluates the nodes that the question needs.
  package init(_ operation: Operation, _ question: Question, in language: Language, _ surroundings: any Environment) {
    self.operation = operation
    self.language = language
    self.surroundings = surroundings
    (posted, placed, commit) = (question.values, question.placed, question.commit)
    (effects, page) = (question.effects, question.page)
    if let effects { failures = effects.failures }
    if let page {
      (affected, changes) = question.changed.map { operation.affected(by: $0, on: page) } ?? (page.everything, [])
    } else {
      (affected, changes) = question.changed.map(operation.affected) ?? (operation.everything, [])
    }
    judgesSubmission = question.commit && question.changed == nil
    isUncertain = operation.asksVerifications
    workspace = operation.workspaces.take()
    workspace.input.today = operation.readsClock ? CivilDate(surroundings.today) : nil
    if operation.ambient.contains(.calendar) { workspace.input.calendar = surroundings.calendar }
    read(everything: question.changed == nil && page == nil)
    settlePlan()
  }

  /// Evaluates `nodes` and their dependencies, as if editing had ended everywhere.
  init(
    _ operation: Operation, _ values: Object, reading nodes: [Int], in language: Language,
    _ surroundings: any Environment
  ) {
    self.operation = operation
    self.language = language
    self.surroundings = surroundings
    (posted, commit) = (values, true)
    (placed, effects) = (nil, nil)
    page = nil
    affected = AffectedAtoms(reading: Set(nodes.filter { $0 < operation.firstFact }).sorted(), in: operation.graph)
    changes = []
    judgesSubmission = false
    isUncertain = operation.asksVerifications
    workspace = operation.workspaces.take()
    workspace.input.today = operation.readsClock ? CivilDate(surroundings.today) : nil
    if operation.ambient.contains(.calendar) { workspace.input.calendar = surroundings.calendar }
    read(everything: false)
    settlePlan()
  }

  @inline(__always)
  private mutating func settlePlan() {
    let (nodes, atoms) = (plan.nodes, operation.atoms)
    for node in nodes where node >= atoms.count || !atoms[node].isPlain {
      settle(node)
      doubt = nil
    }
  }

  deinit {
    var used = workspace
    used.clear(after: commit ? affected.neededToJudge : affected.needed, of: operation)
    operation.workspaces.give(&used)
  }

  /// The nodes to evaluate. If editing has ended, they include the nodes for the validation.
  var plan: EvaluationPlan { commit ? affected.neededToJudge : affected.needed }
  var input: ConditionInput {
    _read { yield workspace.buffers.input }
    _modify { yield &workspace.buffers.input }
  }
  var marks: [SlotFlags] {
    _read { yield workspace.buffers.marks }
    _modify { yield &workspace.buffers.marks }
  }

  // MARK: - Values

  /// Evaluates one node: the value and flags of an atom, a lookup answer or a named value.
  ///
  /// If the state of an atom depends on an unknown value, the atom is shown and locked. Its own
  /// value is unknown too, and the reason is added to `doubt`.
  mutating func settle(_ node: Int) {
    if node >= operation.atoms.count { return evaluate(lookup: node - operation.atoms.count) }
    let atom = operation.atoms[node]
    if atom.isPlain { return }
    if let circle = atom.circle {
      // The other inputs of the circle are evaluated with the first one.
      return circle.leader == node ? settle(circle) : ()
    }
    let outer = doubt
    doubt = nil
    work(out: atom, at: node)
    guard let reason = doubt else { return doubt = outer }
    marks[node].formUnion([SlotFlags(reason), .locked])
    doubt = reason.joined(outer)
  }

  private mutating func work(out atom: Atom, at node: Int) {
    learnFacts(of: atom)
    if isUncertain, let gate = atom.gate, let reason = marks[gate].unknown { note(reason) }
    guard isShown(atom) else {
      input.values[node] = .null
      marks[node] = .hidden
      if let template = atom.template { workspace.items[template.number] = ItemList() }
      return
    }
    let isEnabled = holds(atom.enableIf, of: atom, "enableIf")
    if !isEnabled { marks[node].insert(.disabled) }
    if let computed = atom.computed {
      marks[node].remove(.unreadable)
      input.values[node] = .null
      input.values[node] = kept(value(of: computed, for: atom, "value"), of: atom, "value")
    } else if !isEnabled || atom.presetFrom != nil && posted(for: atom, at: node) == nil {
      marks[node].remove(.unreadable)
      input.values[node] = atom.preset
      if let source = atom.presetFrom {
        // If the source is null, the value is the preset: false for a toggle, null for other kinds.
        let given = value(of: source, for: atom, "defaultFrom")
        if let template = atom.template {
          if doubt != nil || !given.isNull { input.values[node] = items(from: given, of: template, "defaultFrom") }
        } else if !given.isNull {
          input.values[node] = kept(given, of: atom, "defaultFrom")
        }
      }
    }
    if atom.currencyFrom != nil { input.values[node] = scaled(input.values[node], of: atom) }
    if let template = atom.template { settleItems(of: template) }
  }

  /// Returns true if a submission of these values must be signed, or if `signIf` cannot be
  /// evaluated.
  ///
  /// Adds the reason to `undecided` if the result is unknown.
  mutating func asksForSignature() -> Bool {
    guard operation.sign != nil else { return false }
    guard let condition = operation.signIf else { return true }
    for slot in condition.reads.outer where slot >= operation.firstFact { learnFact(slot) }
    do {
      return try result(of: condition)
    } catch {
      if let reason = error.unknown {
        undecided = reason.joined(undecided)
      } else {
        failures.append(EvaluationFailure(atom: "", dependency: "signIf", message: "\(error)"))
      }
      return true
    }
  }

  /// Returns the values of `send`, without those that are null.
  ///
  /// If a value is unknown or cannot be evaluated, adds the reason to `undecided`: the submission
  /// is not accepted without it.
  mutating func derivedValues() -> Object {
    var members: [Object.Member] = []
    for sent in operation.sent {
      for slot in sent.expression.reads.outer where slot >= operation.firstFact { learnFact(slot) }
      do {
        let value = try result(of: sent.expression).exact
        guard !value.isNull else { continue }
        members.append(Object.Member(name: sent.name, value: value.stored))
      } catch {
        if error.isOfNothing { continue }
        if error.unknown == nil {
          failures.append(EvaluationFailure(atom: sent.name, dependency: "send", message: "\(error)"))
        }
        undecided = (error.unknown ?? .unavailable).joined(undecided)
      }
    }
    return Object(unique: members)
  }

  /// Returns true if no condition of the atom or of an enclosing group hides it.
  mutating func isShown(_ atom: Atom) -> Bool { !isCovered(atom) && holds(atom.showIf, of: atom, "showIf") }

  private func isCovered(_ atom: Atom) -> Bool {
    guard let gate = atom.gate else { return false }
    return marks[gate].contains(.hidden)
  }

  /// Returns a computed value in the form in which the atom stores posted values.
  ///
  /// Returns null and records a failure if the atom's kind rejects it.
  mutating func kept(_ computed: Value, of atom: Atom, _ dependency: String) -> Value {
    if let kept = atom.input?.read(computed.exact) { return kept }
    failures.append(
      EvaluationFailure(
        atom: atom.id, dependency: dependency, message: "the result is not a valid value of \(atom.kind.name)"))
    return .null
  }

  /// The steps that are charged to `StepBudget` for a query to a directory or bank system.
  private static let lookupWork = 16

  private mutating func evaluate(lookup: Int) {
    guard lookup < operation.lookups.count else {
      return work(out: operation.values[lookup - operation.lookups.count], in: operation.atoms.count + lookup)
    }
    let call = operation.lookups[lookup]
    // The slot of an item's record is set before any node of the item is evaluated.
    let slot = operation.atoms.count + lookup
    guard let directory = call.directory else {
      if call.isOption { choose(call, slot) } else if let named = call.named { work(out: named, in: slot) }
      return
    }
    if isUncertain, let reason = marks[call.subject].unknown { return marks[slot] = mark(of: reason) }
    let key = input.values[call.subject]
    guard !key.isNull, let kind = operation.atoms[call.subject].input, !isBeingTyped(call.subject, kind) else { return }
    guard kind.judge(key) == nil else { return marks[slot] = .empty }
    marks[call.subject].insert(.sound)
    _ = StepBudget.take(Self.lookupWork)
    let answer: LookupAnswer
    if let fact = call.searchedFact {
      answer = element(of: fact, key)
    } else if let query = call.query {
      guard let others = otherKeys(of: call, for: slot) else { return }
      answer = call.confirmed(surroundings.answer(to: query, [key] + others, call.terms), by: others)
    } else if let table = call.table {
      guard let others = otherKeys(of: call, for: slot) else { return }
      answer = table.answer([key] + others, in: language)
    } else {
      answer = surroundings.answer(of: directory, for: key)
    }
    switch answer {
    case .found(let record):
      input.values[slot] = record
      marks[slot] = .known
    case .empty: marks[slot] = .empty
    case .pending: marks[slot] = mark(of: .pending)
    case .unavailable: marks[slot] = mark(of: .unavailable)
    }
  }

  /// Returns the element of a fact whose `value` is `key`.
  private mutating func element(of fact: String, _ key: Value) -> LookupAnswer {
    guard let index = operation.facts.firstIndex(where: { $0.name == fact }) else { return .unavailable }
    let slot = operation.firstFact + index
    learnFact(slot)
    if let reason = marks[slot].unknown { return reason == .pending ? .pending : .unavailable }
    let elements = input.values[slot].array ?? []
    guard StepBudget.take(elements.count / 16) else { return .unavailable }
    return elements.first { $0["value"] == key }.map(LookupAnswer.found) ?? .empty
  }

  /// Returns the additional keys of a lookup; nil if one is missing or unknown, so that no query is
  /// made. An option of a search without its keys does not exist.
  private mutating func otherKeys(of call: Operation.LookupCall, for slot: Int) -> [Value]? {
    var keys: [Value] = []
    let atom = operation.atoms[call.subject]
    for expression in call.others {
      let (key, reason) = key(expression, for: atom)
      if let reason {
        marks[slot] = mark(of: reason)
        return nil
      }
      guard !key.isNull else {
        if call.search != nil { marks[slot] = .empty }
        return nil
      }
      keys.append(key)
    }
    return keys
  }

  /// Returns the value of an additional key, and the reason if it is unknown.
  mutating func key(_ expression: ConditionExpression, for atom: Atom) -> (value: Value, unknown: UnknownReason?) {
    for fact in expression.reads.outer where fact >= operation.firstFact { learnFact(fact) }
    let outer = doubt
    defer { doubt = outer }
    doubt = nil
    let key = value(of: expression, for: atom, "lookup").exact
    return (key, doubt)
  }

  /// Evaluates a named value and the facts that it reads.
  ///
  /// If it depends on an unknown value, it is unknown. If it cannot be evaluated, the expressions
  /// that read it fail too.
  private mutating func work(out named: Operation.NamedValue, in slot: Int) {
    for fact in named.expression.reads.outer where fact >= operation.firstFact { learnFact(fact) }
    do throws(EvaluationError) {
      input.values[slot] = try result(of: named.expression)
    } catch {
      if let reason = error.unknown { return marks[slot] = mark(of: reason) }
      // In a new form, values are still missing, so this is not a failure.
      if error.isOfNothing { return }
      (marks[slot], isUncertain) = (.failed, true)
      failures.append(EvaluationFailure(atom: named.name, dependency: "define", message: "\(error)"))
    }
  }

  /// Returns the flag of an unknown value. From now on, conditions check each slot that they read.
  mutating func mark(of reason: UnknownReason) -> SlotFlags {
    (isUncertain, hasUnknown) = (true, true)
    return SlotFlags(reason)
  }

  /// Records that an unknown value was read.
  mutating func note(_ reason: UnknownReason) {
    doubt = reason.joined(doubt)
    hasUnknown = true
  }

  /// Records an unknown value if the value in `slot` is unknown.
  mutating func noteDoubt(of slot: Int) {
    if isUncertain, let reason = marks[slot].unknown { note(reason) }
  }

  /// Returns true if a person may still be typing the value of a lookup; false for a chosen value.
  private func isBeingTyped(_ place: Int, _ kind: any InputKind) -> Bool {
    guard !commit, kind.notifiesOnCommit else { return false }
    guard !changes.isEmpty, here.template != nil else { return affected.values.contains(place) }
    return changes.contains { change in
      change.affected.shared(by: place).map { change.concerns($0, here.indexes) } ?? false
    }
  }

  /// Reads the facts of an atom from the environment, each at most once.
  mutating func learnFacts(of atom: Atom) {
    guard atom.readsFacts else { return }
    for slot in atom.facts { learnFact(slot) }
  }

  /// Reads the fact in `slot` from the environment, at most once.
  mutating func learnFact(_ slot: Int) {
    guard marks[slot].isEmpty else { return }
    let fact = operation.facts[slot - operation.firstFact]
    guard let query = fact.query else {
      marks[slot] = .known
      input.values[slot] = surroundings.fact(fact.name)
      return
    }
    let answer = surroundings.answer(to: query, [], LookupTerms())
    marks[slot] = answer.unknown.map { mark(of: $0) } ?? .known
    if case .found(let value) = answer { input.values[slot] = value }
  }

  // MARK: - Conditions

  /// Returns true if the condition holds or is nil.
  ///
  /// If the condition cannot be evaluated, records a failure and returns `closed`. If it depends on
  /// an unknown value, returns `closed` and adds the reason to `doubt`.
  mutating func holds(
    _ condition: Condition?, of atom: Atom, _ dependency: StaticString, failingTo closed: Bool = true
  ) -> Bool {
    guard let condition else { return true }
    do {
      return try result(of: condition)
    } catch {
      note(error, of: atom, dependency)
      return closed
    }
  }

  /// Returns the result of a condition; nil if it is unknown or cannot be evaluated.
  func outcome(of condition: Condition) -> Bool? { try? result(of: condition) }

  private func result(of condition: Condition) throws(EvaluationError) -> Bool {
    isUncertain
      ? try careful { marks throws(EvaluationError) in
        try condition.holds(in: input) { $0 < marks.count ? marks[$0].gap : nil }
      } : try condition.holds(in: input)
  }

  /// Runs an evaluation that checks each slot for unknown values, and lets verifications query bank
  /// systems.
  private func careful<Value>(
    _ evaluate: ([SlotFlags]) throws(EvaluationError) -> Value
  ) throws(EvaluationError) -> Value {
    let marks = marks
    func run() -> Result<Value, EvaluationError> {
      do throws(EvaluationError) { return .success(try evaluate(marks)) } catch { return .failure(error) }
    }
    return try (operation.asksVerifications ? CurrentSurroundings.with(surroundings, run) : run()).get()
  }

  /// Returns the value of an expression.
  ///
  /// Returns null in these cases:
  ///
  /// - a value that the expression needs is missing
  /// - the expression cannot be evaluated, which is recorded as a failure
  /// - it depends on an unknown value, and the reason is added to `doubt`
  mutating func value(of expression: ConditionExpression, for atom: Atom, _ dependency: StaticString) -> Value {
    do throws(EvaluationError) {
      return try result(of: expression)
    } catch {
      // In a new form, values are still missing, so this is not a failure.
      if !error.isOfNothing { note(error, of: atom, dependency) }
      return .null
    }
  }

  private func result(of expression: ConditionExpression) throws(EvaluationError) -> Value {
    guard isUncertain else { return try expression.value(in: input) }
    return try careful { marks throws(EvaluationError) in
      try expression.value(in: input) { $0 < marks.count ? marks[$0].gap : nil }
    }
  }

  private mutating func note(_ error: EvaluationError, of atom: Atom, _ dependency: StaticString) {
    if let reason = error.unknown { return note(reason) }
    failures.append(EvaluationFailure(atom: atom.id, dependency: "\(dependency)", message: "\(error)"))
  }
}

/// A condition or expression that could not be evaluated.
package struct EvaluationFailure: Sendable {
  /// The id of the atom, or the name in `define`; empty for `signIf` of the operation.
  package let atom: String
  /// The property with the expression, such as `showIf`, `check` or `define`.
  package let dependency: String
  package let message: String
}
