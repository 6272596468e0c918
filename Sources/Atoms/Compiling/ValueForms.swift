import Conditions
import SourceText

extension OperationCompiler {
  /// Warns of comparisons that can never or always hold because of the form of a value.
  ///
  /// - Parameter fields: The forms of an option's fields, for a filter.
  mutating func warnOfComparisons(
    in condition: Condition, _ scope: Scope, fields: [String: ValueForm] = [:], at location: Location
  ) {
    let slips = condition.pointlessComparisons(fields: fields) { form(in: $0, scope) }
    warn(.suspiciousExpression, slips, in: condition.text, at: location)
  }

  /// Warns of comparisons that can never or always hold because of the form of a value.
  ///
  /// - Parameters:
  ///   - text: The text that contains the expression.
  ///   - offset: The place of the expression in the text.
  mutating func warnOfComparisons(
    in expression: ConditionExpression, _ scope: Scope, of text: String, at location: Location, offset: Int = 0
  ) {
    let slips = expression.pointlessComparisons { form(in: $0, scope) }
    warn(.suspiciousExpression, slips, in: text, at: location, offset: offset)
  }

  /// Returns the form of the value in a slot; nil if it is not known.
  private mutating func form(in slot: Int, _ scope: Scope) -> ValueForm? {
    if drafts.indices.contains(slot) {
      if let known = forms[slot] { return known }
      let form = form(of: slot)
      forms[slot] = .some(form)
      return form
    }
    if lookups.indices.contains(slot - drafts.count) { return form(of: lookups[slot - drafts.count]) }
    let fact = facts.first { scope.names[$0.name]?.slot == .outer(slot) }
    return fact.flatMap { vocabulary.factForms[$0.name] }.map(ValueForm.record)
  }

  /// Returns the form of an atom's value; nil for a number, a Boolean or a date.
  private func form(of place: Int) -> ValueForm? {
    let draft = drafts[place]
    switch draft.kind {
    case let kind as TextInputKind: return form(of: kind, in: draft)
    case let kind as any ClockInputKind: return .notation(.clock(hasDay: kind.rules.hasDay), mayBeEmpty: false)
    case let kind as any OptionKind: return kind.type == .integer ? nil : .text(mayBeBlank: false)
    case is SearchKind, is AccountPickerKind: return .text(mayBeBlank: false)
    case is RepeatKind: return .record(forms(inItemsOf: place))
    default: return nil
    }
  }

  private func form(of kind: TextInputKind, in draft: AtomDraft) -> ValueForm? {
    if kind.type == .number { return nil }
    guard kind.content == .digits else { return .text(mayBeBlank: kind.content == .password) }
    if let length = kind.fixedLength, kind.formatFrom == nil { return .digits(length: length) }
    let mayHaveFixedLength =
      kind.hasFormat || draft.value != nil || draft.lookup != nil || draft.checks.contains(where: judgesLength)
    return mayHaveFixedLength ? .text(mayBeBlank: false) : .digits(length: nil)
  }

  /// Returns true if a check may restrict the length of a text.
  private func judgesLength(_ check: WrittenCheck) -> Bool {
    let text = check.condition.scalar ?? ""
    return ["length", "like", "matches"].contains { text.lowercased().contains($0) }
      || vocabulary.verifications.keys.contains { text.contains($0) }
  }

  private func form(of call: Operation.LookupCall) -> ValueForm? {
    if call.isDefinition { return nil }
    if call.isRow {
      let most = (drafts[call.subject].kind as? RepeatKind)?.maximum
      return most.map { .record([RowNumber.field: .rowNumber($0)]) }
    }
    if call.isRecord {
      guard let kind = drafts[call.subject].kind as? RepeatKind, kind.isCounted else { return nil }
      return .rowNumber(kind.maximum)
    }
    if call.isPrevious { return .record(forms(inItemsOf: call.subject)) }
    if let fact = call.search?.fact { return vocabulary.factForms[fact].map(ValueForm.record) }
    return call.isOption ? .record(optionForms(of: drafts[call.subject])) : nil
  }

  private func forms(inItemsOf place: Int) -> [String: ValueForm] {
    let own = (place + 1..<drafts[place].position.end).filter { drafts[$0].position.owner == place }
    return own.reduce(into: [:]) { $0[drafts[$1].id] = form(of: $1) }
  }

  /// Returns the forms of the fields of an atom's options, if they are a fact.
  func optionForms(of draft: AtomDraft) -> [String: ValueForm] {
    switch draft.input?.options {
    case .fact(let name): vocabulary.factForms[name] ?? [:]
    case .expression(let node): node.scalar.flatMap { vocabulary.factForms[$0] } ?? [:]
    case nil where draft.kind is SearchKind: draft.lookup?.directory.scalar.flatMap { vocabulary.factForms[$0] } ?? [:]
    case .literal, .faulty, nil: [:]
    }
  }

  /// Warns of a value of a computed row that needs its own value in the previous row, which the
  /// first row does not have.
  mutating func warnOfFirstRow(in computed: ConditionExpression?, of draft: AtomDraft) {
    guard let computed, let node = draft.value, let owner = draft.position.owner,
      let previous = lookups.firstIndex(where: { $0.isPrevious && $0.subject == owner }).map({ drafts.count + $0 }),
      computed.reads.outer.contains(previous), computed.keys(of: previous) == [draft.id],
      computed.needs.contains([previous])
    else { return }
    let own = "\(WrittenItems.previous).\(draft.writtenID)"
    diagnostics.warning(
      .mayBeEmpty, "`\(own)` has no value in the first row, so no row has a value",
      remedy: ": write `TERNARY(\(own) == nil, ..., ...)` with the value of the first row", at: node.location)
  }

  /// Warns of a date of a computed row that is a month after the date of the previous row.
  mutating func warnOfDrift(in computed: ConditionExpression?, of draft: AtomDraft) {
    guard let computed, let node = draft.value, let text = node.scalar, let owner = draft.position.owner,
      let items = (drafts[owner].kind as? RepeatKind)?.items,
      let previous = lookups.firstIndex(where: { $0.isPrevious && $0.subject == owner }),
      let drift = computed.monthDrift(of: drafts.count + previous, key: draft.id, number: items.writtenName)
    else { return }
    // A check such as `day($start) <= 28` prevents the drift.
    let isRestricted = computed.reads.outer.contains { slot in
      drafts.indices.contains(slot) && drafts[slot].checks.contains { $0.condition.scalar?.contains("day(") == true }
    }
    if !isRestricted { warn(.suspiciousExpression, [drift], in: text, at: node.location) }
  }
}
