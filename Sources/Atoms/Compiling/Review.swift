import Conditions
import SourceText
import JSON

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
  /// The scopes of inputs, by the index of the atom.
  private(set) var scopes: [Int: Scope] = [:]
  /// The formulas of the recorded conditions.
  private var logics: [ObjectIdentifier: Logic] = [:]

  /// Returns the condition as a formula.
  func logic(of condition: Condition) -> Logic { logics[condition.identity] ?? condition.logic }

  mutating func note(limitsIn scope: Scope, at place: Int) { scopes[place] = scope }

  mutating func note(_ condition: Condition, at location: Location, checking subject: Slot?) {
    note(condition.reads)
    // A parameter may make a condition constant in this inclusion and not in another one, so it is
    // not reviewed.
    guard !condition.reads.readsConstants else { return }
    append(condition, at: location, checking: subject)
  }

  private mutating func append(_ condition: Condition, at location: Location, checking subject: Slot?) {
    let logic = condition.logic
    logics[condition.identity] = logic
    conditions.append(
      Noted(condition: condition, logic: logic, location: location, subject: subject, isCheck: subject != nil))
  }

  /// Records the definitions, slots and ambient inputs that are read.
  mutating func note(_ reads: Reads) {
    ambient.formUnion(reads.ambient)
    usedDefinitions.formUnion(reads.definitions)
    usedSlots.formUnion(reads.outer)
  }

  mutating func note(_ condition: Condition, named name: String, at location: Location, name key: Location) {
    if !condition.reads.readsConstants { append(condition, at: location, checking: nil) }
    definitions.append(Definition(name: name, location: key))
    note(condition.reads)
  }
}

/// The properties of an operation's head that concern its submission.
struct ReviewedSubmission {
  let effect: String?
  let effectNode: SourceNode?
  let dailyLimit: SourceNode?
  let dailyLimits: [DailyLimit]
  let signIf: SourceNode?
  let signing: Condition?
}

extension OperationCompiler {
  /// Adds the findings that need the whole operation: constant conditions, atoms that are never
  /// shown, unused names.
  mutating func checkWhole(_ atoms: [AtomParts], _ graph: DependencyGraph, _ submission: ReviewedSubmission) {
    guard !diagnostics.hasErrors else { return }
    if submission.effectNode == nil { checkTaps() }
    let (knowledge, known) = knowledge(of: atoms, graph)
    var reported: [Location] = []
    for slot in knowledge.empty.sorted() {
      guard case .outer(let place) = slot, drafts.indices.contains(place), isRequired(drafts[place], atoms[place])
      else {
        continue
      }
      diagnostics.error(
        .unreachable, "`\(drafts[place].id)` is required and can never be shown, whatever is entered",
        at: drafts[place].idLocation)
      if let showIf = drafts[place].showIf { reported.append(showIf.location) }
    }
    var limits = LimitReview()
    reviewWrittenLimits(&limits)
    let warning = Set(atoms.flatMap(\.checks).filter { !$0.canRefuse }.map(\.condition.identity))
    for noted in review.conditions {
      var knowledge = knowledge
      if let subject = noted.subject { knowledge.filled.insert(subject) }
      let settled = noted.subject == nil ? known[noted.condition.identity] : nil
      let verdict = settled ?? Verdict.of([noted.logic], knowing: knowledge)
      let refuses = !warning.contains(noted.condition.identity)
      reviewPatterns(of: noted.condition, isRule: noted.isCheck && refuses, at: noted.location)
      if verdict == false, reported.contains(where: { $0.isSame(as: noted.location) }) { continue }
      if verdict != nil {
        report(verdict, of: noted, refuses: refuses)
      } else {
        reviewLimits(of: noted, knowing: knowledge, refuses: refuses, limits: &limits)
        warnOfHidden(in: noted, atoms, knowledge)
      }
    }
    reviewUse(of: atoms, submission, knowing: knowledge, limits: &limits)
    if !diagnostics.hasErrors { reviewOrders(atoms, advice: warning, submission) }
    checkRequired(atoms, knowledge)
    checkComputed(atoms, knowledge)
    checkConditions(atoms, knowledge)
    warnOfDivisors(in: atoms, advice: warning, knowledge)
    warnOfIndexes(in: atoms)
    checkCaptions(knowledge)
    checkLocks()
    checkUse(by: atoms)
  }

  /// Warns of buttons that submit an operation without an effect.
  private mutating func checkTaps() {
    for draft in drafts where (draft.kind as? any ActingKind)?.action == .submit {
      diagnostics.warning(
        .missingProperty, "`\(draft.id)` submits, but the operation has no `effect`: every submission is rejected",
        at: draft.idLocation)
    }
  }

  /// Adds a remark for each input and button without a caption.
  private mutating func checkCaptions(_ knowledge: Verdict.Knowledge) {
    for (place, draft) in drafts.enumerated() where draft.captionFrom == nil {
      var noun = draft.input == nil ? "a button" : "a field"
      if let list = draft.kind as? RepeatKind {
        // The titles of items are their names. Values are shown with the name of their list.
        if list.texts.title != nil || !hasInputs(inside: place) { continue }
        noun = "a list"
      }
      guard draft.input != nil || draft.kind is any ActingKind, !knowledge.empty.contains(.outer(place)),
        draft.caption?.versions.allSatisfy({ $0.text.isEmpty }) ?? true
      else { continue }
      diagnostics.remark(
        .missingCaption,
        "`\(draft.id)` has no caption, so that people see \(noun) without a name",
        remedy: ": write `caption: {ru: ..., en: ...}`", at: draft.idLocation)
    }
  }

  /// Warns of `enableIf` of a group without inputs, which it would lock.
  private mutating func checkLocks() {
    for (place, draft) in drafts.enumerated() where draft.kind is GroupKind && !hasInputs(inside: place) {
      guard let node = draft.enableIf else { continue }
      diagnostics.warning(
        .unused, "`enableIf` has no effect: the group has no inputs", remedy: ": remove it", at: node.location)
    }
  }

  private func hasInputs(inside place: Int) -> Bool {
    (place + 1..<max(place + 1, drafts[place].position.end)).contains { drafts[$0].input != nil }
  }

  /// Returns the conditions that show each atom, the atoms that are never shown, and the verdicts
  /// found.
  private func knowledge(
    of atoms: [AtomParts], _ graph: DependencyGraph
  ) -> (Verdict.Knowledge, known: [ObjectIdentifier: Bool?]) {
    var knowledge = Verdict.Knowledge()
    var known: [ObjectIdentifier: Bool?] = [:]
    for (place, atom) in atoms.enumerated() {
      if drafts[place].kind is ToggleKind, isAlwaysFilled(place) { knowledge.filled.insert(.outer(place)) }
      let excluded = excludedOptions(of: drafts[place], by: atom.filter)
      if !excluded.isEmpty { knowledge.excluded[.outer(place)] = excluded }
      // Groups precede their atoms, so the conditions of the gate are already known.
      let gate = atom.gate.flatMap { knowledge.shownIf[.outer($0)] } ?? []
      let conditions = gate + (atom.showIf.map { [review.logic(of: $0)] } ?? [])
      if !conditions.isEmpty { knowledge.shownIf[.outer(place)] = conditions }
    }
    for place in graph.order {
      guard let conditions = knowledge.shownIf[.outer(place)] else { continue }
      let verdict = Verdict.of(conditions, knowing: knowledge)
      if verdict == false { knowledge.empty.insert(.outer(place)) }
      if atoms[place].gate == nil, let showIf = atoms[place].showIf {
        known.updateValue(verdict, forKey: showIf.identity)
      }
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
        Verdict.of([review.logic(of: condition)], knowing: knowledge) != false,
        Verdict.of(shown + [review.logic(of: condition)], knowing: knowledge) == false
      else { continue }
      diagnostics.warning(
        .neverHolds, "`requireIf` can never hold while `\(draft.id)` is shown, so it has no effect", at: node.location)
    }
  }

  private mutating func report(_ verdict: Bool?, of noted: Review.Noted, refuses: Bool) {
    let reason = reason(of: noted.logic).map { ": \($0)" } ?? ""
    switch verdict {
    case false? where noted.isCheck && refuses:
      diagnostics.error(.noPossibleValue, "this check can never hold: no value can pass\(reason)", at: noted.location)
    case false?:
      diagnostics.warning(
        .neverHolds, "this condition can never hold, whatever is entered\(reason)", at: noted.location)
    case true?:
      diagnostics.warning(
        .alwaysHolds, "this condition always holds, whatever is entered\(reason)", at: noted.location)
    case nil: return
    }
  }

  /// Returns the explanation of a comparison that is decided by its value alone; nil if there is
  /// none.
  private func reason(of logic: Logic) -> String? {
    for case .claim(let claim) in logic.nodes {
      if let reason = claim.impossibleMeasure { return reason }
      guard case .outer(let place)? = claim.term.slot, claim.term.isWhole, drafts.indices.contains(place) else {
        continue
      }
      if drafts[place].kind is ToggleKind, claim.literals.allSatisfy(\.isNull) {
        return "a toggle such as `\(claim.term.path)` is always YES or NO"
      }
    }
    return nil
  }

  private mutating func checkUse(by atoms: [AtomParts]) {
    let read = reach(of: atoms.flatMap(\.allReads) + atoms.flatMap { $0.onChange?.reads ?? [] })
    // A search is in use even if nothing reads the chosen option, because the person chooses from
    // it. A lookup that can have no record is in use too, because it rejects the value.
    for (index, call) in lookups.enumerated() where !read.contains(drafts.count + index) && call.search == nil {
      guard let node = drafts[call.subject].lookup, call.directory != nil, call.query?.canBeEmpty == false else {
        continue
      }
      diagnostics.warning(
        .unused, "the answer of lookup `\(call.name)` is unused, and without `missing` the lookup rejects no value",
        remedy: "; read it, for example by `captionFrom: \(call.name).\(call.fields.first?.name ?? "name")`, "
          + "or declare `missing` in the service",
        at: node.location)
    }
    for definition in review.definitions where !review.usedDefinitions.contains(definition.name) {
      diagnostics.warning(.unused, "the definition `\(definition.name)` is unused", at: definition.location)
    }
    let named = values.enumerated().map { (drafts.count + lookups.count + $0, $1) } + itemValues.map { ($0, $1) }
    for (slot, value) in named where !review.usedSlots.contains(slot) {
      diagnostics.warning(.unused, "the definition `\(value.named.name)` is unused", at: value.location)
    }
  }
}
