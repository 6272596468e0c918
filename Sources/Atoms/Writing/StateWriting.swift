import Conditions
package import JSON

/// The members of states, rendered once.
private enum Keys {
  static let caption: Writer.Key = "caption"
  static let value: Writer.Key = "value"
  static let shown = Array(#""shown":true"#.utf8)
  static let hidden = Array(#""shown":false"#.utf8)
  static let noError = Array(#""error":null"#.utf8)
  static let noWarning = Array(#""warning":null"#.utf8)
  /// The three flags of an input: place 4 is shown, 2 enabled, 1 required.
  static let flags = (0..<8).map { flags in
    Array(#""shown":\#(flags & 4 != 0),"enabled":\#(flags & 2 != 0),"required":\#(flags & 1 != 0)"#.utf8)
  }
}

extension Evaluation {
  /// Works out and writes the members of a state: `shown`, and what else a shown atom has.
  /// The state is the atom's, also where it is drawn as its fallback: then only the caption is another.
  mutating func writeState(
    of place: Int, _ atom: Atom, as fallback: Atom? = nil, judge: Bool, to writer: inout Writer
  ) {
    guard let kind = atom.input, fallback == nil || fallback?.input != nil else {
      return writeDrawn(place, atom, as: fallback, to: &writer)
    }
    if marks[place].contains(.hidden) { return writer.raw(Keys.flags[2]) }
    let state = state(of: place, atom, kind, judge: judge)
    if let caption = caption(of: fallback ?? atom) {
      writer.key(Keys.caption)
      writer.string(caption)
    }
    let isComputed = atom.computed != nil
    let isEditable = !isComputed && !marks[place].contains(.disabled)
    writer.raw(Keys.flags[4 | (isEditable ? 2 : 0) | (state.required && !isComputed ? 1 : 0)])
    writer.key(Keys.value)
    writeValue(of: place, atom, kind, isEditable: isEditable, to: &writer)
    if atom.currencyFrom != nil {
      let currency = currency(of: atom)
      let scale = currency.flatMap(CurrencyScale.scale)
      writer.key("currency")
      writer.value(currency.map(Value.string) ?? .null)
      writer.key("scale")
      writer.value(scale.map { .integer(Int64($0)) } ?? .null)
    }
    if let options = state.options {
      writer.key("options")
      writer.beginArray()
      for option in options { writer.option(option) }
      writer.endArray()
    }
    for limit in atom.limits {
      // One that is not known now is told as null: the client may still have the one that was told before.
      writer.key(limit.name)
      writer.value(state.limits.first { $0.name == limit.name }?.value ?? .null)
    }
    if let violation = state.violation {
      writer.key("error")
      writer.beginObject()
      violation.writeMembers(to: &writer, in: language)
      writer.endObject()
    } else if state.isJudged {
      writer.raw(Keys.noError)
    }
    if atom.mayWarn, state.isJudged { writeWarning(of: place, atom, isRight: state.violation == nil, to: &writer) }
  }

  /// Writes the rule that a value breaks and may break, where it breaks no other.
  private mutating func writeWarning(of place: Int, _ atom: Atom, isRight: Bool, to writer: inout Writer) {
    guard isRight, let warning = warning(at: place, atom) else { return writer.raw(Keys.noWarning) }
    writer.key("warning")
    writer.beginObject()
    warning.writeMembers(to: &writer, in: language)
    writer.endObject()
  }

  /// Writes the state of an atom without a value.
  private mutating func writeDrawn(_ place: Int, _ atom: Atom, as fallback: Atom?, to writer: inout Writer) {
    let isShown = !marks[place].contains(.hidden)
    if isShown {
      learnFacts(of: atom)
      if let caption = caption(of: fallback ?? atom) {
        writer.key(Keys.caption)
        writer.string(caption)
      }
    }
    writer.raw(isShown ? Keys.shown : Keys.hidden)
    if atom.action != nil { writer.member("enabled", !marks[place].contains(.disabled)) }
  }

  private func writeValue(
    of place: Int, _ atom: Atom, _ kind: any InputKind, isEditable: Bool, to writer: inout Writer
  ) {
    if kind.isSecret {
      writer.null()
    } else if isEditable, !marks[place].isDisjoint(with: [.typed, .unreadable]),
      let typed = posted(for: atom, at: place)
    {
      writer.value(typed)
    } else {
      writer.value(operation.wire(input.values[place], of: atom, kind))
    }
  }
}

extension Violation {
  /// Writes `code`, `message` and `params`.
  package func writeMembers(to writer: inout Writer, in language: Language) {
    writer.member("code", code)
    writer.member("message", text(in: language))
    writer.key("params")
    writer.beginObject()
    for param in params {
      writer.key(param.name)
      writer.value(param.value)
    }
    writer.endObject()
  }
}

extension Writer {
  /// Writes an option: its decimals are money and go out as strings.
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
