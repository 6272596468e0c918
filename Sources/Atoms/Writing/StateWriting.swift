package import JSON

/// The members of states, rendered once.
private enum Keys {
  static let caption: Writer.Key = "caption"
  static let value: Writer.Key = "value"
  static let shown = Array(#""shown":true"#.utf8)
  static let hidden = Array(#""shown":false"#.utf8)
  static let noError = Array(#""error":null"#.utf8)
  /// The three flags of an input: place 4 is shown, 2 enabled, 1 required.
  static let flags = (0..<8).map { flags in
    Array(#""shown":\#(flags & 4 != 0),"enabled":\#(flags & 2 != 0),"required":\#(flags & 1 != 0)"#.utf8)
  }
}

extension AtomState {
  /// Writes the members of a state: `shown`, and what else a shown atom has.
  func write(of atom: Atom, to writer: inout Writer, in language: Language) {
    if let caption {
      writer.key(Keys.caption)
      writer.string(caption)
    }
    if let input = atom.input {
      writer.raw(Keys.flags[(shown ? 4 : 0) | (enabled ? 2 : 0) | (required ? 1 : 0)])
      if shown {
        writer.key(Keys.value)
        writeValue(of: input, to: &writer)
      }
    } else {
      writer.raw(shown ? Keys.shown : Keys.hidden)
      if atom.action != nil { writer.member("enabled", enabled) }
    }
    if let options {
      writer.key("options")
      writer.beginArray()
      for option in options { writer.option(option) }
      writer.endArray()
    }
    writeJudgement(to: &writer, in: language)
  }

  private func writeValue(of input: any InputKind, to writer: inout Writer) {
    if input.isSecret {
      writer.value(.null)
    } else if let typed {
      writer.value(typed)
    } else {
      writer.value(input.wire(value))
    }
  }

  private func writeJudgement(to writer: inout Writer, in language: Language) {
    switch judgement {
    case .notJudged: break
    case .right: writer.raw(Keys.noError)
    case .wrong(let violation):
      writer.key("error")
      writer.beginObject()
      violation.writeMembers(to: &writer, in: language)
      writer.endObject()
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
  /// Writes an option of a fact: its decimals are money and go out as strings.
  fileprivate mutating func option(_ option: Value) {
    guard let members = option.object?.members else { return value(option) }
    beginObject()
    for member in members {
      key(member.name)
      if case .decimal(let number) = member.value { value(.string(number.description)) } else { value(member.value) }
    }
    endObject()
  }
}
