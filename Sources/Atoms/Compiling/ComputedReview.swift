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
      guard let node = draft.value, let computed = atoms[place].computed, !Self.handlesNil(computed) else {
        continue
      }
      let refuses = atoms[place].checks.contains(where: \.canRefuse)
      let isRequired = !draft.isOptional && draft.requireIf == nil
      guard isRequired || refuses else { continue }
      for slot in needed(by: computed) where slot < drafts.count + lookups.count {
        let source = slot < drafts.count ? slot : lookups[slot - drafts.count].subject
        guard let why = reasonForNothing(source, at: place, atoms, knowledge) else { continue }
        let name = drafts[source].id
        let effect =
          isRequired
          ? "`\(draft.id)` is required and then has no value"
          : "`\(draft.id)` then has no value, and its `check` is skipped"
        diagnostics.warning(
          "`\(name)` \(why): \(effect); handle this case, for example by TERNARY($\(name) == nil, 0, $\(name))",
          at: node.location)
        break
      }
    }
  }

  /// Returns the slots that an expression reads, including the slots read by named values that do
  /// not handle nil.
  private func needed(by expression: ConditionExpression) -> [Int] {
    var (waiting, seen) = (expression.reads.outer, Set<Int>())
    while let slot = waiting.popLast() {
      guard seen.insert(slot).inserted, let named = namedValue(in: slot), !Self.handlesNil(named.expression) else {
        continue
      }
      waiting += named.expression.reads.outer
    }
    return seen.sorted()
  }

  /// Returns true if the expression handles nil itself: its text contains TERNARY, NULL or NIL.
  private static func handlesNil(_ expression: ConditionExpression) -> Bool {
    let words = expression.description.split { !$0.isLetter }
    return words.contains { ["TERNARY", "NULL", "NIL"].contains($0.uppercased()) }
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
    if draft.enableIf != nil, draft.value == nil, draft.preset == nil, draft.presetFrom == nil, input.initial.isNull {
      return "may be locked and empty"
    }
    let shown = conditions(showing: place, atoms)
    for condition in conditions(showing: source, atoms) where !shown.contains(condition) {
      let isImplied = Verdict.of(shown.map(\.logic) + [condition.logic.negated], knowing: knowledge) == false
      if !isImplied { return "may be hidden" }
    }
    return nil
  }

  /// Returns the `showIf` conditions of the atom and of its enclosing groups.
  private func conditions(showing place: Int, _ atoms: [AtomParts]) -> [Condition] {
    sequence(first: place) { atoms[$0].gate }.compactMap { atoms[$0].showIf }
  }
}
