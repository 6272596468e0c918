import Conditions
import Texts
import JSON

extension Evaluation {
  struct InputState {
    let required: Bool
    /// The options if they depend on values or facts; otherwise nil.
    let options: [Value]?
    /// True if the value was validated: the question requires it, and the input is enabled or
    /// computed.
    let isJudged: Bool
    let violation: Violation?
    /// The limits that depend on values, in wire form.
    let limits: [(name: String, value: Value)]
    /// The reason why the state or the value cannot be validated; nil if it can.
    let unknown: UnknownReason?
    /// True if the input cannot be used, because it is unknown whether it is shown, enabled or
    /// required, or which values are valid.
    let isLocked: Bool
  }

  /// Returns the values of the shown inputs that have one, by id in tree order, and all violations.
  ///
  /// A posted name that is not an input is the violation `unknown`.
  mutating func verdict() -> (values: Object, violations: [Violation]) {
    var values: [Object.Member] = []
    let violations = violations() + unknown.map { Violation("unknown").at($0) }
    var next = operation.firstInput
    while let place = next {
      next = operation.nextInputs[place]
      if isUncertain, let reason = marks[place].unknown { undecided = reason.joined(undecided) }
      guard !input.values[place].isNull else { continue }
      let value = isUncertain ? input.values[place].withoutUnknown : input.values[place]
      values.append(Object.Member(name: operation.atoms[place].id, value: value))
    }
    return (Object(unique: values), violations)
  }

  /// Returns the violations of the validated atoms in tree order.
  ///
  /// - A missing computed value is a violation of the input that causes it.
  /// - While anything is unknown, a missing computed value without such an input is not a
  ///   violation.
  package mutating func violations() -> [Violation] {
    var violations: [Violation] = []
    var (blamed, passedOver): (Set<String>, Violation?) = ([], nil)
    // The indexes of the violations of missing computed values that no input causes.
    var unblamed: Set<Int> = []
    let atoms = operation.atoms
    walk { evaluation, entry in
      let atom = atoms[entry.place]
      if evaluation.captions != nil {
        evaluation.noteLabel(of: atom, at: entry.place)
        evaluation.noteCurrency(of: atom, at: entry.place)
        if atom.hasComposedText { evaluation.noteComposed(atom, at: entry.place) }
      }
      guard let kind = atom.input, !evaluation.marks[entry.place].contains(.hidden), evaluation.judges(entry),
        !evaluation.isUnreadableItem
      else { return }
      evaluation.noteCleared(atom, at: entry.place)
      let violation =
        atom.isSimple
        ? evaluation.simpleViolation(at: entry.place, atom, kind)
        : evaluation.state(of: entry.place, atom, kind, judge: true).violation
      guard let violation else { return }
      switch evaluation.missingSource(of: violation, at: entry.place, atom) {
      case .reported: return passedOver = violation
      case .unknown(let reason): return evaluation.undecided = reason.joined(evaluation.undecided)
      case .empty(_, let place) where !evaluation.isAsked(about: place): return
      case .empty(let path, let place):
        guard blamed.insert(path).inserted else { return }
        let missing = Violation("required", sentence: atoms[place].input?.requiredSentence).at(path)
        violations.append(evaluation.worded(missing, of: atoms[place]))
        return
      case nil:
        if atom.computed != nil, violation.code == "required" { unblamed.insert(violations.count) }
        violations.append(violation)
      }
      if let template = atom.template { violations += evaluation.unreadableItems(of: template, after: violation) }
    }
    if undecided != nil { return violations.indices.filter { !unblamed.contains($0) }.map { violations[$0] } }
    // If all violations were skipped, return the last one, so that the values remain rejected.
    if violations.isEmpty, let passedOver { return [passedOver] }
    return violations
  }

  /// Returns the first warning of each validated atom in tree order, with full paths. Must only be
  /// called if the values have no violations.
  mutating func standingWarnings() -> [Violation] {
    guard operation.canWarn else { return [] }
    var warnings: [Violation] = []
    walk { evaluation, entry in
      let (place, atom) = (entry.place, evaluation.operation.atoms[entry.place])
      guard atom.canWarn, atom.input != nil, evaluation.marks[place].isDisjoint(with: [.hidden, .unreadable]),
        atom.computed != nil || !evaluation.marks[place].contains(.disabled), !evaluation.isUnreadableItem
      else { return }
      if let warning = evaluation.located(evaluation.warning(at: place, atom)) { warnings.append(warning) }
    }
    return warnings
  }

  /// Returns true if the atom must be validated. No atom is validated before editing has ended.
  /// After that, these atoms are validated:
  ///
  /// - an atom that changed, unless a change effect has just reset it
  /// - an atom with a value and a check that depends on a change
  /// - a computed atom with a value that depends on a change
  ///
  /// An unchanged computed atom is validated only if all entries that it requires exist.
  mutating func judges(_ entry: AffectedAtoms.ReportedAtom) -> Bool {
    guard commit, !entry.isChanged else { return commit && !isReset(entry.place) }
    return entry.isChecked
      && (!input.values[entry.place].isNull || marks[entry.place].contains(.unreadable))
      && (operation.atoms[entry.place].computed == nil || isComplete(entry.place))
  }

  /// Returns true if an effect has just reset the atom. Its empty value is not validated yet.
  private func isReset(_ place: Int) -> Bool {
    guard let change = effects?.change(of: place, here.indexes) else { return false }
    return change.posted == nil
  }

  /// Returns the state of a shown input. Adds the reason to `undecided` if its value cannot be
  /// validated.
  mutating func state(of place: Int, _ atom: Atom, _ kind: any InputKind, judge: Bool) -> InputState {
    learnFacts(of: atom)
    doubt = marks[place].unknown
    let required =
      atom.requireIf == nil ? !atom.isOptional : holds(atom.requireIf, of: atom, "requireIf")
    let options = options(of: atom)
    if captions != nil { noteCaption(of: atom, at: place, among: options) }
    let noted = failures.count
    let limits = atom.limits.isEmpty ? [] : limits(of: atom)
    // A limit that cannot be evaluated rejects the value; a null limit does not.
    let isUnbounded = failures.count > noted
    // From here on only the validity of the value can be unknown, so the person can still change
    // the value.
    let isLocked = marks[place].contains(.locked) || doubt != nil && !marks[place].contains(.unavailable)
    let isJudged = judge && (atom.computed != nil || !marks[place].contains(.disabled))
    var violation =
      isJudged
      ? violation(
        at: place, atom, kind, required: required, options: options, limits: limits, isUnbounded: isUnbounded) : nil
    let reason = doubt
    doubt = nil
    if let broken = violation { violation = worded(broken, of: atom) }
    if judge, let reason { undecided = reason.joined(undecided) }
    return InputState(
      required: required, options: options, isJudged: isJudged, violation: reason == nil ? located(violation) : nil,
      limits: limits.isEmpty ? [] : limits.map { ($0.name, kind.wire($0.value)) }, unknown: reason, isLocked: isLocked)
  }

  /// Returns the violation with its full path if it is in an item.
  private func located(_ violation: Violation?) -> Violation? {
    guard let violation, here.template != nil else { return violation }
    return violation.at(here.prefix + violation.atom)
  }

  private mutating func violation(
    at place: Int, _ atom: Atom, _ kind: any InputKind, required: Bool, options: [Value]?,
    limits: [(name: String, value: Value)], isUnbounded: Bool
  ) -> Violation? {
    let known = marks[place]
    if known.contains(.unreadable) { return Violation("type", sentence: kind.typeSentence).at(atom.id) }
    if required, input.values[place].isNull { noteDoubt(ofWhatFills: atom, at: place) }
    guard atom.hasRules else { return kindViolation(of: input.values[place], atom, kind, required: required) }
    if let template = atom.template, let violation = violation(ofItems: template, atom) { return violation }
    let value = input.values[place]
    if case .null = value { return required ? missing(atom, kind) : nil }
    if required, case .bool(false) = value, let consent = atom.consent {
      return Violation("required", sentence: consent.requiredSentence).at(atom.id)
    }
    if atom.isEnteredDay, let violation = entryViolation(of: value, atom) { return violation.at(atom.id) }
    if atom.currencyFrom != nil {
      if let violation = amountViolation(of: value, atom, kind) { return violation.at(atom.id) }
    } else if !known.contains(.sound), let violation = kind.judge(value) {
      return violation.at(atom.id)
    }
    if let format = atom.formatFrom, let text = value.string {
      let noted = failures.count
      let record = self.value(of: format.record, for: atom, "formatFrom")
      if failures.count > noted { return Self.unknownLimit.at(atom.id) }
      if let violation = FormatSource.judge(text, by: record) { return violation.at(atom.id) }
    }
    if isUnbounded { return Self.unknownLimit.at(atom.id) }
    for limit in limits {
      if let violation = violation(of: value, kind, at: limit) { return violation.at(atom.id) }
    }
    if let violation = optionViolation(of: value, among: options, atom) { return violation.at(atom.id) }
    if let lookup = atom.lookup { noteDoubt(of: lookup) }
    if atom.isSearch, let violation = searchViolation(of: atom) { return violation.at(atom.id) }
    if let lookup = atom.lookup, marks[lookup].contains(.empty) {
      let name = operation.lookups[lookup - operation.atoms.count].directory ?? ""
      return Violation("lookup", params: [("lookup", .string(name))]).at(atom.id)
    }
    for check in atom.checks where check.canRefuse && applies(check) {
      if let violation = violation(of: check, at: atom, asWarning: false) { return violation.at(atom.id) }
    }
    return atom.isDistinct ? duplicate(atom) : nil
  }

  /// Returns the violation of an entered date or date and time: a year before 1000, or a time that
  /// the bank's clock skips.
  ///
  /// The value of `defaultFrom` is exempt, because it can be the answer of a service.
  private mutating func entryViolation(of value: Value, _ atom: Atom) -> Violation? {
    guard let text = value.string else { return nil }
    let sentence: String
    if text < "1000" {
      sentence = Violation.shortYear
    } else if text.utf8.count > 10, let (day, minutes) = TimeText.parts(ofMoment: text),
      !surroundings.shows(minutes, on: day)
    {
      sentence = Violation.skippedTime
    } else {
      return nil
    }
    if let preset = atom.presetFrom, self.value(of: preset, for: atom, "defaultFrom") == value { return nil }
    return Violation("type", sentence: sentence)
  }

  /// The violation of a value whose limit or format cannot be evaluated because of a fault in the
  /// definition.
  private static let unknownLimit = Violation(
    check: "check",
    message: LocalizedText(
      ru: "Это значение сейчас не проверить", en: "The value cannot be checked at present"))

  /// Returns the violation of an atom with `isSimple`.
  private mutating func simpleViolation(at place: Int, _ atom: Atom, _ kind: any InputKind) -> Violation? {
    let known = marks[place]
    if isUncertain, let reason = known.unknown {
      undecided = reason.joined(undecided)
      return nil
    }
    if known.contains(.disabled), atom.computed == nil { return nil }
    if known.contains(.unreadable) {
      return located(worded(Violation("type", sentence: kind.typeSentence).at(atom.id), of: atom))
    }
    guard let violation = kindViolation(of: input.values[place], atom, kind, required: !atom.isOptional) else {
      return nil
    }
    return located(worded(violation, of: atom))
  }

  /// Returns the violation of a value for which only the kind has rules.
  private func kindViolation(
    of value: Value, _ atom: Atom, _ kind: any InputKind, required: Bool
  ) -> Violation? {
    if case .null = value { return required ? missing(atom, kind) : nil }
    return kind.judge(value).map { $0.at(atom.id) }
  }

  /// Returns the violation of a required value that is missing. People cannot enter a computed one.
  private func missing(_ atom: Atom, _ kind: any InputKind) -> Violation {
    let sentence = atom.computed == nil ? kind.requiredSentence : Violation.requiredComputed
    return Violation("required", sentence: sentence).at(atom.id)
  }

  /// Returns the violation of a repeat itself: its number of items, unmatched items, or a posted
  /// item that is not an object.
  private func violation(ofItems template: ItemTemplate, _ atom: Atom) -> Violation? {
    let list = workspace.items[template.number]
    if let violation = template.kind.judge(count: list.count) { return violation.at(atom.id) }
    if list.isEndless { return Self.unknownLimit.at(atom.id) }
    // A client that reports a change receives the current list in the response, so unmatched items
    // are not an error.
    if list.hasStrays, isAboutAll { return Violation("items").at(atom.id) }
    let bad = list.items.firstIndex { $0.isKnown && $0.posted == nil }
    return bad.map { Violation("type").at("\(atom.id)[\($0)]") }
  }

  /// Returns the violations of the other posted items that are not objects. The repeat's own
  /// violation reports the first one.
  private func unreadableItems(of template: ItemTemplate, after first: Violation) -> [Violation] {
    guard first.atom.hasSuffix("]") else { return [] }
    let items = workspace.items[template.number].items
    let bad = items.indices.filter { items[$0].isKnown && items[$0].posted == nil }
    return bad.dropFirst().map { first.at("\(here.prefix)\(operation.atoms[template.place].id)[\($0)]") }
  }

  /// Returns the violation of a check as a rejection or, if `asWarning` is true, as a warning.
  ///
  /// Returns nil if the check holds, or if its violation has the other severity.
  mutating func violation(of check: Atom.Check, at atom: Atom, asWarning: Bool) -> Violation? {
    let isOpen = check.canRefuse && check.canWarn
    if let verification = check.verification, let slots = check.slots {
      // The condition is a single call, so the verification is called directly, for its reason.
      let values = input.values
      if isUncertain, let reason = slots.compactMap({ marks[$0].unknown }).reduce(nil, { $1.joined($0) }) {
        note(reason)
        return nil
      }
      for slot in slots {
        if case .null = values[slot] { return nil }
      }
      let arguments =
        switch slots.count {
        case 1: [values[slots[0]]]
        case 2: [values[slots[0]], values[slots[1]]]
        default: slots.map { values[$0] }
        }
      guard let reason = reason(verification, arguments), !isOpen || reason.isAdvice == asWarning else { return nil }
      return violation(of: check, because: reason, at: atom)
    }
    if holds(check.condition, of: atom, "check", failingTo: false) { return nil }
    let reason = isOpen || check.message == nil ? reason(of: check) : nil
    if isOpen, (reason?.isAdvice ?? false) != asWarning { return nil }
    return violation(of: check, because: reason, at: atom)
  }

  /// Returns the violation with the check's own message, otherwise with the verification's reason.
  private mutating func violation(
    of check: Atom.Check, because reason: Verification.Reason?, at atom: Atom
  ) -> Violation {
    guard let message = check.message else {
      return Violation(check: check.code, message: reason?.message, params: reason?.params ?? [])
    }
    return Violation(check: check.code, message: text(message, of: atom, "message"))
  }

  /// Returns the reason of a check's verification; nil if the check is not a single call or an
  /// argument is null.
  private mutating func reason(of check: Atom.Check) -> Verification.Reason? {
    guard let verification = check.verification, let arguments = check.condition.arguments(in: input) else {
      return nil
    }
    return arguments.contains(where: \.isNull) ? nil : reason(verification, arguments)
  }

  /// Returns a verification's reason to reject values; nil if they are valid or unknown. Adds a
  /// doubt if a bank system does not answer.
  private mutating func reason(_ verification: Verification, _ arguments: [Value]) -> Verification.Reason? {
    switch verification.source {
    case .computed(let reason): return reason(arguments)
    case .asked(let query, let reasons):
      let answer = surroundings.answer(to: query, arguments, LookupTerms())
      if let unknown = answer.unknown { note(unknown) }
      return Verification.reason(in: answer, reasons)
    }
  }

  /// Returns the first warning: an unavailable lookup, then the checks in order; nil for a null
  /// value.
  mutating func warning(at place: Int, _ atom: Atom) -> Violation? {
    guard !input.values[place].isNull else { return nil }
    if let warning = lookupWarning(at: place, atom) { return warning }
    doubt = nil
    for check in atom.checks where check.canWarn && applies(check) {
      let violation = violation(of: check, at: atom, asWarning: true)
      if doubt != nil {
        doubt = nil
        return unknownWarning(at: place, atom)
      }
      if let violation { return violation.at(atom.id) }
    }
    return nil
  }

  /// Returns true if the atom has a value whose lookup is unavailable.
  func isUnanswered(at place: Int, _ atom: Atom) -> Bool {
    !input.values[place].isNull && atom.lookup.map { marks[$0].contains(.unavailable) } ?? false
  }

  /// Returns the warning of a value whose lookup is unavailable; nil for any other value.
  private mutating func lookupWarning(at place: Int, _ atom: Atom) -> Violation? {
    guard isUnanswered(at: place, atom), let lookup = atom.lookup else { return nil }
    let call = operation.lookups[lookup - operation.atoms.count]
    let params: [(name: String, value: Value)] = [("lookup", .string(call.directory ?? ""))]
    guard let failed = call.failed else { return Violation("lookupFailed", params: params).at(atom.id) }
    return Violation(check: "lookupFailed", message: text(failed, of: atom, "failed"), params: params).at(atom.id)
  }

  /// Returns the warning of an input with an unknown state.
  ///
  /// Its text is the `failed` text of the atom's lookup or of a lookup that it reads, otherwise the
  /// standard text.
  mutating func unknownWarning(at place: Int, _ atom: Atom) -> Violation {
    if let warning = lookupWarning(at: place, atom) { return warning }
    guard let failed = failedText(ofNodesReadAt: place) else { return Violation("unavailable").at(atom.id) }
    return Violation(check: "unavailable", message: text(failed, of: atom, "failed")).at(atom.id)
  }

  /// Returns the first `failed` text of the unavailable lookups that an atom reads; nil if absent.
  private func failedText(ofNodesReadAt place: Int) -> Wording? {
    let (graph, first) = (operation.graph, operation.atoms.count)
    let read = [graph.reads[place], graph.appearanceReads[place], graph.checkReads[place]].joined()
    var waiting = Array(read.filter { $0 >= first }.reversed())
    var seen: Set<Int> = []
    while let node = waiting.popLast() {
      guard marks[node].contains(.unavailable), seen.insert(node).inserted else { continue }
      if operation.namedValue(in: node) != nil {
        waiting += graph.reads[node].filter { $0 >= first }.reversed()
      } else if let failed = operation.lookups[node - first].failed {
        return failed
      }
    }
    return nil
  }

  /// Returns the options if they depend on values or facts; otherwise nil.
  mutating func options(of atom: Atom) -> [Value]? {
    guard atom.filter != nil || atom.choices == nil else { return nil }
    return allOptions(of: atom).map { filtered($0, for: atom) }
  }

  /// Returns the options before the filter; nil for an atom without options.
  mutating func allOptions(of atom: Atom) -> [Value]? {
    if let slot = atom.optionSlot {
      noteDoubt(of: slot)
      return input.values[slot].array ?? []
    }
    if let expression = atom.optionsFrom { return value(of: expression, for: atom, "options").array ?? [] }
    return atom.choices?.map { $0.record(in: language) }
  }

  mutating func filtered(_ all: [Value], for atom: Atom) -> [Value] {
    guard atom.filter != nil else { return all }
    guard StepBudget.take(all.count) else { return [] }
    return all.filter { passesFilter($0, of: atom) }
  }
}
