extension Value: CustomStringConvertible {
  /// The value as JSON without blanks.
  public var description: String {
    var writer = Writer()
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The value as JSON for people: one member or element a line, two blanks a level, empty containers closed at once.
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
  /// The version of the canonical form, to be kept beside every digest of it.
  public static let canonicalVersion = 1

  /// The one spelling of this value, for digests: exact values that are equal have equal bytes.
  ///
  /// Version 1: JSON in UTF-8 without blanks; members sorted by the UTF-8 code units of their names; strings as they are
  /// (no Unicode normalization), with only `"`, `\` and what stands below U+0020 escaped, in the short form where RFC 8259
  /// has one and else as lower-case `\u00xx`; numbers without trailing zeros, in plain digits where 38 of them are enough
  /// and else as `digitsE±power`, zero as `0`. A `.float` stands as its shortest decimal number, a non-finite one as `null`.
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
      // At most 17 digits and an exponent of at most 324 always fit a decimal.
      if let exact = Decimal(number.description) { decimal(exact.normalized) } else { null() }
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
