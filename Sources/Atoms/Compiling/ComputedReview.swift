import SourceText
import Conditions
import JSON

extension OperationCompiler {
  /// Warns of computed values that may be missing though they are needed: because what they read may be empty.
  ///
  /// A required one would hold up the form, and one that is optional is not checked while it is missing.
  mutating func checkComputed(_ atoms: [AtomParts], _ knowledge: Verdict.Knowledge) {
    for (place, draft) in drafts.enumerated() {
      guard let node = draft.value, let computed = atoms[place].computed, !Self.reportsNothing(computed) else {
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
          : "`\(draft.id)` then has no value, and its `check` is passed over"
        diagnostics.warning(
          "`\(name)` \(why): \(effect); say what it is then, as TERNARY($\(name) == nil, 0, $\(name))",
          at: node.location)
        break
      }
    }
  }

  /// Returns the slots that an expression reads, with those of named values that do not say what they are of nothing.
  private func needed(by expression: ConditionExpression) -> [Int] {
    var (waiting, seen) = (expression.reads.outer, Set<Int>())
    while let slot = waiting.popLast() {
      guard seen.insert(slot).inserted, let named = namedValue(in: slot), !Self.reportsNothing(named.expression) else {
        continue
      }
      waiting += named.expression.reads.outer
    }
    return seen.sorted()
  }

  /// Returns true if the expression itself says what it is where something is missing.
  private static func reportsNothing(_ expression: ConditionExpression) -> Bool {
    let words = expression.description.split { !$0.isLetter }
    return words.contains { ["TERNARY", "NULL", "NIL"].contains($0.uppercased()) }
  }

  /// Returns the reason why an input may have no value where an atom is shown, in words; nil if it always has one.
  private func reasonForNothing(
    _ source: Int, at place: Int, _ atoms: [AtomParts], _ knowledge: Verdict.Knowledge
  ) -> String? {
    let draft = drafts[source]
    guard let input = draft.input, !(input is RepeatKind), source != place else { return nil }
    // A switch always is in one of its positions.
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

  /// Returns the conditions that show an atom: its own and those of the groups around it.
  private func conditions(showing place: Int, _ atoms: [AtomParts]) -> [Condition] {
    sequence(first: place) { atoms[$0].gate }.compactMap { atoms[$0].showIf }
  }
}
