import Conditions
import JSON

extension Evaluation {
  /// Stores the record of the chosen option in `slot`; null if nothing is chosen or the option does
  /// not exist.
  ///
  /// The filter is ignored. A value that it excludes is rejected.
  mutating func choose(_ call: Operation.LookupCall, _ slot: Int) {
    if isUncertain, let reason = marks[call.subject].unknown { return marks[slot] = mark(of: reason) }
    let (atom, value) = (operation.atoms[call.subject], input.values[call.subject])
    guard !value.isNull else { return }
    if let choices = atom.choices {
      guard StepBudget.take(choices.count / 16) else { return }
      return input.values[slot] = choices.first { $0.value == value }?.record(in: language) ?? .null
    }
    if let fact = atom.optionSlot { learnFact(fact) }
    for fact in atom.optionsFrom?.reads.outer ?? [] where fact >= operation.firstFact { learnFact(fact) }
    let outer = doubt
    doubt = nil
    let options = allOptions(of: atom) ?? []
    let reason = doubt
    doubt = outer
    if let reason { return marks[slot] = mark(of: reason) }
    guard StepBudget.take(options.count / 16) else { return }
    guard let chosen = options.first(where: { $0["value"] == value }) else { return marks[slot] = .empty }
    input.values[slot] = chosen
  }

  /// Returns the violation of a value that is not an option.
  ///
  /// If a bank system or directory returned an empty list of options, the violation is `lookup`
  /// instead of `option`.
  mutating func missingOption(of atom: Atom) -> Violation {
    guard allOptions(of: atom)?.isEmpty == true, let source = sourceOfOptions(of: atom) else {
      return Violation("option")
    }
    return Violation("lookup", params: [("lookup", .string(source))])
  }

  /// Returns the directory, or the fact of a bank system, that the options depend on; nil if
  /// neither.
  private func sourceOfOptions(of atom: Atom) -> String? {
    var (waiting, seen) = (atom.optionSlot.map { [$0] } ?? atom.optionsFrom?.reads.outer ?? [], Set<Int>())
    while let slot = waiting.popLast() {
      guard seen.insert(slot).inserted, slot >= operation.atoms.count else { continue }
      if slot >= operation.firstFact {
        let fact = operation.facts[slot - operation.firstFact]
        if fact.query != nil { return fact.name }
      } else if let named = operation.namedValue(in: slot) {
        waiting += named.expression.reads.outer
      } else if let directory = operation.lookups[slot - operation.atoms.count].directory {
        return directory
      }
    }
    return nil
  }
}
