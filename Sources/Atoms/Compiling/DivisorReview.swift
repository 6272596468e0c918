import Conditions
import SourceText

extension OperationCompiler {
  /// Warns of the first divisor in each required computed value that can be 0. A division by 0 has
  /// no result, so the form is blocked.
  mutating func warnOfDivisors(
    in atoms: [AtomParts], advice: Set<ObjectIdentifier>, _ knowledge: Verdict.Knowledge
  ) {
    for (place, draft) in drafts.enumerated() where !draft.isOptional && draft.requireIf == nil {
      guard let computed = atoms[place].computed, let node = draft.value, let text = node.scalar,
        let divisor = computed.divisors.first(where: { mayBeZero($0.slot, at: place, atoms, advice, knowledge) })
      else { continue }
      let name = drafts[divisor.slot].writtenID
      diagnostics.warning(
        .mayBeEmpty, "`\(name)` may be 0: `\(draft.id)` is required and then has no value",
        remedy: "; set `min` of `\(name)` above 0, or handle this case, for example by TERNARY($\(name) == 0, 0, ...)",
        at: node.location.inside(text, offset: divisor.offset))
    }
  }

  /// Returns true if an entered number can be 0 while the atom at `place` is shown.
  private func mayBeZero(
    _ slot: Int, at place: Int, _ atoms: [AtomParts], _ advice: Set<ObjectIdentifier>, _ knowledge: Verdict.Knowledge
  ) -> Bool {
    guard drafts.indices.contains(slot), drafts[slot].value == nil, drafts[slot].either == nil,
      let input = drafts[slot].kind as? TextInputKind, input.isNumeric, let scope = review.scopes[slot],
      !allConditions(showing: place, atoms).contains(where: { reach(of: $0.reads.outer).contains(slot) })
    else { return false }
    let name = drafts[slot].id
    let conditions = ["$\(name) == 0"] + input.limitConditions(on: name)
    let logics = LimitReview.logics(of: conditions, in: scope)
    guard logics.count == conditions.count else { return false }
    let checks = review.conditions.filter { noted in
      noted.subject == .outer(slot) && !advice.contains(noted.condition.identity)
    }
    var knowledge = knowledge
    knowledge.filled.insert(.outer(slot))
    return Verdict.of(logics + checks.map(\.logic), knowing: knowledge) != false
  }
}
