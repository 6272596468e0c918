import Atoms
import Requisites

/// What people read of a reason.
enum ReasonText {
  /// The sentence for a reason.
  static func sentence(for reason: Reason) -> LocalizedText {
    switch reason {
    case .character(let scalar, let position) where isInvisible(scalar):
      LocalizedText(
        ru: "Недопустимый невидимый символ (\(code(scalar))) на месте \(position)",
        en: "An invisible character (\(code(scalar))) is not allowed at position \(position)")
    case .character(let scalar, let position):
      LocalizedText(
        ru: "Недопустимый символ «\(scalar)» на месте \(position)",
        en: "Character \"\(scalar)\" is not allowed at position \(position)")
    case .length(let length, let allowed):
      LocalizedText(
        ru: "Символов \(length), а нужно \(list(allowed, "или"))",
        en: "\(length) \(length == 1 ? "character" : "characters") instead of \(list(allowed, "or"))")
    case .blank: LocalizedText(ru: "Одни пробелы", en: "Nothing but spaces")
    case .leadingZeros: LocalizedText(ru: "Не может начинаться с 00", en: "Cannot begin with 00")
    case .checkDigit:
      LocalizedText(
        ru: "Не сходится контрольная цифра: проверьте номер", en: "The check digit is wrong: check the number")
    case .treasuryAccount:
      LocalizedText(ru: "Казначейский счёт с чужим БИК", en: "A treasury account with the BIC of somebody else")
    case .notCorrespondent: LocalizedText(ru: "Это не корреспондентский счёт", en: "This is no correspondent account")
    case .bic: LocalizedText(ru: "Неверный БИК", en: "The BIC is wrong")
    }
  }

  /// Whether showing the character would show nothing, as with a no-break space.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: scalar != " "
    default: false
    }
  }

  private static func code(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func list(_ ranges: [ClosedRange<Int>], _ or: String) -> String {
    let texts = ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
    guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
    return "\(texts.dropLast().joined(separator: ", ")) \(or) \(last)"
  }
}
