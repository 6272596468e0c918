extension Value: CustomStringConvertible {
  /// The value as JSON without blanks.
  public var description: String {
    var writer = Writer()
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The value as JSON for people: one member or element per line, indented by two blanks per level; `[]` and `{}` if
  /// empty.
  public var pretty: String {
    var text = ""
    write(to: &text, indent: "\n")
    return text
  }

  private func write(to text: inout String, indent: String) {
    let inner = indent + "  "
    switch self {
    case .array(let elements) where !elements.isEmpty:
      for (place, element) in elements.enumerated() {
        text += (place == 0 ? "[" : ",") + inner
        element.write(to: &text, indent: inner)
      }
      text += indent + "]"
    case .object(let object) where object.count > 0:
      for (place, member) in object.members.enumerated() {
        text += (place == 0 ? "{" : ",") + inner + Value.string(member.name).description + ": "
        member.value.write(to: &text, indent: inner)
      }
      text += indent + "}"
    default: text += description
    }
  }
}

extension Value {
  /// The version of the canonical form; store it with every digest of that form.
  public static let canonicalVersion = 2

  /// The only canonical spelling of the value, for digests: equal exact values have equal bytes.
  ///
  ///     let value = try Value(reading: #"{"b": 1.50, "a": [1e2]}"#)
  ///     String(decoding: value.canonical, as: UTF8.self)  // {"a":[100],"b":1.5}
  ///
  /// Version 2 is JSON in UTF-8 without blanks:
  /// - Members are sorted by the UTF-8 code units of their names.
  /// - Strings keep their code units (no Unicode normalization). Only `"`, `\` and characters below U+0020 are escaped:
  ///   in the short form if RFC 8259 has one, else as lower-case `\u00xx`.
  /// - Numbers have no trailing zeros: plain digits if 64 suffice, else `digitsE±power`; zero is `0`.
  /// - A `.float` is its shortest decimal number with at most 63 decimal places; infinity, NaN and more than 64 digits
  ///   are `null`.
  ///
  /// Version 1 wrote numbers of 39 to 64 digits with a power.
  public var canonical: [UInt8] {
    var writer = Writer()
    writer.canonical(self)
    return writer.bytes
  }
}

extension Writer {
  /// Writes a value in its canonical form.
  mutating func canonical(_ value: Value) {
    switch value {
    case .null, .bool, .integer, .string: self.value(value)
    case .decimal(let number): decimal(number.normalized)
    case .float(let number):
      if let exact = Decimal(shortest: number) { decimal(exact.normalized) } else { null() }
    case .array(let elements):
      beginArray()
      for element in elements { canonical(element) }
      endArray()
    case .object(let object):
      beginObject()
      for member in object.members.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
        key(member.name)
        canonical(member.value)
      }
      endObject()
    }
  }
}
