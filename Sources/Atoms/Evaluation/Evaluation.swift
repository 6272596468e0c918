package import Conditions
import Dates
package import Texts
package import JSON

/// A client's question to an operation: the values that a person has entered, and the changes that it reports.
///
///     let empty = Question()
///     let typed = Question(values: ["bic": "044525225"], changed: ["bic"], commit: true)
package struct Question: Sendable {
  /// Posted values by atom id: a missing one means the default, null means cleared.
  package var values: Object
  /// Paths of the changed atoms, such as `lines[3].amount`; nil asks for every atom.
  package var changed: [String]?
  /// True if editing has ended: the engine then judges the changed atoms and looks their values up.
  package var commit: Bool
  /// The values by the places of their atoms, where the caller keeps them so; `values` is then ignored.
  package var placed: PlacedValues?
  /// The effects that have changed the values; nil if none has.
  package internal(set) var effects: ChangeEffects?

  /// Creates a question; without arguments it asks for the operation before anybody enters a value.
  package init(values: Object = Object(), changed: [String]? = nil, commit: Bool = false) {
    self.values = values
    self.changed = changed
    self.commit = commit
  }
}

/// One evaluation of an operation: it turns posted values into states.
///
/// It works out each node at most once, and only the nodes that the question needs.
///
///     var evaluation = Evaluation(operation, Question(values: ["bic": "044525225"]), in: .en, surroundings)
///     var writer = Writer()
///     evaluation.writeStates(to: &writer, in: .en)
package struct Evaluation: ~Copyable {
  /// The operation that is evaluated.
  package let operation: Operation
  /// The language of captions, options and texts that follow values.
  let language: Language
  let surroundings: any Environment
  /// The values as posted, by id.
  let posted: Object
  /// The posted values by place; nil if they are found by name.
  var placed: PlacedValues?
  /// True if editing has ended.
  let commit: Bool
  /// The atoms and nodes that the reported changes reach; everything for a question without `changed`.
  let affected: AffectedAtoms
  /// The effects that have changed the posted values; nil if none has.
  let effects: ChangeEffects?
  /// The changes one by one, if one of them is in an item; otherwise empty.
  let changes: [ChangedAtom]
  /// The values and marks of each slot, and the items of each repeat.
  var workspace: Workspace
  /// The place of the item that is being worked out or written; empty outside of items.
  var here = ItemPlace()
  /// Paths of the posted names that belong to no input.
  var unknown: [String] = []
  /// The conditions and expressions that could not be evaluated so far.
  package private(set) var failures: [EvaluationFailure] = []
  /// True once a slot with an unknown value was met, or may be: conditions then ask for each slot whether it is known.
  private(set) var isUncertain: Bool
  /// The reason for which something that was read since it was last taken is not known; nil if all was known.
  var doubt: UnknownReason?
  /// The reason for which the values cannot be judged; nil if they can.
  package internal(set) var undecided: UnknownReason?
  /// For computed nodes outside of items, whether everything that must be entered for them is there, as far as it was asked.
  var completeness: [Int: Bool] = [:]
  /// The captions of the chosen options, by path; nil if nobody asks for them.
  var captions: [Object.Member]?
  /// True if something that was read is not known, so that the client should ask again.
  package private(set) var hasUnknown = false

  /// Works out the values that the question needs.
  package init(_ operation: Operation, _ question: Question, in language: Language, _ surroundings: any Environment) {
    self.operation = operation
    self.language = language
    self.surroundings = surroundings
    (posted, placed, commit) = (question.values, question.placed, question.commit)
    effects = question.effects
    if let effects { failures = effects.failures }
    (affected, changes) = question.changed.map(operation.affected) ?? (operation.everything, [])
    isUncertain = operation.asksVerifications
    workspace = operation.workspaces.take()
    workspace.input.today = operation.readsClock ? CivilDate(surroundings.today) : nil
    if operation.ambient.contains(.calendar) { workspace.input.calendar = surroundings.calendar }
    read(everything: question.changed == nil)
    settlePlan()
  }

  /// Works out these nodes, and what they depend on, as if editing had ended everywhere.
  init(
    _ operation: Operation, _ values: Object, reading nodes: [Int], in language: Language,
    _ surroundings: any Environment
  ) {
    self.operation = operation
    self.language = language
    self.surroundings = surroundings
    (posted, placed, commit, effects) = (values, nil, true, nil)
    affected = AffectedAtoms(reading: Set(nodes.filter { $0 < operation.firstFact }).sorted(), in: operation.graph)
    changes = []
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

  /// The nodes to work out; with `commit` also those that only the judgement reads.
  var plan: EvaluationPlan { commit ? affected.neededToJudge : affected.needed }
  /// Values by slot: atoms, answers, facts.
  var input: ConditionInput {
    _read { yield workspace.buffers.input }
    _modify { yield &workspace.buffers.input }
  }
  /// The other notes on each slot.
  var marks: [SlotFlags] {
    _read { yield workspace.buffers.marks }
    _modify { yield &workspace.buffers.marks }
  }

  // MARK: - Values

  /// Works out one node: the value and marks of an atom, or the answer to a lookup.
  ///
  /// An atom whose value depends on something unknown is shown and locked, and its own value is unknown: whoever reads
  /// it knows as little. It leaves the reason in `doubt`.
  mutating func settle(_ node: Int) {
    if node >= operation.atoms.count { return evaluate(lookup: node - operation.atoms.count) }
    let atom = operation.atoms[node]
    if atom.isPlain { return }
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
    guard !isCovered(atom), holds(atom.showIf, of: atom, "showIf") else {
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
        // A source that gives null leaves the preset: off for a switch, empty for everything else.
        let given = value(of: source, for: atom, "defaultFrom")
        if !given.isNull { input.values[node] = kept(given, of: atom, "defaultFrom") }
      }
    }
    if atom.currencyFrom != nil { input.values[node] = scaled(input.values[node], of: atom) }
    if let template = atom.template { settleItems(of: template) }
  }

  /// Returns true if the submission of these values waits for a signature, also if `signIf` cannot be evaluated.
  ///
  /// Notes in `undecided` that it depends on something unknown.
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

  /// Returns true if a hidden group covers the atom.
  private func isCovered(_ atom: Atom) -> Bool {
    guard let gate = atom.gate else { return false }
    return marks[gate].contains(.hidden)
  }

  /// Returns a computed value in the form in which the atom keeps posted ones.
  ///
  /// Notes a failure and returns null if the atom's kind cannot read it.
  mutating func kept(_ computed: Value, of atom: Atom, _ dependency: String) -> Value {
    if let kept = atom.input?.read(computed.exact) { return kept }
    failures.append(
      EvaluationFailure(atom: atom.id, dependency: dependency, message: "the result is no value of \(atom.kind.name)"))
    return .null
  }

  /// The steps (`StepBudget`) charged for a question to a directory that answers from memory.
  private static let lookupWork = 16

  private mutating func evaluate(lookup: Int) {
    guard lookup < operation.lookups.count else { return work(outNamed: lookup - operation.lookups.count) }
    let call = operation.lookups[lookup]
    // An item's record counts as an answer too, but it is in its slot before any node of the item is worked out.
    let slot = operation.atoms.count + lookup
    guard let directory = call.directory else {
      if call.isOption { choose(call, slot) }
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
      answer = surroundings.answer(to: query, [key] + others, call.terms)
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

  /// Returns the element of a fact with that value.
  private mutating func element(of fact: String, _ key: Value) -> LookupAnswer {
    guard let index = operation.facts.firstIndex(where: { $0.name == fact }) else { return .unavailable }
    let slot = operation.firstFact + index
    learnFact(slot)
    if let reason = marks[slot].unknown { return reason == .pending ? .pending : .unavailable }
    let elements = input.values[slot].array ?? []
    guard StepBudget.take(elements.count / 16) else { return .unavailable }
    return elements.first { $0["value"] == key }.map(LookupAnswer.found) ?? .empty
  }

  /// Returns the keys of a lookup after the value of its atom; nil if one is missing or unknown, so that nothing is
  /// asked.
  private mutating func otherKeys(of call: Operation.LookupCall, for slot: Int) -> [Value]? {
    var keys: [Value] = []
    let atom = operation.atoms[call.subject]
    for expression in call.others {
      for fact in expression.reads.outer where fact >= operation.firstFact { learnFact(fact) }
      let outer = doubt
      doubt = nil
      let key = value(of: expression, for: atom, "lookup").exact
      let reason = doubt
      doubt = outer
      if let reason {
        marks[slot] = mark(of: reason)
        return nil
      }
      if key.isNull { return nil }
      keys.append(key)
    }
    return keys
  }

  /// Works out a named value, over the facts that it reads.
  ///
  /// One that depends on something unknown is unknown; one that cannot be evaluated fails all that reads it.
  private mutating func work(outNamed index: Int) {
    let named = operation.values[index]
    let slot = operation.firstValue + index
    for fact in named.expression.reads.outer where fact >= operation.firstFact { learnFact(fact) }
    do throws(EvaluationError) {
      input.values[slot] = try result(of: named.expression)
    } catch {
      if let reason = error.unknown { return marks[slot] = mark(of: reason) }
      // Every form begins with missing values, which leave the name without a value.
      if error.isOfNothing { return }
      (marks[slot], isUncertain) = (.failed, true)
      failures.append(EvaluationFailure(atom: named.name, dependency: "define", message: "\(error)"))
    }
  }

  /// Returns the mark of a slot whose value is unknown, and has the conditions ask for such marks from here on.
  mutating func mark(of reason: UnknownReason) -> SlotFlags {
    (isUncertain, hasUnknown) = (true, true)
    return SlotFlags(reason)
  }

  /// Notes that something that was read is not known.
  mutating func note(_ reason: UnknownReason) {
    doubt = reason.joined(doubt)
    hasUnknown = true
  }

  /// Notes that a value is unknown, if the slot at that place is.
  mutating func noteDoubt(of slot: Int) {
    if isUncertain, let reason = marks[slot].unknown { note(reason) }
  }

  /// Returns true if a person may still be typing the value that a lookup reads; false for a chosen value.
  private func isBeingTyped(_ place: Int, _ kind: any InputKind) -> Bool {
    guard !commit, kind.notifiesOnCommit else { return false }
    guard !changes.isEmpty, here.template != nil else { return affected.values.contains(place) }
    return changes.contains { change in
      change.affected.shared(by: place).map { change.concerns($0, here.indexes) } ?? false
    }
  }

  /// Asks the surroundings for the facts that the atom reads, each fact once.
  mutating func learnFacts(of atom: Atom) {
    guard atom.readsFacts else { return }
    for slot in atom.facts { learnFact(slot) }
  }

  /// Asks the surroundings for the fact in a slot, once.
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

  /// Returns true if the condition holds, or if there is none.
  ///
  /// A condition that cannot be evaluated fails closed: shown, required, enabled, but wrong in a check. One that
  /// depends on something unknown does so too, and leaves the reason in `doubt`.
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

  private func result(of condition: Condition) throws(EvaluationError) -> Bool {
    isUncertain
      ? try careful { marks throws(EvaluationError) in
        try condition.holds(in: input) { $0 < marks.count ? marks[$0].gap : nil }
      } : try condition.holds(in: input)
  }

  /// Runs an evaluation that asks for each slot whether it is known, and lets verifications ask the surroundings.
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
  /// Returns null if a value that it needs is missing, if it cannot be evaluated, which is noted, or if it depends on
  /// something unknown, whose reason is left in `doubt`.
  mutating func value(of expression: ConditionExpression, for atom: Atom, _ dependency: StaticString) -> Value {
    do throws(EvaluationError) {
      return try result(of: expression)
    } catch {
      // Every form begins with missing values: they are no fault of its author.
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

/// A condition or expression that could not be evaluated; its atom fails closed, as the condition language says.
package struct EvaluationFailure: Sendable {
  /// The atom's id, or the name in `define`; empty for the operation's `signIf`.
  package let atom: String
  /// The property that holds the expression, such as `showIf`, `check` or `define`.
  package let dependency: String
  /// The text of the error.
  package let message: String
}
