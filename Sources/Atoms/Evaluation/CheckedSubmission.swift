package import Conditions
package import Texts
package import JSON

/// Values that an operation has judged and found right: an effect is built from nothing else.
///
///     let submission = try CheckedSubmission(operation, values: ["amount": "100.50"], in: .en, surroundings)
///     let record = submission.storable
///     let waits = submission.needsSignature
package struct CheckedSubmission: Sendable {
  /// The operation that judged the values.
  package let operation: Operation
  /// The values of the shown inputs that have one, by id, in tree order; includes secrets.
  package let values: Object
  /// The captions of the chosen options, by path, such as `lines[3].payee`: the texts that the person saw.
  ///
  /// A caption of an atom or group that follows values stands here too, with `#` behind its path: `fields[0].value#`.
  /// The path of a cleared input that has a preset is here with `∅` at its end, such as `lines[3].note∅`.
  /// Options that the definition itself writes have none, and neither have accounts, which people know by number.
  package let captions: Object
  /// The ids of the inputs outside of items that were shown, enabled and left empty.
  private let empty: [String]
  /// The warnings that stood when the values were judged, the first of each atom, in tree order.
  ///
  /// The person was told of them and went on, so that they are a part of what was shown.
  package let warnings: [Violation]
  /// True if the submission waits for a signature.
  package let needsSignature: Bool

  /// Judges the values, and compares them with the report of what the client has shown; nil compares nothing.
  ///
  /// Throws `Violations`
  /// - with all violations, also if the tapped button is hidden or disabled;
  /// - with `undecided` if a verdict, the signature or a value depends on something unknown;
  /// - with `changes` if the values are right, and others than those that were shown.
  package init(
    _ operation: Operation, values: Object, tapped button: String? = nil, against report: ShownReport? = nil,
    in language: Language, _ surroundings: any Environment
  ) throws(Violations) {
    var evaluation = Evaluation(operation, Question(values: values, commit: true), in: language, surroundings)
    evaluation.captions = []
    var (values, violations) = evaluation.verdict()
    if let button, let refusal = evaluation.refusal(ofTapOn: button) { violations.append(refusal) }
    needsSignature = violations.isEmpty && evaluation.asksForSignature()
    guard violations.isEmpty, evaluation.undecided == nil else {
      throw Violations(all: violations, failures: evaluation.failures, undecided: evaluation.undecided)
    }
    let changes = report.map { evaluation.changes(from: $0) } ?? []
    guard changes.isEmpty else {
      throw Violations(all: [], failures: evaluation.failures, undecided: nil, changes: changes)
    }
    self.operation = operation
    self.values = values
    captions = Object(unique: evaluation.captions ?? [])
    empty = evaluation.emptyInputs()
    evaluation.captions = nil
    warnings = evaluation.standingWarnings()
  }

  /// The values in wire form, without passwords and codes: safe to store.
  package var storable: Object { operation.stored(values) }

  /// The same with null for each input that was shown and left empty: what another operation is given of this one.
  package var entered: Object {
    let values = operation.restored(storable, clearedIn: captions)
    let others = empty.filter { values[$0] == nil && operation.atom(at: $0)?.input?.isSecret == false }
    return Object(unique: values.members + others.map { Object.Member(name: $0, value: .null) })
  }
}

/// The violations of a refused submission.
package struct Violations: Error, Sendable {
  /// The violations in tree order, one per atom; then those of unknown names, then that of the tapped button.
  package let all: [Violation]
  /// The conditions and expressions that could not be evaluated on the way.
  package let failures: [EvaluationFailure]
  /// The reason for which the values cannot be judged; nil if they can. Without violations they may still be right.
  package let undecided: UnknownReason?
  /// The differences from what the client has shown. If there are any, the values are right and known.
  package var changes: [ShownChange] = []
}

extension Operation {
  /// The buttons whose action is `submit`, in tree order.
  package var submitButtons: [Atom] { atoms.filter { $0.action == .submit } }

  /// Returns true if one of the slots has the caller's accounts.
  fileprivate func hasAccounts(in slots: [Int]) -> Bool {
    slots.contains { $0 >= firstFact && facts[$0 - firstFact].name == AccountPickerKind.fact }
  }
}

extension Evaluation {
  /// Notes the caption of the option that is an atom's value: a person signs what they saw, and no id of a system.
  ///
  /// The value follows the caption if people know it too, such as a BIC, or if another option has the same caption.
  mutating func noteCaption(of atom: Atom, at place: Int, among options: [Value]?) {
    let value = input.values[place]
    guard atom.choices == nil, !value.isNull else { return }
    let (caption, isAmbiguous): (String, Bool)
    if atom.isSearch, let slot = atom.lookup {
      guard marks[slot].contains(.known), let search = operation.lookups[slot - operation.atoms.count].search,
        search.fact != AccountPickerKind.fact
      else { return }
      (caption, isAmbiguous) = ((input.values[slot][search.caption] ?? .null).text(in: language), search.isKnownByValue)
    } else {
      let slots = atom.optionSlot.map { [$0] } ?? atom.optionsFrom?.reads.outer ?? []
      guard !operation.hasAccounts(in: slots), let options, StepBudget.take(options.count / 8),
        let option = options.first(where: { $0["value"] == value })
      else { return }
      caption = (option["caption"] ?? .null).text(in: language)
      isAmbiguous = options.count { ($0["caption"] ?? .null).text(in: language) == caption } > 1
    }
    let code = value.plainText
    guard !caption.isEmpty, caption != code else { return }
    captions?.append(
      Object.Member(name: here.prefix + atom.id, value: .string(isAmbiguous ? "\(code), \(caption)" : caption)))
  }

  /// Notes the caption of an input or group if it follows values: a person signs it as they saw it.
  mutating func noteLabel(of atom: Atom, at place: Int) {
    guard captions != nil, atom.captionFrom != nil || atom.liveCaption != nil, !marks[place].contains(.hidden),
      atom.isGroup || atom.input != nil
    else { return }
    let outer = doubt
    defer { doubt = outer }
    guard let caption = caption(of: atom), !caption.isEmpty, StepBudget.take(caption.utf8.count / 64) else { return }
    captions?.append(Object.Member(name: here.prefix + atom.id + Self.labelMark, value: .string(caption)))
  }

  /// Notes the currency of an amount that follows something no stored value tells, such as a property of an account.
  mutating func noteCurrency(of atom: Atom, at place: Int) {
    guard captions != nil, atom.currencyFrom != nil, operation.currencyAtom(of: atom) == nil,
      !marks[place].contains(.hidden), !input.values[place].isNull
    else { return }
    let outer = doubt
    defer { doubt = outer }
    guard let currency = currency(of: atom) else { return }
    captions?.append(Object.Member(name: here.prefix + atom.id + Self.currencyMark, value: .string(currency)))
  }

  /// The end of a name among captions that is no path of a value, but that of its currency.
  package static let currencyMark = "¤"
  /// The end of a name among captions that is no path of a value, but that of a label.
  package static let labelMark = "#"

  /// Returns the reason why a tap on that button does nothing: the button is hidden or disabled.
  fileprivate mutating func refusal(ofTapOn button: String) -> Violation? {
    guard let place = operation.place(of: button) else { return nil }
    if marks[place].contains(.hidden) { return Violation("hidden").at(button) }
    if let reason = marks[place].unknown { undecided = reason.joined(undecided) }
    return marks[place].contains(.disabled) ? Violation("disabled").at(button) : nil
  }
}
