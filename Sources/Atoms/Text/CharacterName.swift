package import Texts

/// The names of characters for messages, including invisible characters such as
/// `no-break space (U+00A0)`.
package enum CharacterName {
  /// Returns true for an invisible character, such as a no-break space; false for a plain space.
  package static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: scalar != " "
    default: false
    }
  }

  /// Returns true for a control character (Unicode category Cc), including line feed and tab.
  package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }

  /// Returns the first misleading character of a text; nil if no character misleads. If `lines` is
  /// true, line feeds are allowed.
  package static func misleading(in text: String, lines: Bool = false) -> Unicode.Scalar? {
    text.unicodeScalars.first { $0.misleads && !(lines && $0 == "\n") }
  }

  /// Returns true if the text has a character that is neither white space nor invisible.
  package static func shows(_ text: String) -> Bool {
    // A visible ASCII character or a letter of the Cyrillic block.
    if let first = text.utf8.first, (0x21..<0x7F).contains(first) || first == 0xD0 || first == 0xD1 { return true }
    return text.unicodeScalars.contains { scalar in
      scalar != " " && !isInvisible(scalar) && !scalar.properties.isDefaultIgnorableCodePoint
        && !blanks.contains(scalar.value)
    }
  }

  /// Returns true if the text has only white space and invisible characters, none of them
  /// misleading.
  static func isBlank(_ text: String) -> Bool { !shows(text) && misleading(in: text) == nil }

  /// Blank characters of visible categories: the Braille pattern blank, blanks of Egyptian
  /// hieroglyphs, and the musical null notehead.
  private static let blanks: Set<UInt32> = [0x2800, 0x13441, 0x13442, 0x1D159]

  /// Returns the code point with at least four digits: `U+00A0`.
  package static func code(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Returns the common name of an invisible character with its code:
  /// `неразрывный пробел (U+00A0)`.
  package static func name(of scalar: Unicode.Scalar) -> LocalizedText {
    let code = code(scalar)
    let known = names[scalar.value] ?? LocalizedText(ru: "невидимый символ", en: "invisible character")
    return LocalizedText(ru: "\(known.ru) (\(code))", en: "\(known[.en]) (\(code))")
  }

  /// Returns the name of a code point written as `U+00A0`.
  ///
  /// Returns nil if the text is not a code point or the character is visible. A plain space has a
  /// name.
  static func name(ofCode text: String) -> LocalizedText? {
    guard text.hasPrefix("U+"), let number = UInt32(text.dropFirst(2), radix: 16), let scalar = Unicode.Scalar(number),
      isInvisible(scalar) || scalar == " "
    else { return nil }
    return name(of: scalar)
  }

  private static let names: [UInt32: LocalizedText] = [
    0x09: LocalizedText(ru: "табуляция", en: "tab"), 0x0A: LocalizedText(ru: "перевод строки", en: "line feed"),
    0x0D: LocalizedText(ru: "возврат каретки", en: "carriage return"), 0x20: LocalizedText(ru: "пробел", en: "space"),
    0xA0: LocalizedText(ru: "неразрывный пробел", en: "no-break space"),
    0xAD: LocalizedText(ru: "мягкий перенос", en: "soft hyphen"),
    0x2007: LocalizedText(ru: "цифровой пробел", en: "figure space"),
    0x2009: LocalizedText(ru: "тонкий пробел", en: "thin space"),
    0x200B: LocalizedText(ru: "пробел нулевой ширины", en: "zero width space"),
    0x200E: LocalizedText(ru: "знак направления письма", en: "left-to-right mark"),
    0x200F: LocalizedText(ru: "знак направления письма", en: "right-to-left mark"),
    0x2028: LocalizedText(ru: "разделитель строк", en: "line separator"),
    0x202F: LocalizedText(ru: "узкий неразрывный пробел", en: "narrow no-break space"),
    0x2060: LocalizedText(ru: "соединитель слов", en: "word joiner"),
    0xFEFF: LocalizedText(ru: "метка порядка байтов", en: "byte order mark"),
  ]
}
