import Conditions
import SourceText

/// The conditions and names of an operation, recorded for checks of the whole operation.
struct Review {
  struct Noted {
    let condition: Condition
    let logic: Logic
    let location: Location
    /// The slot of the checked atom, which has a value when the check runs.
    let subject: Slot?
    let isCheck: Bool
  }

  struct Definition {
    let name: String
    let location: Location
  }

  private(set) var conditions: [Noted] = []
  private(set) var definitions: [Definition] = []
  private(set) var usedDefinitions: Set<String> = []
  private(set) var usedSlots: Set<Int> = []
  /// The ambient inputs, such as the clock, that are read anywhere in the operation.
  private(set) var ambient: Ambient = []
  /// The constant limits of atoms with checks, by the index of the atom.
  private(set) var bounds: [Int: Logic] = [:]

  mutating func note(bounds logic: Logic?, at place: Int) { bounds[place] = logic }

  mutating func note(_ condition: Condition, at location: Location, checking subject: Slot?) {
    note(condition.reads)
    // A parameter may make a condition constant in this inclusion and not in another one, so it is
    // not reviewed.
    guard !condition.reads.readsConstants else { return }
    conditions.append(
      Noted(condition: condition, logic: condition.logic, location: location, subject: subject, isCheck: subject != nil)
    )
  }

  /// Records the definitions, slots and ambient inputs that are read.
  mutating func note(_ reads: Reads) {
    ambient.formUnion(reads.ambient)
    usedDefinitions.formUnion(reads.definitions)
    usedSlots.formUnion(reads.outer)
  }

  mutating func note(_ condition: Condition, named name: String, at location: Location, name key: Location) {
    if !condition.reads.readsConstants {
      conditions.append(
        Noted(condition: condition, logic: condition.logic, location: location, subject: nil, isCheck: false))
    }
    definitions.append(Definition(name: name, location: key))
    note(condition.reads)
  }
}

extension OperationCompiler {
  /// Adds the findings that need the whole operation: constant conditions, atoms that are never
  /// shown, unused names.
  mutating func checkWhole(_ atoms: [AtomParts], _ graph: DependencyGraph, hasEffect: Bool) {
    guard !diagnostics.hasErrors else { return }
    if !hasEffect { checkTaps() }
    let (knowledge, known) = knowledge(of: atoms, graph)
    for slot in knowledge.empty.sorted() {
      guard case .outer(let place) = slot, drafts.indices.contains(place), isRequired(drafts[place], atoms[place])
      else {
        continue
      }
      diagnostics.error(
        "`\(drafts[place].id)` is required and can never be shown, whatever is entered", at: drafts[place].idLocation)
    }
    let warning = Set(atoms.flatMap(\.checks).filter { !$0.canRefuse }.map(\.condition))
    for noted in review.conditions {
      var knowledge = knowledge
      if let subject = noted.subject { knowledge.filled.insert(subject) }
      let settled = noted.subject == nil ? known[noted.condition] : nil
      let verdict = settled ?? Verdict.of([noted.logic], knowing: knowledge)
      let refuses = !warning.contains(noted.condition)
      if verdict == nil, let subject = noted.subject, case .outer(let place) = subject,
        let limits = review.bounds[place]
      {
        knowledge.shownIf[subject, default: []].append(limits)
        report(Verdict.of([noted.logic], knowing: knowledge), of: noted, refuses: refuses, isLimited: true)
      } else {
        report(verdict, of: noted, refuses: refuses)
      }
    }
    checkRequired(atoms, knowledge)
    checkComputed(atoms, knowledge)
    checkCaptions(knowledge)
    checkUse(by: atoms)
  }

  /// Warns of buttons that submit an operation without an effect.
  private mutating func checkTaps() {
    for draft in drafts where (draft.kind as? any ActingKind)?.action == .submit {
      diagnostics.warning(
        "`\(draft.id)` submits, but the operation has no `effect`: every submission is rejected", at: draft.idLocation)
    }
  }

  /// Adds a remark for each input and button without a caption.
  private mutating func checkCaptions(_ knowledge: Verdict.Knowledge) {
    for (place, draft) in drafts.enumerated() where draft.captionFrom == nil {
      let isInput = draft.input != nil && !(draft.kind is RepeatKind)
      guard isInput || draft.kind is any ActingKind, !knowledge.empty.contains(.outer(place)),
        draft.caption?.versions.allSatisfy({ $0.text.isEmpty }) ?? true
      else { continue }
      diagnostics.remark(
        "`\(draft.id)` has no caption, so that people see \(isInput ? "a field" : "a button") without a name: "
          + "write `caption: {ru: ..., en: ...}`", at: draft.idLocation)
    }
  }

  /// Returns the conditions that show each atom, the atoms that are never shown, and the verdicts
  /// found.
  private func knowledge(
    of atoms: [AtomParts], _ graph: DependencyGraph
  ) -> (Verdict.Knowledge, known: [Condition: Bool?]) {
    var knowledge = Verdict.Knowledge()
    var known: [Condition: Bool?] = [:]
    for (place, atom) in atoms.enumerated() {
      // Groups precede their atoms, so the conditions of the gate are already known.
      let gate = atom.gate.flatMap { knowledge.shownIf[.outer($0)] } ?? []
      let conditions = gate + (atom.showIf.map { [$0.logic] } ?? [])
      if !conditions.isEmpty { knowledge.shownIf[.outer(place)] = conditions }
    }
    for place in graph.order {
      guard let conditions = knowledge.shownIf[.outer(place)] else { continue }
      let verdict = Verdict.of(conditions, knowing: knowledge)
      if verdict == false { knowledge.empty.insert(.outer(place)) }
      if atoms[place].gate == nil, let showIf = atoms[place].showIf { known.updateValue(verdict, forKey: showIf) }
    }
    return (knowledge, known)
  }

  private func isRequired(_ draft: AtomDraft, _ atom: AtomParts) -> Bool {
    draft.input != nil && atom.computed == nil && (!atom.isOptional || atom.requireIf != nil)
  }

  /// Warns of a `requireIf` that never holds while its atom is shown.
  private mutating func checkRequired(_ atoms: [AtomParts], _ knowledge: Verdict.Knowledge) {
    for (place, draft) in drafts.enumerated() {
      guard let condition = atoms[place].requireIf, let node = draft.requireIf,
        let shown = knowledge.shownIf[.outer(place)], !knowledge.empty.contains(.outer(place)),
        Verdict.of([condition.logic], knowing: knowledge) != false,
        Verdict.of(shown + [condition.logic], knowing: knowledge) == false
      else { continue }
      diagnostics.warning(
        "`requireIf` can never hold while `\(draft.id)` is shown, so it has no effect", at: node.location)
    }
  }

  private mutating func report(_ verdict: Bool?, of noted: Review.Noted, refuses: Bool, isLimited: Bool = false) {
    switch verdict {
    case false? where isLimited && refuses:
      diagnostics.error("this check can never hold for a value that `min` and `max` allow", at: noted.location)
    case false? where isLimited:
      diagnostics.warning("this check never holds for a value that `min` and `max` allow", at: noted.location)
    case true? where isLimited:
      diagnostics.warning("this check holds for every value that `min` and `max` allow", at: noted.location)
    case false? where noted.isCheck && refuses:
      diagnostics.error("this check can never hold: no value can pass", at: noted.location)
    case false?: diagnostics.warning("this condition can never hold, whatever is entered", at: noted.location)
    case true?: diagnostics.warning("this condition always holds, whatever is entered", at: noted.location)
    case nil: return
    }
  }

  private mutating func checkUse(by atoms: [AtomParts]) {
    let read = reach(of: atoms.flatMap(\.allReads) + atoms.flatMap { $0.onChange?.reads ?? [] })
    // A search is in use even if nothing reads the chosen option, because the person chooses from
    // it.
    for (index, call) in lookups.enumerated() where !read.contains(drafts.count + index) && call.search == nil {
      guard let node = drafts[call.subject].lookup, call.directory != nil else { continue }
      diagnostics.warning(
        "the answer of lookup `\(call.name)` is unused; read it, for example by `captionFrom: \(call.name).\(call.fields.first?.name ?? "name")`",
        at: node.location)
    }
    for definition in review.definitions where !review.usedDefinitions.contains(definition.name) {
      diagnostics.warning("the definition `\(definition.name)` is unused", at: definition.location)
    }
    for (index, value) in values.enumerated() where !review.usedSlots.contains(drafts.count + lookups.count + index) {
      diagnostics.warning("the definition `\(value.named.name)` is unused", at: value.location)
    }
  }
}
