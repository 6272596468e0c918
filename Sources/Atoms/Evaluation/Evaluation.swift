import Conditions
package import Essentials
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
  private let surroundings: any Surroundings
  /// The values as posted, by id.
  let posted: Object
  /// The posted values by place; nil if they are found by name.
  var placed: PlacedValues?
  /// True if editing has ended.
  let commit: Bool
  /// The atoms and nodes that the reported changes reach; everything for a question without `changed`.
  let affected: AffectedAtoms
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

  /// The nodes to work out; with `commit` also those that only the judgement reads.
  var plan: WorkPlan { commit ? affected.neededToJudge : affected.needed }
  /// Values by slot: atoms, answers, facts.
  var input: Input {
    _read { yield workspace.buffers.input }
    _modify { yield &workspace.buffers.input }
  }
  /// The other notes on each slot.
  var marks: [Marks] {
    _read { yield workspace.buffers.marks }
    _modify { yield &workspace.buffers.marks }
  }

  // MARK: - Values

  /// Works out one node: the value and marks of an atom, or the answer to a look-up.
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
        // A source that gives null leaves the preset: off for a switch, empty for everything else.
        let given = value(of: source, for: atom, "defaultFrom")
        if !given.isNull { input.values[node] = kept(given, of: atom, "defaultFrom") }
      }
    }
    if atom.currencyFrom != nil { input.values[node] = scaled(input.values[node], of: atom) }
    if let template = atom.template { settleItems(of: template) }
  }

  /// Returns true if the submission of these values waits for a signature, also if `signIf` cannot be evaluated.
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

  /// Returns true if a hidden group covers the atom.
  private func isCovered(_ atom: Atom) -> Bool {
    guard let gate = atom.gate else { return false }
    return marks[gate].contains(.hidden)
  }

  /// Returns a computed value in the form in which the atom keeps posted ones.
  ///
  /// Notes a failure and returns null if the atom's kind cannot read it.
  mutating func kept(_ computed: Value, of atom: Atom, _ dependency: String) -> Value {
    let exact: Value = if case .float(let number) = computed { .string("\(number)") } else { computed }
    if let kept = atom.input?.read(exact) { return kept }
    failures.append(
      EvaluationFailure(atom: atom.id, dependency: dependency, message: "the result is no value of \(atom.kind.name)"))
    return .null
  }

  /// The steps (`Work`) charged for a question to a directory that answers from memory.
  private static let lookupWork = 16

  private mutating func look(up lookup: Int) {
    let call = operation.lookups[lookup]
    // An item's record counts as an answer too, but it is in its slot before any node of the item is worked out.
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

  /// Returns true if somebody is still typing the value that a look-up reads; a chosen value is never pending.
  private func isPending(_ place: Int, _ kind: any InputKind) -> Bool {
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

  private mutating func learnFact(_ slot: Int) {
    guard marks[slot].isEmpty else { return }
    marks[slot] = .known
    input.values[slot] = surroundings.fact(operation.facts[slot - operation.firstFact])
  }

  // MARK: - Conditions

  /// Returns true if the condition holds, or if there is none.
  ///
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

  /// Returns the value of an expression.
  ///
  /// Returns null if a value that it needs is missing, or if it cannot be evaluated, which is noted.
  mutating func value(of expression: Expression, for atom: Atom, _ dependency: StaticString) -> Value {
    do {
      return try expression.value(in: input)
    } catch {
      // Every form begins with missing values: they are no fault of its author.
      if !error.isOfNothing { note(error, of: atom, dependency) }
      return .null
    }
  }

  private mutating func note(_ error: EvaluationError, of atom: Atom, _ dependency: StaticString) {
    failures.append(EvaluationFailure(atom: atom.id, dependency: "\(dependency)", message: "\(error)"))
  }
}

/// A condition or expression that could not be evaluated; its atom fails closed, as the condition language says.
package struct EvaluationFailure: Sendable {
  /// The atom's id; empty for the operation's `signIf`.
  package let atom: String
  /// The property that holds the expression, such as `showIf` or `check`.
  package let dependency: String
  /// The text of the error.
  package let message: String
}
