extension Value: CustomStringConvertible {
  /// The value as JSON without whitespace.
  public var description: String {
    var writer = Writer()
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The value as indented JSON: one member or element per line, with two spaces per level. Empty
  /// arrays and objects are `[]` and `{}`.
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
  /// The version of the canonical form. Store it with every digest of that form.
  public static let canonicalVersion = 2

  /// The canonical form of the value, for digests. Equal exact values have equal bytes.
  ///
  /// Version 2 is JSON in UTF-8 without whitespace:
  /// - Members are sorted by the UTF-8 code units of their names.
  /// - Strings keep their code units, without Unicode normalization. Only `"`, `\` and characters
  ///   below U+0020 are escaped: in the short form if RFC 8259 has one, otherwise as `\u00xx` in
  ///   lower case.
  /// - Numbers have no trailing zeros. They have plain notation if 64 digits are sufficient,
  ///   otherwise `digitsE±power`. Zero is `0`.
  /// - A `.float` is its shortest decimal number with at most 63 decimal places. Infinity, NaN and
  ///   numbers of more than 64 digits are `null`.
  ///
  /// Version 1 wrote numbers of 39 to 64 digits with an exponent.
  public var canonical: [UInt8] {
    var writer = Writer()
    writer.canonical(self)
    return writer.bytes
  }
}

extension Writer {
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
