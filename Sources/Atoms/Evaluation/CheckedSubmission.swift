package import Conditions
package import Texts
package import JSON

/// Values that an operation has validated. Effects are built only from this type.
package struct CheckedSubmission: Sendable {
  package let operation: Operation
  /// The values of the shown inputs that have one, by id, in tree order; includes secrets.
  package let values: Object
  /// The captions of the chosen options by path, such as `lines[3].payee`, as the person saw them.
  ///
  /// Literal options and accounts are not included. Other entries have a suffix after the path:
  ///
  /// - `#`: the caption of an input or group that depends on values, such as `fields[0].value#`, or
  ///   the title of an item, such as `fields[0]#`
  /// - `=`: the text of a composed atom, which is shown in place of its parts, such as `home=`
  /// - `¤`: the currency of an amount whose source is not a stored value
  /// - `∅`: an input with a preset that the person cleared, such as `lines[3].note∅`
  package let captions: Object
  /// The ids of the inputs outside of items that were shown, enabled and left empty.
  private let empty: [String]
  /// The first warning of each atom when the values were validated, in tree order. The person has
  /// seen them.
  package let warnings: [Violation]
  package let needsSignature: Bool
  /// The values of `send` in wire form, by name. They are stored, and neither drawn nor signed.
  package let derived: Object

  /// Validates the values, and compares them with `report` unless it is nil.
  ///
  /// - Throws: `Violations`:
  ///   - with all violations, including a tap on a hidden or disabled button
  ///   - with `undecided` if the validation, the signature or a value depends on an unknown answer
  ///   - with `changes` if the values are valid but differ from the shown ones
  package init(
    _ operation: Operation, values: Object, tapped button: String? = nil, against report: ShownReport? = nil,
    in language: Language, _ surroundings: any Environment
  ) throws(Violations) {
    var evaluation = Evaluation(operation, Question(values: values, commit: true), in: language, surroundings)
    evaluation.captions = []
    var (values, violations) = evaluation.verdict()
    violations += evaluation.reachedExits()
    if let button, let refusal = evaluation.refusal(ofTapOn: button) { violations.append(refusal) }
    needsSignature = violations.isEmpty && evaluation.asksForSignature()
    derived = violations.isEmpty ? evaluation.derivedValues() : Object()
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

  /// The values in wire form for storage, without passwords and codes.
  package var storable: Object { operation.stored(values) }

  /// `storable` with null for each input that was shown and left empty, as input for another
  /// operation.
  package var entered: Object {
    let values = operation.restored(storable, clearedIn: captions)
    let others = empty.filter { values[$0] == nil && operation.atom(at: $0)?.input?.isSecret == false }
    return Object(unique: values.members + others.map { Object.Member(name: $0, value: .null) })
  }
}

/// The error of a rejected submission.
package struct Violations: Error, Sendable {
  /// The violations in tree order, then unknown names, then the tapped button.
  package let all: [Violation]
  /// The conditions and expressions that could not be evaluated.
  package let failures: [EvaluationFailure]
  /// The reason why the values cannot be validated; nil if they can. Without violations, the values
  /// can still be valid.
  package let undecided: UnknownReason?
  /// The differences from the shown values. If there are any, the values are valid and known.
  package var changes: [ShownChange] = []
}

extension Operation {
  /// The buttons with the action `submit` in tree order.
  package var submitButtons: [Atom] { atoms.filter { $0.action == .submit } }

  /// Returns true if one of the slots contains the caller's accounts.
  fileprivate func hasAccounts(in slots: [Int]) -> Bool {
    slots.contains { $0 >= firstFact && facts[$0 - firstFact].name == AccountPickerKind.fact }
  }
}

extension Evaluation {
  /// Records the caption of the chosen option, so that the person signs the text that they saw
  /// instead of an id.
  ///
  /// The value precedes the caption if people know it, such as a BIC, or if another option has the
  /// same caption.
  mutating func noteCaption(of atom: Atom, at place: Int, among options: [Value]?) {
    let value = input.values[place]
    guard atom.choices == nil, !value.isNull else { return }
    if let consent = atom.consent { return note(consent, of: atom, isGiven: value == true) }
    let (caption, isAmbiguous): (String, Bool)
    if atom.isSearch, let slot = atom.lookup {
      guard marks[slot].contains(.known), let search = operation.lookups[slot - operation.atoms.count].search,
        search.fact != AccountPickerKind.fact
      else { return }
      (caption, isAmbiguous) = ((input.values[slot][search.caption] ?? .null).text(in: language), search.isKnownByValue)
    } else {
      let slots = atom.optionSlot.map { [$0] } ?? atom.optionsFrom?.reads.outer ?? []
      guard !operation.hasAccounts(in: slots), let options else { return }
      if atom.isMultiple { return noteCaptions(of: atom, at: place, among: options) }
      guard StepBudget.take(options.count / 8),
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

  /// Records the title and the digest of the document that the person consents to.
  private mutating func note(_ consent: ConsentKind, of atom: Atom, isGiven: Bool) {
    guard isGiven else { return }
    captions?.append(
      Object.Member(name: here.prefix + atom.id, value: .string(consent.signedText(in: language))))
  }

  /// Records the captions of several chosen options as one text.
  private mutating func noteCaptions(of atom: Atom, at place: Int, among options: [Value]) {
    let values = input.values[place].array ?? []
    guard StepBudget.take(options.count * values.count / 8) else { return }
    let captions = options.map { ($0["caption"] ?? .null).text(in: language) }
    let texts = values.map { value -> String in
      guard let index = options.firstIndex(where: { $0["value"] == value }) else { return value.plainText }
      let (code, caption) = (value.plainText, captions[index])
      if caption.isEmpty || caption == code { return code }
      return captions.count { $0 == caption } > 1 ? "\(code), \(caption)" : caption
    }
    self.captions?.append(
      Object.Member(name: here.prefix + atom.id, value: .string(language.list(of: texts))))
  }

  /// Records the caption of an input or group, or the title of an item, if it depends on values,
  /// because the person signs it.
  mutating func noteLabel(of atom: Atom, at place: Int) {
    guard captions != nil, atom.captionFrom != nil || atom.liveCaption != nil, !marks[place].contains(.hidden) else {
      return
    }
    guard atom.isGroup || atom.input != nil else { return noteTitle(atom) }
    let outer = doubt
    defer { doubt = outer }
    guard let caption = caption(of: atom), !caption.isEmpty, StepBudget.take(caption.utf8.count / 64) else { return }
    captions?.append(Object.Member(name: here.prefix + atom.id + Self.labelMark, value: .string(caption)))
  }

  /// Records the currency of an amount whose source is not a stored value, such as a property of an
  /// account.
  mutating func noteCurrency(of atom: Atom, at place: Int) {
    guard captions != nil, atom.currencyFrom != nil, operation.currencyAtom(of: atom) == nil,
      !marks[place].contains(.hidden), !input.values[place].isNull
    else { return }
    let outer = doubt
    defer { doubt = outer }
    guard let currency = currency(of: atom) else { return }
    captions?.append(Object.Member(name: here.prefix + atom.id + Self.currencyMark, value: .string(currency)))
  }

  /// The suffix of a path in `captions` for the currency of the value.
  package static let currencyMark = "¤"
  /// The suffix of a path in `captions` for the label.
  package static let labelMark = "#"

  /// Returns the violation if the button is hidden or disabled; nil if a tap is allowed.
  fileprivate mutating func refusal(ofTapOn button: String) -> Violation? {
    guard let place = operation.place(of: button) else { return nil }
    if marks[place].contains(.hidden) { return Violation("hidden").at(button) }
    if let reason = marks[place].unknown { undecided = reason.joined(undecided) }
    return marks[place].contains(.disabled) ? Violation("disabled").at(button) : nil
  }
}
