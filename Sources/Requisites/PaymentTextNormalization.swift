extension PaymentText {
  /// A character that was changed into one that a payment may carry.
  public struct Change: Equatable, Sendable {
    /// What stood there.
    public let character: Unicode.Scalar
    /// What stands there now.
    public let replacement: Unicode.Scalar
    /// The place in the text, from 1.
    public let position: Int
  }

  /// The text with typographic quotes, dashes and blanks in the form that a payment carries, and each change.
  ///
  /// Quotes of all kinds become `"` or `'`, dashes and minus signs `-`, spaces of all widths a space.
  /// Each character becomes one character: nothing is dropped, nothing else is touched, and what is still outside of
  /// the set, tabs and line ends among it, `verify` names.
  public static func normalized(_ text: String) -> (text: String, changes: [Change]) {
    // Bytes that continue or stand alone, and lead bytes of the Cyrillic block, spell nothing that is changed.
    if text.utf8.allSatisfy({ $0 < 0xC0 || $0 == 0xD0 || $0 == 0xD1 }) { return (text, []) }
    var scalars = String.UnicodeScalarView()
    var changes: [Change] = []
    var position = 0
    for scalar in text.unicodeScalars {
      position += 1
      let carried = replacement(for: scalar)
      if let carried { changes.append(Change(character: scalar, replacement: carried, position: position)) }
      scalars.append(carried ?? scalar)
    }
    return changes.isEmpty ? (text, []) : (String(scalars), changes)
  }

  private static func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0xAB, 0xBB, 0x201C...0x201F, 0x2033, 0x2036, 0x275D, 0x275E, 0x300C...0x300F, 0x301D...0x301F, 0xFF02: "\""
    case 0x2018...0x201B, 0x2032, 0x2035, 0x2039, 0x203A, 0x275B, 0x275C, 0x02BC, 0xB4, 0xFF07: "'"
    case 0x2010...0x2015, 0x2043, 0x207B, 0x208B, 0x2212, 0x2E3A, 0x2E3B, 0xFE58, 0xFE63, 0xFF0D: "-"
    case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: " "
    default: nil
    }
  }
}
