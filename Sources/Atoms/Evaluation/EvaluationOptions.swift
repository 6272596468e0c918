import Conditions
import JSON

extension Evaluation {
  /// Puts the record of the option that is chosen in an atom into its slot; null if none is, or if there is no such.
  ///
  /// The filter does not count: a value that it leaves out is refused.
  mutating func choose(_ call: Operation.LookupCall, _ slot: Int) {
    if isUncertain, let reason = marks[call.subject].unknown { return marks[slot] = mark(of: reason) }
    let (atom, value) = (operation.atoms[call.subject], input.values[call.subject])
    guard !value.isNull else { return }
    if let choices = atom.choices {
      guard Work.take(choices.count / 16) else { return }
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
    guard Work.take(options.count / 16) else { return }
    input.values[slot] = options.first { $0["value"] == value } ?? .null
  }
}
