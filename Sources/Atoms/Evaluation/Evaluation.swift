import Conditions
import JSON

/// One working-out of an operation: from posted values to states, each node at most once and only where needed.
package struct Evaluation {
  /// The operation.
  package let operation: Operation
  /// The language of captions that follow something.
  let language: Language
  private let surroundings: any Surroundings
  /// What was posted.
  let posted: Object
  /// Whether editing has ended.
  let commit: Bool
  /// What the question asks for.
  let affected: AffectedAtoms
  /// Values by slot: atoms, answers, facts.
  var input: Input
  /// What else is known of each slot.
  var marks: [Marks]
  /// Posted names that are no inputs.
  private(set) var unknown: [String] = []
  /// Conditions that could not be evaluated.
  package private(set) var failures: [EvaluationFailure] = []

  /// Works out the values that the question needs.
  package init(_ operation: Operation, _ question: Question, in language: Language, _ surroundings: any Surroundings) {
    self.operation = operation
    self.language = language
    self.surroundings = surroundings
    (posted, commit) = (question.values, question.commit)
    affected = question.changed.map(operation.affected) ?? operation.everything
    input = Input(
      values: operation.presets, today: operation.readsClock ? CivilDate(surroundings.today) : nil)
    marks = operation.noMarks
    if question.changed == nil { readAll() } else { readNeeded() }
    for node in commit ? affected.neededToJudge : affected.needed { settle(node) }
  }

  // MARK: - What was posted

  private mutating func readAll() {
    // Clients mostly post in the order of the tree: the atom after the last one is tried before it is looked for.
    var next = 0
    for member in posted.members {
      let isNext = next < operation.atoms.count && operation.atoms[next].id == member.name
      guard let place = isNext ? next : operation.place(of: member.name), let kind = operation.atoms[place].input else {
        unknown.append(member.name)
        continue
      }
      take(member.value, for: place, kind)
      next = place + 1
    }
  }

  /// Reads the values of the atoms that are needed, which are few of those posted: the others are not looked at.
  private mutating func readNeeded() {
    for place in commit ? affected.neededToJudge : affected.needed where place < operation.atoms.count {
      let atom = operation.atoms[place]
      if let kind = atom.input, let value = posted[atom.id] {
        take(value, for: place, kind)
      }
    }
    guard !commit else { return }
    for telling in affected.tellings where telling.isChanged { marks[telling.place].insert(.typed) }
  }

  private mutating func take(_ value: Value, for place: Int, _ kind: any InputKind) {
    if let kept = kind.read(value) {
      input.values[place] = kept
    } else {
      input.values[place] = .null
      marks[place].insert(.unreadable)
    }
  }

  // MARK: - Values

  private mutating func settle(_ node: Int) {
    if node >= operation.atoms.count { return look(up: node - operation.atoms.count) }
    let atom = operation.atoms[node]
    if atom.isPlain { return }
    learnFacts(of: atom)
    guard !isCovered(atom), holds(atom.showIf, of: atom, "showIf") else {
      input.values[node] = .null
      marks[node] = .hidden
      return
    }
    let isEnabled = holds(atom.enableIf, of: atom, "enableIf")
    if !isEnabled { marks[node].insert(.disabled) }
    if let computed = atom.computed {
      marks[node].remove(.unreadable)
      input.values[node] = .null
      input.values[node] = kept(value(of: computed, for: atom, "value"), of: atom)
    } else if !isEnabled {
      marks[node].remove(.unreadable)
      input.values[node] = atom.preset
    }
  }

  /// Whether the atom stands in a group that is hidden.
  private func isCovered(_ atom: Atom) -> Bool {
    guard let gate = atom.gate else { return false }
    return marks[gate].contains(.hidden)
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
    let slot = operation.atoms.count + lookup
    let key = input.values[call.subject]
    guard !key.isNull, !isPending(call.subject), let kind = operation.atoms[call.subject].input else { return }
    guard kind.judge(key) == nil else { return marks[slot] = .empty }
    marks[call.subject].insert(.sound)
    switch surroundings.answer(of: call.directory, for: key, call.terms) {
    case .found(let record):
      input.values[slot] = record
      marks[slot] = .known
    case .empty: marks[slot] = .empty
    case .failed: marks[slot] = .failed
    }
  }

  /// Whether what a look-up reads is still being typed.
  private func isPending(_ place: Int) -> Bool { !commit && affected.values.contains(place) }

  /// Asks for the facts that anything of the atom reads, each once.
  mutating func learnFacts(of atom: Atom) {
    for slot in atom.facts where marks[slot].isEmpty {
      marks[slot] = .known
      input.values[slot] = surroundings.fact(operation.facts[slot - operation.firstFact])
    }
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

  /// The value of an expression; null where it cannot be evaluated.
  mutating func value(of expression: Expression, for atom: Atom, _ dependency: StaticString) -> Value {
    do {
      return try expression.value(in: input)
    } catch {
      note(error, of: atom, dependency)
      return .null
    }
  }

  private mutating func note(_ error: EvaluationError, of atom: Atom, _ dependency: StaticString) {
    failures.append(EvaluationFailure(atom: atom.id, dependency: "\(dependency)", message: "\(error)"))
  }
}
