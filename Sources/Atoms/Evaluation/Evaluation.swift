import Conditions
package import JSON

/// What is asked of an operation: the values a person has entered, and which change the client tells of.
package struct Question: Sendable {
  /// The posted values by atom id: an absent one means the default, null means cleared.
  package var values: Object
  /// The atoms that changed; nil asks for all.
  package var changed: [String]?
  /// Whether editing has ended: then what changed is judged, and look-ups run.
  package var commit: Bool
  /// The values by the places of their atoms, where they are kept so; then `values` is not looked at.
  package var placed: PlacedValues?

  /// A question; without arguments, how the operation looks before anything is entered.
  package init(values: Object = Object(), changed: [String]? = nil, commit: Bool = false) {
    self.values = values
    self.changed = changed
    self.commit = commit
  }
}

/// One working-out of an operation: from posted values to states, each node at most once and only where needed.
package struct Evaluation: ~Copyable {
  /// The operation.
  package let operation: Operation
  /// The language of captions that follow something.
  let language: Language
  private let surroundings: any Surroundings
  /// What was posted.
  let posted: Object
  /// The same by place, where it is known.
  var placed: PlacedValues?
  /// Whether editing has ended.
  let commit: Bool
  /// What the question asks for.
  let affected: AffectedAtoms
  /// What changed, one by one, where something in an item did.
  let changes: [ChangedAtom]
  /// What is known of each slot.
  var workspace: Workspace
  /// The item that is being worked out or written; none outside of items.
  var here = ItemPlace()
  /// Posted names that are no inputs.
  var unknown: [String] = []
  /// Conditions that could not be evaluated.
  package private(set) var failures: [EvaluationFailure] = []

  /// Works out the values that the question needs.
  package init(_ operation: Operation, _ question: Question, in language: Language, _ surroundings: any Surroundings) {
    self.operation = operation
    self.language = language
    self.surroundings = surroundings
    (posted, placed, commit) = (question.values, question.placed, question.commit)
    (affected, changes) = question.changed.map(operation.affected) ?? (operation.everything, [])
    workspace = operation.workspaces.take()
    workspace.input.today = operation.readsClock ? CivilDate(surroundings.today) : nil
    read(everything: question.changed == nil)
    let (nodes, atoms) = (plan.nodes, operation.atoms)
    for node in nodes where node >= atoms.count || !atoms[node].isPlain { settle(node) }
  }

  deinit {
    var used = workspace
    used.clear(after: commit ? affected.neededToJudge : affected.needed, of: operation)
    operation.workspaces.give(&used)
  }

  /// What is worked out.
  var plan: WorkPlan { commit ? affected.neededToJudge : affected.needed }
  /// Values by slot: atoms, answers, facts.
  var input: Input {
    _read { yield workspace.buffers.input }
    _modify { yield &workspace.buffers.input }
  }
  /// What else is known of each slot.
  var marks: [Marks] {
    _read { yield workspace.buffers.marks }
    _modify { yield &workspace.buffers.marks }
  }

  // MARK: - Values

  mutating func settle(_ node: Int) {
    if node >= operation.atoms.count { return look(up: node - operation.atoms.count) }
    let atom = operation.atoms[node]
    if atom.isPlain { return }
    learnFacts(of: atom)
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
        // Where it gives nothing, a switch is off and everything else is empty.
        let given = value(of: source, for: atom, "defaultFrom")
        if !given.isNull { input.values[node] = kept(given, of: atom, "defaultFrom") }
      }
    }
    if atom.currencyFrom != nil { input.values[node] = scaled(input.values[node], of: atom) }
    if let template = atom.template { settleItems(of: template) }
  }

  /// Whether the submission of these values waits for a signature. A condition that cannot be evaluated asks for it.
  mutating func asksForSignature() -> Bool {
    guard operation.sign != nil else { return false }
    guard let condition = operation.signIf else { return true }
    for slot in condition.reads.outer where slot >= operation.firstFact { learnFact(slot) }
    do {
      return try condition.holds(in: input)
    } catch {
      failures.append(EvaluationFailure(atom: "", dependency: "signIf", message: "\(error)"))
      return true
    }
  }

  /// Whether the atom stands in a group that is hidden.
  private func isCovered(_ atom: Atom) -> Bool {
    guard let gate = atom.gate else { return false }
    return marks[gate].contains(.hidden)
  }

  /// What was computed, in the form in which the atom keeps what is posted to it.
  mutating func kept(_ computed: Value, of atom: Atom, _ dependency: String) -> Value {
    let exact: Value = if case .float(let number) = computed { .string("\(number)") } else { computed }
    if let kept = atom.input?.read(exact) { return kept }
    failures.append(
      EvaluationFailure(atom: atom.id, dependency: dependency, message: "the result is no value of \(atom.kind.name)"))
    return .null
  }

  /// The steps of asking a directory, one that answers from memory.
  private static let lookupWork = 16

  private mutating func look(up lookup: Int) {
    let call = operation.lookups[lookup]
    // The record of an item is there before anything of the item is worked out.
    guard let directory = call.directory else { return }
    let slot = operation.atoms.count + lookup
    let key = input.values[call.subject]
    guard !key.isNull, let kind = operation.atoms[call.subject].input, !isPending(call.subject, kind) else { return }
    guard kind.judge(key) == nil else { return marks[slot] = .empty }
    marks[call.subject].insert(.sound)
    _ = Work.take(Self.lookupWork)
    switch surroundings.answer(of: directory, for: key, call.terms) {
    case .found(let record):
      input.values[slot] = record
      marks[slot] = .known
    case .empty: marks[slot] = .empty
    case .failed: marks[slot] = .failed
    }
  }

  /// Whether what a look-up reads is still being typed; what is chosen is there at once.
  private func isPending(_ place: Int, _ kind: any InputKind) -> Bool {
    guard !commit, kind.notifiesOnCommit else { return false }
    guard !changes.isEmpty, here.template != nil else { return affected.values.contains(place) }
    return changes.contains { change in
      change.affected.shared(by: place).map { change.concerns($0, here.indexes) } ?? false
    }
  }

  /// Asks for the facts that anything of the atom reads, each once.
  mutating func learnFacts(of atom: Atom) {
    guard atom.readsFacts else { return }
    for slot in atom.facts { learnFact(slot) }
  }

  private mutating func learnFact(_ slot: Int) {
    guard marks[slot].isEmpty else { return }
    marks[slot] = .known
    input.values[slot] = surroundings.fact(operation.facts[slot - operation.firstFact])
  }

  // MARK: - Conditions

  /// A condition that cannot be evaluated fails closed: shown, required, enabled, but wrong in a check.
  mutating func holds(
    _ condition: Condition?, of atom: Atom, _ dependency: StaticString, failingTo closed: Bool = true
  ) -> Bool {
    guard let condition else { return true }
    do {
      return try condition.holds(in: input)
    } catch {
      note(error, of: atom, dependency)
      return closed
    }
  }

  /// The value of an expression; null where a value that it needs is not there, or where it cannot be evaluated.
  mutating func value(of expression: Expression, for atom: Atom, _ dependency: StaticString) -> Value {
    do {
      return try expression.value(in: input)
    } catch {
      // Of values that are not there yet, nothing comes: that is how every form begins, and no fault of its author.
      if !error.isOfNothing { note(error, of: atom, dependency) }
      return .null
    }
  }

  private mutating func note(_ error: EvaluationError, of atom: Atom, _ dependency: StaticString) {
    failures.append(EvaluationFailure(atom: atom.id, dependency: "\(dependency)", message: "\(error)"))
  }
}

/// A condition that could not be evaluated; its atom is treated as the language's rule for failing closed says.
package struct EvaluationFailure: Sendable {
  /// The atom's id.
  package let atom: String
  /// Which of its dependencies.
  package let dependency: String
  /// What went wrong.
  package let message: String
}
