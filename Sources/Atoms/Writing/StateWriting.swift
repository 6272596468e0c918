package import JSON

extension AtomState {
  /// Writes the members of a state: `shown`, and what else a shown atom has.
  func write(of atom: Atom, to writer: inout Writer, in language: Language) {
    if let caption { writer.member("caption", caption) }
    writer.member("shown", shown)
    if let input = atom.input {
      writer.member("enabled", enabled)
      writer.member("required", required)
      if shown {
        writer.key("value")
        writeValue(of: input, to: &writer)
      }
    } else if atom.kind is ButtonKind {
      writer.member("enabled", enabled)
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
    case .right:
      writer.key("error")
      writer.value(.null)
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
