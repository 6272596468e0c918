/// Text that the payment system of the Bank of Russia accepts.
///
/// Rule: Regulation 762-P and the UFEBS schemas. The allowed characters are printable ASCII, the
/// Russian letters including Ё and ё, and №. At least one character is not a space. Typographic
/// quotes and dashes, tabs, line breaks, other spaces and the rouble sign are not allowed. The
/// verification reports them and never removes them.
///
///     PaymentText.verify("ООО «Ромашка»", upTo: 160)?.description
///     // "character, character «, position 5"
///     PaymentText.normalized("ООО «Ромашка»").text  // ООО "Ромашка"
public enum PaymentText {
  /// Returns the first fault of a payment text, or nil if it is valid. It must have 1 to `length`
  /// characters.
  public static func verify(_ text: String, upTo length: Int) -> Reason? {
    if let reason = text.fault(where: { scalar, _ in isAllowed(scalar) }) { return reason }
    if let reason = text.fault(lengths: 1...length) { return reason }
    return text.utf8.allSatisfy { $0 == 0x20 } ? .blank : nil
  }

  /// Returns true if a payment may contain this character.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " "..."~", "А"..."Я", "а"..."я", "Ё", "ё", "№": true
    default: false
    }
  }
}

extension PaymentText {
  /// A character that was replaced by one that a payment may contain.
  public struct Change: Equatable, Sendable {
    /// The original character.
    public let character: Unicode.Scalar
    /// The new character.
    public let replacement: Unicode.Scalar
    /// The position in the text, starting at 1.
    public let position: Int
  }

  /// Replaces typographic quotes, dashes and spaces by characters that a payment may contain.
  ///
  ///     let (text, changes) = PaymentText.normalized("ООО «Ромашка»")
  ///     text                     // ООО "Ромашка"
  ///     changes.map(\.position)  // [5, 13]
  ///
  /// - Quotes of all kinds become `"` or `'`, dashes and minus signs `-`, spaces of all widths a
  ///   space.
  /// - Each replacement is one character. Nothing is removed, and other characters do not change.
  /// - Other characters that a payment must not contain, including tabs and line breaks, remain.
  ///   `verify` reports them.
  ///
  /// - Returns: The text, and each change in the order of positions.
  public static func normalized(_ text: String) -> (text: String, changes: [Change]) {
    // ASCII and Cyrillic characters (lead bytes 0xD0 and 0xD1) are never replaced.
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

/// The name of a payer or payee (fields 8 and 16): 1 to 160 characters of payment text (762-P).
///
///     PartyName.verify("ООО \"Ромашка\"")  // nil
///     PartyName.verify("   ")              // .blank
public enum PartyName {
  /// Returns the first fault of a name, or nil if it is valid.
  public static func verify(_ text: String) -> Reason? { PaymentText.verify(text, upTo: 160) }
}

/// The purpose of a payment (field 24): 1 to 210 characters of payment text (762-P).
///
///     Purpose.verify("Оплата по счету № 12")  // nil
///     Purpose.verify("100 ₽")?.description    // "character, character ₽, position 5"
public enum Purpose {
  /// The maximum length, in characters.
  public static let maximumLength = 210

  /// Returns the first fault of a purpose, or nil if it is valid.
  public static func verify(_ text: String) -> Reason? { PaymentText.verify(text, upTo: maximumLength) }
}
