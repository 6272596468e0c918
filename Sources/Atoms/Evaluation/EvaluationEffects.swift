import Conditions
package import Texts
import JSON

extension Operation {
  /// True if a change of an atom clears or fills others.
  package var hasChangeEffects: Bool { !changeEffectOrder.isEmpty }

  /// Returns the question with what the changes that it reports clear and fill, reported as changed too.
  ///
  /// - Effects run in one pass, each before those of the atoms that it changes: no atom is changed twice by one way.
  /// - An input that the question itself reports as changed keeps what the person entered.
  /// - A text that is still being typed changes nothing: its effect runs once editing has ended.
  /// - A value that is not known, or that cannot be worked out, fills nothing.
  ///
  ///     let asked = Question(values: values, changed: ["country"], commit: true)
  ///     var evaluation = Evaluation(operation, operation.applyingChangeEffects(of: asked, in: .en, world), in: .en, world)
  package func applyingChangeEffects(
    of question: Question, in language: Language, _ surroundings: any Environment
  ) -> Question {
    guard hasChangeEffects, let changed = question.changed else { return question }
    var run = EffectRun(self, question.values, language, surroundings)
    for path in changed {
      guard let (place, indexes) = place(atPath: path), let input = atoms[place].input else { continue }
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
  /// The posted values, as far as effects have changed them.
  private(set) var values: Object
  private(set) var applied = ChangeEffects()
  /// The items of the atoms whose effects run, by place.
  private var waiting: [Int: [[Int]]] = [:]
  /// The items of the atoms that the person has changed, by place.
  private var entered: [Int: Set<[Int]>] = [:]

  init(_ operation: Operation, _ values: Object, _ language: Language, _ surroundings: any Environment) {
    (self.operation, self.values, self.language, self.surroundings) = (operation, values, language, surroundings)
  }

  /// Notes an atom that the person has changed; an incomplete change has no effect yet.
  mutating func note(_ place: Int, _ indexes: [Int], isComplete: Bool) {
    guard entered[place, default: []].insert(indexes).inserted else { return }
    if isComplete, operation.atoms[place].onChange != nil { waiting[place, default: []].append(indexes) }
  }

  mutating func go() {
    guard !waiting.isEmpty else { return }
    // Values that were read as they came are read anew at each look; they are looked at often here.
    values = Object(unique: values.members)
    for place in operation.changeEffectOrder {
      guard let items = waiting[place], let effect = operation.atoms[place].onChange else { continue }
      guard StepBudget.take(items.count * (4 + effect.targets.count)) else { return }
      var edits: [Edit] = []
      for indexes in items { edits += effect.resets.compactMap { edit($0, indexes, nil) } }
      apply(edits)
      guard !effect.sets.isEmpty else { continue }
      apply(filled(by: effect, at: place, items))
    }
  }

  /// The new value of an input; nil where nobody has entered one.
  private typealias Edit = (place: Int, indexes: [Int], posted: Value?)

  /// Returns the change of an input to a value; nil if it has that value already, or if the person has just entered one.
  private func edit(_ place: Int, _ indexes: [Int], _ posted: Value?) -> Edit? {
    let atom = operation.atoms[place]
    guard entered[place]?.contains(indexes) != true, let input = atom.input, let item = object(at: indexes, of: atom)
    else {
      return nil
    }
    let before = item[atom.id]
    guard let posted else { return before == nil ? nil : (place, indexes, nil) }
    let kept = before.map { input.read($0) } ?? (atom.presetFrom == nil ? atom.preset : nil)
    return kept == input.read(posted) ? nil : (place, indexes, posted)
  }

  /// Returns the posted object that the atom's value stands in; nil if there is none.
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

  /// Works out what an effect fills in the items of its atom, over the values as they are now.
  private mutating func filled(by effect: ChangeEffect, at place: Int, _ items: [[Int]]) -> [Edit] {
    var evaluation = Evaluation(
      operation, values, reading: [place] + effect.reads, in: language, surroundings)
    var edits: [Edit] = []
    for indexes in items where evaluation.enter(indexes, around: place) {
      // An index of the client's list may be that of another record now.
      let posted = object(at: indexes, of: operation.atoms[place])
      guard indexes.isEmpty || evaluation.here.posted == posted else { continue }
      for (target, expression) in effect.sets {
        guard let posted = evaluation.value(filling: target, with: expression) else { continue }
        if let edit = edit(target, indexes, posted) { edits.append(edit) }
      }
    }
    applied.failures += evaluation.failures
    return edits
  }
}

extension Object {
  /// Puts a value into the object, or removes it, in the item that the names and indexes of lists lead to.
  fileprivate mutating func put(
    _ value: Value?, at id: String, insideItems items: ArraySlice<(name: String, index: Int)>
  ) {
    guard let (name, index) = items.first else { return self[id] = value }
    guard var list = self[name]?.array, list.indices.contains(index), var item = list[index].object else { return }
    // Held in one place only, the list is changed and not copied.
    self[name] = .null
    list[index] = .null
    item.put(value, at: id, insideItems: items.dropFirst())
    list[index] = .object(item)
    self[name] = .array(list)
  }
}

extension Evaluation {
  /// Returns what a client would post for the value that an effect fills an input with.
  ///
  /// Returns nil if the value is not known or cannot be worked out.
  fileprivate mutating func value(filling target: Int, with expression: ConditionExpression) -> Value? {
    for slot in expression.reads.outer where slot >= operation.firstFact { learnFact(slot) }
    let (atom, noted) = (operation.atoms[target], failures.count)
    doubt = nil
    let value = self.value(of: expression, for: atom, "onChange")
    guard doubt == nil, failures.count == noted else { return nil }
    let kept = self.kept(value, of: atom, "onChange")
    return failures.count == noted ? atom.input?.wire(kept) : nil
  }

  /// Loads the item with these indexes around an atom into the slots; returns false if there is no such item.
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
