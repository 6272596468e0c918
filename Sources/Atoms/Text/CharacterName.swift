/// Characters as a sentence names them, so that one that shows as nothing is told too.
package enum CharacterName {
  /// Whether showing the character would show nothing, as with a no-break space; a plain space is known to everybody.
  package static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: scalar != " "
    default: false
    }
  }

  /// The code point: `U+00A0`.
  package static func code(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// What people call a character that they do not see: `неразрывный пробел (U+00A0)`.
  package static func name(of scalar: Unicode.Scalar) -> LocalizedText {
    let code = code(scalar)
    let known = names[scalar.value] ?? LocalizedText(ru: "невидимый символ", en: "invisible character")
    return LocalizedText(ru: "\(known.ru) (\(code))", en: "\(known[.en]) (\(code))")
  }

  /// The name that a code point written as `U+00A0` has; nil for a text that is none, and for a character that is seen.
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
