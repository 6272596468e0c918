import SourceText
import Conditions
import JSON

extension OperationCompiler {
  /// Warns of required or checked computed values that are missing if an input has no value.
  ///
  /// A required computed value without a result blocks the form. The checks of an optional one are
  /// skipped.
  mutating func checkComputed(_ atoms: [AtomParts], _ knowledge: Verdict.Knowledge) {
    for (place, draft) in drafts.enumerated() {
      guard let node = draft.value, let computed = atoms[place].computed else { continue }
      let refuses = atoms[place].checks.contains(where: \.canRefuse)
      let isRequired = isAlwaysRequired(draft)
      guard isRequired || refuses else { continue }
      let effect =
        isRequired
        ? "`\(draft.id)` is required and then has no value"
        : "`\(draft.id)` then has no value, and its `check` is skipped"
      guard let reason = reasonForNothing(of: needs(of: [computed]), at: place, atoms, knowledge) else { continue }
      let (names, name) = (reason.inputs.map { "`\($0)`" }, reason.inputs[0])
      let remedy = names.count == 1 ? "TERNARY($\(name) == nil, 0, $\(name))" : "a further value"
      diagnostics.warning(
        .mayBeEmpty, "\(names.listed) \(reason.why): \(effect)",
        remedy: "; handle this case, for example by \(remedy)", at: node.location)
    }
  }

  /// Reports required computed values that need an input of a later page: their page can never be
  /// passed, because that input is still empty.
  mutating func checkOrder(of pages: [WrittenPage], _ atoms: [AtomParts]) {
    func page(_ place: Int) -> Int? {
      pages.lastIndex { $0.group < place && place < drafts[$0.group].position.end }
    }
    for (place, draft) in drafts.enumerated() {
      guard let node = draft.value, let computed = atoms[place].computed, isAlwaysRequired(draft),
        let here = page(place)
      else { continue }
      func isLater(_ slot: Int) -> Bool { page(slot).map { $0 > here } ?? false }
      // Whether the value is shown depends on a later page too, so it may be hidden until then.
      guard !conditions(showing: place, atoms).flatMap(\.reads.outer).contains(where: isLater) else { continue }
      let later = emptyInputs(neededBy: computed, atoms).filter(isLater)
      // A page is passed if an optional input of a later page is the cause.
      let mayPass = later.contains { !isAlwaysRequired(drafts[$0]) }
      guard let source = later.first(where: { isAlwaysRequired(drafts[$0]) && (!mayPass || isNeverHidden($0)) }),
        let there = page(source)
      else { continue }
      diagnostics.error(
        .noPossibleValue,
        "`\(draft.id)` is required on page `\(pages[here].id)` and needs `\(drafts[source].id)` of the later page "
          + "`\(pages[there].id)`, which is still empty: page `\(pages[here].id)` can never be passed",
        remedy: ": move `\(draft.id)` to page `\(pages[there].id)`, or add `optional: true`", at: node.location)
    }
  }

  /// Returns the inputs without which the expression has no value and which are empty until people
  /// fill them in, in tree order. Computed values are followed to the inputs that they need.
  private func emptyInputs(neededBy expression: ConditionExpression, _ atoms: [AtomParts]) -> [Int] {
    var (waiting, seen, found) = ([expression], Set<Int>(), [Int]())
    while let next = waiting.popLast() {
      for place in inputs(in: needs(of: [next])) where seen.insert(place).inserted {
        let draft = drafts[place]
        if let computed = atoms[place].computed {
          waiting.append(computed)
        } else if let input = draft.input, input.initial.isNull, draft.preset == nil, draft.presetFrom == nil {
          found.append(place)
        }
      }
    }
    return found.sorted()
  }

  private func isAlwaysRequired(_ draft: AtomDraft) -> Bool { !draft.isOptional && draft.requireIf == nil }

  /// Warns of `showIf`, `enableIf` and `requireIf` that cannot be evaluated if an input is empty.
  mutating func checkConditions(_ atoms: [AtomParts], _ knowledge: Verdict.Knowledge) {
    for (place, (draft, atom)) in zip(drafts, atoms).enumerated() {
      let conditions = [
        ("showIf", draft.showIf, atom.showIf, "shown"), ("enableIf", draft.enableIf, atom.enableIf, "enabled"),
        ("requireIf", draft.requireIf, atom.requireIf, "required"),
      ]
      for case (let name, let node?, let condition?, let state) in conditions {
        guard let reason = reasonForNothing(of: condition.needs, at: place, atoms, knowledge) else { continue }
        let names = reason.inputs.map { "`\($0)`" }
        diagnostics.warning(
          .mayBeEmpty,
          "\(names.listed) \(reason.why): `\(name)` then cannot be evaluated, and `\(draft.id)` is \(state)",
          remedy: "; write `$\(reason.inputs[0]) != nil AND ...`, or `sum({...})`, which skips empty values",
          at: node.location)
      }
    }
  }

  /// Returns the inputs without which one of these groups has no value, and the reason why they can
  /// be empty while the atom at `place` is shown; nil if every group always has a value.
  private func reasonForNothing(
    of needs: Set<[Int]>, at place: Int, _ atoms: [AtomParts], _ knowledge: Verdict.Knowledge
  ) -> (inputs: [String], why: String)? {
    let present = inputs(showing: place, atoms)
    for source in inputs(in: needs).subtracting(present).sorted() {
      guard let why = reasonForNothing(source, at: place, atoms, knowledge) else { continue }
      return ([drafts[source].id], why)
    }
    for group in needs.sorted(by: { $0.lexicographicallyPrecedes($1) }) where group.count > 1 {
      guard group.allSatisfy({ mayStayEmpty($0) && !present.contains($0) }) else { continue }
      return (group.map { drafts[$0].id }, "may all be empty")
    }
    return nil
  }

  /// Returns the groups of slots without which one of these expressions has no value, including the
  /// groups of the named values that they need.
  private func needs(of expressions: [ConditionExpression]) -> Set<[Int]> {
    var (waiting, seen) = (expressions.flatMap(\.needs), Set<[Int]>())
    while let group = waiting.popLast() {
      guard seen.insert(group).inserted, group.count == 1, let named = namedValue(in: group[0]) else { continue }
      waiting += named.expression.needs
    }
    return seen
  }

  /// Returns the inputs of the groups with one slot, directly or as the key of a lookup.
  private func inputs(in needs: Set<[Int]>) -> Set<Int> {
    Set(
      needs.compactMap { group -> Int? in
        guard group.count == 1, let slot = group.first else { return nil }
        if slot < drafts.count { return slot }
        return lookups.indices.contains(slot - drafts.count) ? lookups[slot - drafts.count].subject : nil
      })
  }

  /// Returns the inputs that have a value whenever the item of the atom exists, because the list or
  /// the count of the items needs them.
  private func inputs(showing place: Int, _ atoms: [AtomParts]) -> Set<Int> {
    let owners = sequence(first: place) { drafts[$0].position.owner }.dropFirst()
    return inputs(in: needs(of: owners.compactMap { atoms[$0].items?.list }))
  }

  /// Returns true if people can leave the input empty, whatever else they enter.
  private func mayStayEmpty(_ slot: Int) -> Bool {
    guard drafts.indices.contains(slot), let input = drafts[slot].input, !(input is RepeatKind) else { return false }
    return drafts[slot].isOptional && drafts[slot].requireIf == nil && input.initial.isNull
      && drafts[slot].value == nil
  }

  /// Returns the reason why the input `source` can be empty while the atom at `place` is shown; nil
  /// if it always has a value.
  private func reasonForNothing(
    _ source: Int, at place: Int, _ atoms: [AtomParts], _ knowledge: Verdict.Knowledge
  ) -> String? {
    let draft = drafts[source]
    guard let input = draft.input, !(input is RepeatKind), source != place else { return nil }
    // A toggle always has a value.
    if input.initial.isNull, draft.isOptional || draft.requireIf != nil { return "may be empty" }
    if !isNeverLocked(source), draft.value == nil, draft.preset == nil, draft.presetFrom == nil, input.initial.isNull {
      return "may be locked and empty"
    }
    let shown = conditions(showing: place, atoms)
    for condition in conditions(showing: source, atoms) where !shown.contains(condition) {
      let logics = shown.map { review.logic(of: $0) } + [review.logic(of: condition).negated]
      let isImplied = Verdict.of(logics, knowing: knowledge) == false
      if !isImplied { return "may be hidden" }
    }
    return nil
  }

  /// Returns the `showIf` conditions of the atom and of its enclosing groups.
  func conditions(showing place: Int, _ atoms: [AtomParts]) -> [Condition] {
    sequence(first: place) { atoms[$0].gate }.compactMap { atoms[$0].showIf }
  }
}
