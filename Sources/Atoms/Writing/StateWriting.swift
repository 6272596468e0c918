import Conditions
package import Texts
package import JSON

/// Encoded names and members of states.
private enum Keys {
  static let caption: StaticString = #""caption":"#
  static let shown: StaticString = #""shown":true"#
  static let hidden: StaticString = #""shown":false"#
  static let noError: StaticString = #""error":null"#
  static let noWarning: StaticString = #""warning":null"#
  static let noNote: StaticString = #""note":null"#
  static let noMarkdown: StaticString = #""markdown":null"#

  /// The flags of a hidden input.
  static let hiddenInput: StaticString = #""shown":false,"enabled":true,"required":false"#

  /// The flags of a shown input, and the name of its value.
  static func shownWithValue(isEnabled: Bool, isRequired: Bool) -> StaticString {
    switch (isEnabled, isRequired) {
    case (true, true): #""shown":true,"enabled":true,"required":true,"value":"#
    case (true, false): #""shown":true,"enabled":true,"required":false,"value":"#
    case (false, true): #""shown":true,"enabled":false,"required":true,"value":"#
    case (false, false): #""shown":true,"enabled":false,"required":false,"value":"#
    }
  }
}

extension Evaluation {
  /// Writes an object with the states that the question requests, by path.
  ///
  /// - Parameter routes: The prefix of the path that resolves a deep link; nil to write deep links
  ///   unchanged.
  package mutating func writeStates(
    to writer: inout Writer, as presentation: Presentation? = nil, routes: String? = nil, in language: Language
  ) {
    self.routes = routes
    writer.beginObject()
    walk { evaluation, entry in evaluation.write(entry, as: presentation, to: &writer) }
    writer.endObject()
  }

  private mutating func write(
    _ entry: AffectedAtoms.ReportedAtom, as presentation: Presentation?, to writer: inout Writer
  ) {
    guard writer.count <= EvaluationBudget.bytes else { return StepBudget.exhaust() }
    let judge = judges(entry)
    guard entry.isReported || judge else { return }
    let atom = operation.atoms[entry.place]
    var (fallback, asItems): (Atom?, Bool) = (nil, false)
    switch presentation?.choices[entry.place] ?? .itself {
    case .itself, .composed: break
    case .items: asItems = true
    case .fallback(let place): fallback = atom.fallbacks[place]
    case .unframed, .leftOut: return
    }
    if here.template == nil {
      writer.beginObject(atom.key)
    } else if atom.isItemTitle {
      return writeState(ofItemTitled: atom, to: &writer)
    } else {
      writer.key(here.prefix + atom.id)
      writer.beginObject()
    }
    writeState(of: entry.place, atom, as: fallback, judge: judge && !isUnreadableItem, asItems: asItems, to: &writer)
    if isUnentered(entry.place, atom) {
      writer.member("entered", false)
    } else if effects != nil {
      writeEffect(at: entry.place, atom, to: &writer)
    }
    if !judge, commit, entry.isChecked { writeSilence(of: entry.place, atom, to: &writer) }
    writer.endObject()
    if asItems { writeStatesOfItems(of: entry.place, atom, to: &writer) }
    if let fallback { writeStates(ofCompanionsOf: fallback, of: entry.place, atom, to: &writer) }
  }
}

extension Evaluation {
  /// Writes `entered` for an input that an effect has changed. Writes the value of a hidden input
  /// too, because its state has none.
  private func writeEffect(at place: Int, _ atom: Atom, to writer: inout Writer) {
    guard let change = effects?.change(of: place, here.indexes), marks[place].isDisjoint(with: [.disabled, .locked])
    else {
      return
    }
    if marks[place].contains(.hidden) {
      writer.key(rendered: #""value":"#)
      writer.value(change.posted ?? .null)
    }
    writer.member("entered", change.posted != nil)
  }

  /// Writes null for the error, warning and note of a computed or following atom that is not
  /// judged. The client may still show earlier ones.
  private func writeSilence(of place: Int, _ atom: Atom, to writer: inout Writer) {
    guard atom.computed != nil || atom.circle != nil, !marks[place].contains(.hidden) else { return }
    writer.raw(Keys.noError)
    if atom.canWarn, !operation.isUncertain(at: place) { writer.raw(Keys.noWarning) }
    if atom.hasNotes { writer.raw(Keys.noNote) }
  }

  /// Computes and writes the members of an atom's state.
  ///
  /// - A hidden input has only flags. A shown input also has its value and further members that
  ///   depend on its properties.
  /// - An atom drawn as its fallback has its own state, except for the caption.
  /// - An atom drawn as a fallback without a value has the state of an atom without a value.
  /// - A choice of several options drawn `asItems` has records as value, and no options.
  mutating func writeState(
    of place: Int, _ atom: Atom, as fallback: Atom? = nil, judge: Bool, asItems: Bool = false, to writer: inout Writer
  ) {
    guard let kind = atom.input, fallback == nil || fallback?.input != nil else {
      return writeDrawn(place, atom, as: fallback, to: &writer)
    }
    if marks[place].contains(.hidden) {
      return writer.raw(Keys.hiddenInput)
    }
    let state = state(of: place, atom, kind, judge: judge)
    writeCaption(of: fallback ?? atom, to: &writer)
    let isEditable = atom.computed == nil && !state.isLocked && !marks[place].contains(.disabled)
    writer.key(rendered: Keys.shownWithValue(isEnabled: isEditable, isRequired: state.required && atom.computed == nil))
    writeValue(of: place, atom, kind, isEditable: isEditable, asItems: asItems, to: &writer)
    if let normalization = atom.normalization, isEditable, !marks[place].contains(.typed) {
      writeChanges(by: normalization, of: place, atom, to: &writer)
    }
    if atom.isSearch, let lookup = atom.lookup { writeChosen(lookup, to: &writer) }
    if atom.currencyFrom != nil {
      let currency = currency(of: atom)
      let scale = currency.flatMap(CurrencyScale.scale)
      writer.key("currency")
      writer.value(currency.map(Value.string) ?? .null)
      writer.key("scale")
      writer.value(scale.map { .integer(Int64($0)) } ?? .null)
    }
    let others = fallback?.optionsFrom.map { value(of: $0, for: atom, "options").array ?? [] }
    if let options = others ?? state.options, !asItems { writer.options(ordered(options, of: atom)) }
    for limit in atom.limits {
      // An unknown limit is null, because the client may still have an earlier one.
      writer.key(limit.name)
      writer.value(state.limits.first { $0.name == limit.name }?.value ?? .null)
    }
    if let format = atom.formatFrom { write(format, of: atom, to: &writer) }
    if let violation = state.violation, missingSource(of: violation, at: place, atom) == nil {
      writer.key("error")
      writer.beginObject()
      violation.writeMembers(to: &writer, in: language)
      writer.endObject()
    } else if state.isJudged {
      writer.raw(Keys.noError)
    }
    if state.unknown != nil || !state.isJudged && isUnanswered(at: place, atom) {
      writer.key("warning")
      writer.beginObject()
      unknownWarning(at: place, atom).writeMembers(to: &writer, in: language)
      writer.endObject()
    } else if atom.canWarn, state.isJudged {
      writeWarning(of: place, atom, isRight: state.violation == nil, to: &writer)
    } else if operation.isUncertain(at: place) {
      // The client may still show an earlier warning.
      writer.raw(Keys.noWarning)
    }
    if atom.hasNotes, state.isJudged {
      writeNote(of: place, atom, isRight: state.violation == nil && state.unknown == nil, to: &writer)
    }
  }

  /// Returns options in the order in which they are drawn.
  func ordered(_ options: [Value], of atom: Atom) -> [Value] {
    guard atom.isSorted, StepBudget.take(options.count) else { return options }
    return CaptionOrder.sorted(options, in: language)
  }

  /// Writes the chosen option of a search, or null.
  private func writeChosen(_ lookup: Int, to writer: inout Writer) {
    writer.key(rendered: #""chosen":"#)
    let call = operation.lookups[lookup - operation.atoms.count]
    guard marks[lookup].contains(.known), let caption = call.searchedCaption else { return writer.null() }
    writer.key(rendered: #"{"value":"#)
    writer.value(input.values[call.subject])
    writer.key(rendered: Keys.caption)
    writer.string((input.values[lookup][caption] ?? .null).text(in: language))
    writer.endObject()
  }

  /// Writes the current format of a text input. An unknown member is null, as with limits.
  private mutating func write(_ format: FormatSource, of atom: Atom, to writer: inout Writer) {
    let record = value(of: format.record, for: atom, "formatFrom")
    let content = (atom.input as? TextInputKind)?.content ?? .text
    for member in format.members {
      writer.key(member.rawValue)
      let isUsable = member != .mask || FormatSource.hasUsableMask(record, of: content)
      let value = isUsable ? record[member.rawValue] ?? .null : .null
      writer.value(member == .hint && !value.isNull ? .string(value.text(in: language)) : value)
    }
  }

  /// Writes `warning`: the first violated rule that only warns. Writes null if the value violates
  /// none or has an error.
  private mutating func writeWarning(of place: Int, _ atom: Atom, isRight: Bool, to writer: inout Writer) {
    guard isRight, let warning = warning(at: place, atom) else { return writer.raw(Keys.noWarning) }
    writer.key("warning")
    writer.beginObject()
    warning.writeMembers(to: &writer, in: language)
    writer.endObject()
  }

  /// Writes the state of an atom without a value.
  private mutating func writeDrawn(_ place: Int, _ atom: Atom, as fallback: Atom?, to writer: inout Writer) {
    writeDrawn(fallback ?? atom, of: place, atom, to: &writer)
    let isShown = !marks[place].contains(.hidden)
    if atom.action != nil || atom.isCommand {
      writer.member("enabled", marks[place].isDisjoint(with: [.disabled, .locked]))
    }
    if atom.isCommand, fallback?.input != nil {
      writer.member("required", false)
      writer.member("value", false)
      writer.member("entered", false)
    }
    if let address = atom.address, isShown { writeAction(to: address, of: atom, to: &writer) }
    if let question = atom.confirmation, !question.isFixed, isShown {
      question.write(to: &writer, in: language) { text($0, of: atom, "confirm") }
    }
  }

  /// Writes the texts of `drawn`, which is the atom, its fallback or an atom next to the fallback,
  /// and whether it is shown.
  mutating func writeDrawn(_ drawn: Atom, of place: Int, _ atom: Atom, to writer: inout Writer) {
    let isShown = !marks[place].contains(.hidden)
    let markdown = drawn.filledMarkdown
    if isShown {
      learnFacts(of: atom)
      if let markdown {
        write(markdown, of: drawn, to: &writer)
      } else {
        writeCaption(of: drawn, to: &writer)
      }
      if drawn.captionFrom?.shown != nil { writePair(of: drawn, to: &writer) }
    }
    if markdown != nil, !isShown { writer.raw(Keys.noMarkdown) }
    writer.raw(isShown ? Keys.shown : Keys.hidden)
  }

  /// Writes a shown value with its label, or null without a value, because the client may still
  /// show an earlier one.
  private mutating func writePair(of atom: Atom, to writer: inout Writer) {
    writer.key("pair")
    guard let pair = pair(of: atom) else { return writer.null() }
    writer.pair(pair, in: language)
  }

  private func writeValue(
    of place: Int, _ atom: Atom, _ kind: any InputKind, isEditable: Bool, asItems: Bool, to writer: inout Writer
  ) {
    if asItems {
      writeRecords(of: place, atom, to: &writer)
    } else if kind.isSecret {
      writer.null()
    } else if isEditable, !marks[place].isDisjoint(with: [.typed, .unreadable]),
      let typed = posted(for: atom, at: place)
    {
      // A rejected number with an exponent is not returned, because numbers on the wire have no
      // exponents.
      if case .decimal(let number) = typed, !number.isPlain { writer.null() } else { writer.value(typed) }
    } else {
      let value = isUncertain && atom.template != nil ? input.values[place].withoutUnknown : input.values[place]
      writer.value(operation.wire(value, of: atom, kind))
    }
  }
}

extension Evaluation {
  /// Writes the characters replaced in the posted text, with a message; null if none were replaced.
  private func writeChanges(by normalization: Normalization, of place: Int, _ atom: Atom, to writer: inout Writer) {
    writer.key("normalized")
    guard case .string(let text) = posted(for: atom, at: place) else { return writer.null() }
    let (kept, changes, sentence) = normalization.kept(normalized(text))
    if changes.isEmpty { return writer.null() }
    var kinds: [(from: Unicode.Scalar, to: Unicode.Scalar?, positions: [Int])] = []
    for change in changes {
      if let known = kinds.firstIndex(where: { $0.from == change.from && $0.to == change.to }) {
        kinds[known].positions.append(change.position)
      } else {
        kinds.append((change.from, change.to, [change.position]))
      }
    }
    let listed = kinds.map { "\(name(of: $0.from)) → \(name(of: $0.to))" }.joined(separator: ", ")
    let params: [(name: String, value: Value)] = [("changes", .string(listed)), ("value", .string(kept))]
    writer.beginObject()
    writer.member("message", ViolationText.text(sentence, params, language))
    writer.key("changes")
    writer.beginArray()
    for kind in kinds {
      writer.beginObject()
      writer.member("from", String(kind.from))
      writer.member("to", kind.to.map { String($0) } ?? "")
      writer.key("positions")
      writer.value(.array(kind.positions.map { .integer(Int64($0)) }))
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }

  /// Returns a character for a message: the character itself, or its name if it is white space.
  /// Returns an empty text for nil.
  private func name(of scalar: Unicode.Scalar?) -> String {
    guard let scalar else { return "" }
    if scalar == " " { return ViolationText.text("U+0020", [], language) }
    guard scalar.properties.isWhitespace else { return String(scalar) }
    return CharacterName.name(of: scalar)[language]
  }
}

extension Violation {
  /// Writes `code`, `message` and `params`. `shortened` truncates the message and text parameters.
  package func writeMembers(
    to writer: inout Writer, in language: Language, shortened: (String) -> String = { $0 }
  ) {
    writer.member("code", code)
    writer.member("message", shortened(text(in: language)))
    writer.key("params")
    writer.beginObject()
    for param in params {
      writer.key(param.name)
      if case .string(let text) = param.value { writer.string(shortened(text)) } else { writer.value(param.value) }
    }
    writer.endObject()
  }
}

extension Writer {
  mutating func options(_ options: [Value]) {
    key("options")
    beginArray()
    for option in options { self.option(option) }
    endArray()
  }

  /// Writes an option, with decimals as strings.
  mutating func option(_ option: Value) {
    guard let members = option.object?.members else { return value(option) }
    beginObject()
    for member in members {
      key(member.name)
      if case .decimal(let number) = member.value { value(.string(number.description)) } else { value(member.value) }
    }
    endObject()
  }
}
