/// The electronic form of an identifier: capital letters without whitespace.
///
/// Rules: ISO 13616-1 (IBAN), ISO 9362 (SWIFT codes), ISO 17442-1 (LEI) and ISO/IEC 7812-1 (card
/// numbers). Groups and lowercase letters are only for display.
///
///     ElectronicForm.of("de89 3704").text  // "DE893704"
public enum ElectronicForm {
  /// A character that was replaced, or removed if `replacement` is nil.
  public struct Change: Equatable, Sendable {
    /// The original character.
    public let character: Unicode.Scalar
    /// The new character; nil if the character was removed.
    public let replacement: Unicode.Scalar?
    /// The position in the text, starting at 1.
    public let position: Int

    /// Creates a change of the character at `position`.
    public init(character: Unicode.Scalar, replacement: Unicode.Scalar?, position: Int) {
      (self.character, self.replacement, self.position) = (character, replacement, position)
    }
  }

  /// Converts ASCII letters to uppercase and removes whitespace.
  ///
  /// - Returns: The new text, and each change in the order of positions.
  public static func of(_ text: String) -> (text: String, changes: [Change]) {
    var (form, changes) = ([UInt8](), [Change]())
    form.reserveCapacity(text.utf8.count)
    for (place, scalar) in text.unicodeScalars.enumerated() {
      let isSmall = scalar.value &- 0x61 < 26
      let kept = isSmall ? Unicode.Scalar(scalar.value - 0x20) : scalar.isSpace ? nil : scalar
      if let kept { form.append(contentsOf: kept.utf8) }
      if kept != scalar { changes.append(Change(character: scalar, replacement: kept, position: place + 1)) }
    }
    return changes.isEmpty ? (text, []) : (String(decoding: form, as: UTF8.self), changes)
  }

  /// Converts ASCII letters to uppercase. The positions of characters do not change.
  public static func capitals(of text: String) -> String {
    String(decoding: text.utf8.map { $0 &- 0x61 < 26 ? $0 - 0x20 : $0 }, as: UTF8.self)
  }
}

extension Unicode.Scalar {
  /// The same as `properties.isWhitespace`, without a search in its table for common letters.
  fileprivate var isSpace: Bool {
    if value < 0x80 { return value == 0x20 || value &- 0x09 < 5 }
    return value < 0x1680 ? value == 0x85 || value == 0xA0 : properties.isWhitespace
  }
}
