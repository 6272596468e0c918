import Conditions
package import Texts
package import JSON

extension Operation {
  /// True if a reported change can change other posted values.
  package var hasChangeEffects: Bool { !changeEffectOrder.isEmpty || hasCircles }

  /// Returns the question with the change effects of its changes applied. Changed inputs are added
  /// to `changed`.
  ///
  /// - Effects run in one pass, each before the effects of the atoms that it changes.
  /// - An input that the question itself reports as changed keeps the entered value.
  /// - While a text is being typed, its effect does not run. It runs when editing has ended.
  /// - A value that is unknown or cannot be evaluated fills nothing.
  /// - The effect of a tapped command replaces entered values too. Earlier clients report a tap as
  ///   the value true of the command. Only the first such command of a question has an effect.
  /// - Inputs that follow a changed one (`either`) no longer count as entered.
  package func applyingChangeEffects(
    of question: Question, in language: Language, _ surroundings: any Environment
  ) -> Question {
    guard hasChangeEffects, question.changed != nil || question.tapped != nil else { return question }
    var question = question
    if let tapped = question.tapped { question.changed = (question.changed ?? []) + [tapped] }
    let changed = question.changed ?? []
    var answered =
      changeEffectOrder.isEmpty ? question : runningEffects(of: question, changed, in: language, surroundings)
    guard hasCircles else { return answered }
    // The person's own changes take precedence over those of effects.
    let filled = answered.changed.map { $0.dropFirst(changed.count) } ?? []
    answered.values = keepingLastEntries(answered.values, changed: filled + changed)
    return answered
  }

  private func runningEffects(
    of question: Question, _ changed: [String], in language: Language, _ surroundings: any Environment
  ) -> Question {
    var run = EffectRun(self, question.values, language, surroundings)
    var known: Set<String> = []
    var hasSwitch = false
    for path in changed where known.insert(path).inserted {
      guard let (place, indexes) = place(atPath: path) else { continue }
      guard let input = atoms[place].input else {
        let isTapped = path == question.tapped
        let isSwitched = !isTapped && !hasSwitch && run.isSwitchedOn(place, indexes)
        if isSwitched { hasSwitch = true }
        // A refusal is found by one more evaluation.
        if isTapped || isSwitched, StepBudget.take(atoms.count),
          refusal(ofTapOn: path, question.values, in: language, surroundings) == nil
        {
          run.tap(place, indexes)
        }
        continue
      }
      run.note(place, indexes, isComplete: question.commit || !input.notifiesOnCommit)
    }
    run.go()
    guard !run.applied.changes.isEmpty || !run.applied.failures.isEmpty else { return question }
    var question = question
    question.values = run.values
    question.changed = changed + run.applied.changes.map { path(of: $0.place, $0.indexes) }
    question.effects = run.applied
    return question
  }

  /// Returns the violation of a tap on a command: `unknown`, `hidden` or `disabled`; nil if it is
  /// allowed.
  package func refusal(
    ofTapOn path: String, _ values: Object, in language: Language, _ surroundings: any Environment
  ) -> Violation? {
    guard let (place, indexes) = place(atPath: path), atoms[place].isCommand else {
      return Violation("unknown").at(path)
    }
    var evaluation = Evaluation(self, values, reading: [place], in: language, surroundings)
    guard evaluation.enter(indexes, around: place) else { return Violation("unknown").at(path) }
    if evaluation.marks[place].contains(.hidden) { return Violation("hidden").at(path) }
    return evaluation.marks[place].isDisjoint(with: [.disabled, .locked]) ? nil : Violation("disabled").at(path)
  }

  private func path(of place: Int, _ indexes: [Int]) -> String {
    let template = atoms[place].position.owner.flatMap { atoms[$0].template }
    return (template?.prefix(indexes) ?? "") + atoms[place].id
  }
}

/// One pass over the effects of the changes that a question reports.
private struct EffectRun {
  private let operation: Operation
  private let language: Language
  private let surroundings: any Environment
  /// The posted values with the changes of effects so far.
  private(set) var values: Object
  private(set) var applied = ChangeEffects()
  /// The item indexes of the atoms whose effects must run, by the index of the atom.
  private var waiting: [Int: [[Int]]] = [:]
  /// The item indexes of the atoms that the person has changed, by the index of the atom.
  private var entered: [Int: Set<[Int]>] = [:]
  /// True if the members of `values` are decoded.
  private var isDecoded = false

  init(_ operation: Operation, _ values: Object, _ language: Language, _ surroundings: any Environment) {
    (self.operation, self.values, self.language, self.surroundings) = (operation, values, language, surroundings)
  }

  /// Records an atom that the person has changed. The effect of an incomplete change does not run.
  mutating func note(_ place: Int, _ indexes: [Int], isComplete: Bool) {
    guard entered[place, default: []].insert(indexes).inserted else { return }
    if isComplete, operation.atoms[place].onChange != nil { waiting[place, default: []].append(indexes) }
  }

  /// Returns true if an earlier client has posted true for the command at `place`.
  mutating func isSwitchedOn(_ place: Int, _ indexes: [Int]) -> Bool {
    let atom = operation.atoms[place]
    guard atom.isCommand else { return false }
    decode()
    return object(at: indexes, of: atom)?[atom.id] == true
  }

  /// Records a tap on the command at `place`.
  mutating func tap(_ place: Int, _ indexes: [Int]) { waiting[place, default: []].append(indexes) }

  /// Decodes the members once. An object from an outline decodes a member on each access.
  private mutating func decode() {
    guard !isDecoded else { return }
    isDecoded = true
    values = Object(unique: values.members)
  }

  mutating func go() {
    guard !waiting.isEmpty else { return }
    decode()
    for place in operation.changeEffectOrder {
      guard let items = waiting[place], let effect = operation.atoms[place].onChange else { continue }
      guard StepBudget.take(items.count * (4 + effect.targets.count)) else { return }
      var edits: [Edit] = []
      let isCommand = operation.atoms[place].isCommand
      for indexes in items { edits += effect.resets.compactMap { edit($0, indexes, nil, isCommanded: isCommand) } }
      apply(edits)
      guard !effect.sets.isEmpty else { continue }
      apply(filled(by: effect, at: place, items))
    }
  }

  /// The new value of an input; nil to reset it.
  private typealias Edit = (place: Int, indexes: [Int], posted: Value?)

  /// Returns the change of an input to a value; nil if the input already has the value, or if the
  /// person has just entered one and no command changes it.
  private func edit(_ place: Int, _ indexes: [Int], _ posted: Value?, isCommanded: Bool) -> Edit? {
    let atom = operation.atoms[place]
    guard isCommanded || entered[place]?.contains(indexes) != true && !hasEntries(inItemsOf: atom, indexes),
      let input = atom.input,
      let item = object(at: indexes, of: atom)
    else {
      return nil
    }
    let before = item[atom.id]
    guard let posted else { return before == nil ? nil : (place, indexes, nil) }
    let kept = before.map { input.read($0) } ?? (atom.presetFrom == nil ? atom.preset : nil)
    return kept == input.read(posted) ? nil : (place, indexes, posted)
  }

  /// Returns true if the person has just changed an atom in the items of a list.
  private func hasEntries(inItemsOf atom: Atom, _ indexes: [Int]) -> Bool {
    guard let template = atom.template else { return false }
    return template.atoms.contains { place in entered[place]?.contains { $0.starts(with: indexes) } == true }
  }

  /// Returns the posted object that contains the atom's value; nil if absent.
  private func object(at indexes: [Int], of atom: Atom) -> Object? {
    let names = atom.position.owner.flatMap { operation.atoms[$0].template }?.names ?? []
    var object: Object? = values
    for (name, index) in zip(names, indexes) {
      guard let list = object?[name]?.array, list.indices.contains(index) else { return nil }
      object = list[index].object
    }
    return object
  }

  private mutating func apply(_ edits: [Edit]) {
    for edit in edits {
      guard StepBudget.take(16 + values.count / 4) else { return }
      let atom = operation.atoms[edit.place]
      let names = atom.position.owner.flatMap { operation.atoms[$0].template }?.names ?? []
      values.put(edit.posted, at: atom.id, insideItems: zip(names, edit.indexes).map { ($0, $1) }[...])
      applied.note(.init(place: edit.place, indexes: edit.indexes, posted: edit.posted))
      if atom.onChange != nil { waiting[edit.place, default: []].append(edit.indexes) }
    }
  }

  /// Evaluates the values that an effect fills in, based on the current values.
  private mutating func filled(by effect: ChangeEffect, at place: Int, _ items: [[Int]]) -> [Edit] {
    var evaluation = Evaluation(
      operation, values, reading: [place] + effect.reads, in: language, surroundings)
    var edits: [Edit] = []
    let isCommand = operation.atoms[place].isCommand
    for indexes in items where evaluation.enter(indexes, around: place) {
      // If the item was posted for another record, its index is out of date.
      let posted = object(at: indexes, of: operation.atoms[place])
      guard indexes.isEmpty || evaluation.here.posted == posted else { continue }
      for filling in effect.sets {
        for (target, posted) in evaluation.values(of: filling) {
          if let edit = edit(target, indexes, posted, isCommanded: isCommand) { edits.append(edit) }
        }
      }
    }
    applied.failures += evaluation.failures
    return edits
  }
}

extension Object {
  /// Sets or removes a member in the item that the names and indexes lead to.
  mutating func put(
    _ value: Value?, at id: String, insideItems items: ArraySlice<(name: String, index: Int)>
  ) {
    guard let (name, index) = items.first else { return self[id] = value }
    guard var list = self[name]?.array, list.indices.contains(index), var item = list[index].object else { return }
    // Remove the other references, so that the list is changed in place and not copied.
    self[name] = .null
    list[index] = .null
    item.put(value, at: id, insideItems: items.dropFirst())
    list[index] = .object(item)
    self[name] = .array(list)
  }
}

extension Evaluation {
  /// Returns the values that an effect fills in, in the form that a client posts, by the index of
  /// the input.
  ///
  /// A value that is unknown or cannot be evaluated fills nothing.
  fileprivate mutating func values(of filling: ChangeEffect.Filling) -> [(target: Int, posted: Value)] {
    let expression = filling.expression
    guard let first = filling.targets.first else { return [] }
    for slot in expression.reads.outer where slot >= operation.firstFact { learnFact(slot) }
    let noted = failures.count
    doubt = nil
    let value = self.value(of: expression, for: operation.atoms[first.place], "onChange")
    guard doubt == nil, failures.count == noted else { return [] }
    return filling.targets.compactMap { target in
      let own = target.path.reduce(value) { $0[$1] ?? .null }
      return posted(own, as: operation.atoms[target.place]).map { (target.place, $0) }
    }
  }

  /// Returns a value as a client posts it for an input; nil if it is not a value of the input.
  private mutating func posted(_ value: Value, as atom: Atom) -> Value? {
    let noted = failures.count
    if let template = atom.template {
      let items = items(from: value, of: template, "onChange")
      return failures.count == noted ? items : nil
    }
    let kept = self.kept(value, of: atom, "onChange")
    return failures.count == noted ? atom.input?.wire(kept) : nil
  }

  /// Loads the item with these indexes that contains the atom at `place`; returns false if the item
  /// does not exist.
  fileprivate mutating func enter(_ indexes: [Int], around place: Int) -> Bool {
    here = ItemPlace()
    let atoms = operation.atoms
    let owners = Array(sequence(first: place) { atoms[$0].position.owner }.dropFirst()).reversed()
    guard owners.count == indexes.count else { return false }
    for (owner, index) in zip(owners, indexes) {
      guard let template = atoms[owner].template else { return false }
      let items = workspace.items[template.number].items
      guard items.indices.contains(index), items[index].isKnown else { return false }
      open(index, of: template)
    }
    return true
  }
}
