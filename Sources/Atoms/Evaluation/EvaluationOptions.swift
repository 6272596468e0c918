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
    if atom.isMultiple { input.values[slot] = .array([]) }
    guard !value.isNull else { return }
    if atom.isMultiple { return chooseAll(value.array ?? [], of: atom, slot) }
    if let choices = atom.choices {
      guard StepBudget.take(choices.count / 16) else { return }
      return input.values[slot] = choices.first { $0.value == value }?.record(in: language) ?? .null
    }
    guard let options = learnedOptions(of: atom, slot) else { return }
    guard StepBudget.take(options.count / 16) else { return }
    guard let chosen = options.first(where: { $0["value"] == value }) else { return marks[slot] = .empty }
    input.values[slot] = chosen
  }

  /// Stores the records of the chosen options in `slot`, in the order of the value.
  ///
  /// An option that does not exist has no record. Too many values have no records, because they are
  /// rejected.
  private mutating func chooseAll(_ values: [Value], of atom: Atom, _ slot: Int) {
    guard values.count <= ChoicesKind.maxOptions else { return }
    if let choices = atom.choices {
      guard StepBudget.take(choices.count * values.count / 16) else { return }
      let chosen = values.compactMap { value in choices.first { $0.value == value }?.record(in: language) }
      return input.values[slot] = .array(chosen)
    }
    guard let options = learnedOptions(of: atom, slot), StepBudget.take(options.count * values.count / 16) else {
      return
    }
    input.values[slot] = .array(values.compactMap { value in options.first { $0["value"] == value } })
  }

  /// Returns the options before the filter. If they are unknown, marks `slot` and returns nil.
  private mutating func learnedOptions(of atom: Atom, _ slot: Int) -> [Value]? {
    if let fact = atom.optionSlot { learnFact(fact) }
    for fact in atom.optionsFrom?.reads.outer ?? [] where fact >= operation.firstFact { learnFact(fact) }
    let outer = doubt
    doubt = nil
    let options = allOptions(of: atom) ?? []
    let reason = doubt
    doubt = outer
    if let reason {
      marks[slot] = mark(of: reason)
      return nil
    }
    return options
  }

  /// Returns the violation of a value that is not among the options; nil if it is, or if the atom
  /// has no options.
  ///
  /// - Parameter options: The options if they depend on values or facts; otherwise nil.
  mutating func optionViolation(of value: Value, among options: [Value]?, _ atom: Atom) -> Violation? {
    if atom.isMultiple { return optionViolation(ofEach: value.array ?? [], among: options, atom) }
    if let options {
      _ = StepBudget.take(options.count / 16)
      return options.contains { $0["value"] == value } ? nil : missingOption(of: atom)
    }
    guard let choices = atom.choices, !choices.contains(where: { $0.value == value }) else { return nil }
    return Violation("option")
  }

  private mutating func optionViolation(
    ofEach values: [Value], among options: [Value]?, _ atom: Atom
  ) -> Violation? {
    let known = options.map { $0.map { $0["value"] ?? .null } } ?? (atom.choices ?? []).map(\.value)
    _ = StepBudget.take(known.count * values.count / 16)
    guard let other = values.first(where: { !known.contains($0) }) else { return nil }
    let violation = options == nil ? Violation("option") : missingOption(of: atom)
    return Violation(
      violation.code, sentence: violation.code == "option" ? "optionOfChoices" : nil,
      params: violation.params + [("value", other)])
  }

  /// Returns the violation of the chosen option of a search that does not exist, or that the filter
  /// excludes.
  mutating func searchViolation(of atom: Atom) -> Violation? {
    guard let lookup = atom.lookup else { return nil }
    let missing = Violation("option", sentence: "optionNotFound")
    if marks[lookup].contains(.empty) { return missing }
    guard atom.filter != nil, marks[lookup].unknown == nil else { return nil }
    return marks[lookup].contains(.known) && passesFilter(input.values[lookup], of: atom) ? nil : missing
  }

  /// Returns true if an option passes the filter of its atom.
  ///
  /// If the filter cannot be evaluated, returns false. If it depends on an unknown value, also adds
  /// the reason to `doubt`.
  mutating func passesFilter(_ option: Value, of atom: Atom) -> Bool {
    input.object = option
    defer { input.object = .null }
    return holds(atom.filter, of: atom, "filter", failingTo: false)
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
