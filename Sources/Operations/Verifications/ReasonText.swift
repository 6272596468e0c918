import Atoms
import Conditions
import Dates
import Texts
import RussianPayments

/// The texts of reasons.
enum ReasonText {
  /// Returns the sentence for a reason.
  static func sentence(for reason: Reason) -> LocalizedText {
    switch reason {
    case .character(let scalar, let position): sentence(for: scalar, at: position)
    case .length(let length, let allowed):
      LocalizedText(
        ru: "Символов \(length), а нужно \(list(allowed, "или"))",
        en: "\(length) \(length == 1 ? "character" : "characters") instead of \(list(allowed, "or"))")
    case .blank: LocalizedText(ru: "Одни пробелы", en: "Only spaces")
    case .leadingZeros: LocalizedText(ru: "Не может начинаться с 00", en: "Cannot begin with 00")
    case .zeros: LocalizedText(ru: "Одни нули", en: "Only zeros")
    case .prefix(let found, let allowed):
      LocalizedText(
        ru: "Начинается с \(found), а нужно с \(list(allowed, "или"))",
        en: "Begins with \(found) instead of \(list(allowed, "or"))")
    case .checkDigit:
      LocalizedText(
        ru: "Не сходится контрольная цифра: проверьте номер", en: "The check digit is wrong: check the number")
    case .treasuryAccount:
      LocalizedText(ru: "Казначейский счёт с чужим БИК", en: "The BIC does not match the treasury account")
    case .notCorrespondent:
      LocalizedText(ru: "Это не корреспондентский счёт", en: "This is not a correspondent account")
    case .latinLetters(let found, let meant):
      LocalizedText(
        ru: "Латинские буквы \(found) вместо русских \(meant)", en: "Latin letters \(found) instead of \(meant)")
    case .unlisted(let found): LocalizedText(ru: "Нет такого кода: \(found)", en: "There is no code \(found)")
    case .expired(let found, let since):
      LocalizedText(
        ru: "С \(date(since, .ru)) значение \(found) не принимается",
        en: "\(found) has not been accepted since \(date(since, .en))")
    case .early(let found, let since):
      LocalizedText(
        ru: "Значение \(found) принимается только с \(date(since, .ru))",
        en: "\(found) is accepted only from \(date(since, .en))")
    case .form(let expected): LocalizedText(ru: "Нужно: \(russian(expected))", en: "Required: \(list(expected, "or"))")
    case .range(let found, let allowed):
      LocalizedText(
        ru: "Номер \(found), а может быть \(list([allowed], "или"))",
        en: "Number \(found) instead of \(list([allowed], "or"))")
    case .noSuchDay(let found): LocalizedText(ru: "Нет такой даты: \(found)", en: "There is no day \(found)")
    case .mustBe(let found, let expected):
      LocalizedText(
        ru: "Здесь \(found), а нужно \(list(expected, "или"))",
        en: "\(found) instead of \(list(expected, "or"))")
    case .accountInName(let found):
      LocalizedText(ru: "Номер счёта \(found) вместо имени", en: "Account number \(found) instead of a name")
    case .undated(let found): LocalizedText(ru: "Нет даты платежа: \(found)", en: "No payment date: \(found)")
    case .stray(let found):
      LocalizedText(
        ru: "Текст «\(found)» не относится ни к одному полю", en: "The text \"\(found)\" does not belong to any field")
    case .repeated(let found):
      LocalizedText(ru: "Есть и другое значение: \(found)", en: "There is another value: \(found)")
    case .encoding:
      LocalizedText(
        ru: "Кодировка не та, что указана в коде: проверьте текст",
        en: "The encoding differs from the one in the code: check the texts")
    case .bic: LocalizedText(ru: "Неверный БИК", en: "The BIC is wrong")
    }
  }

  /// Returns the sentence for a character that is not allowed. An invisible character is shown by
  /// its name.
  private static func sentence(for scalar: Unicode.Scalar, at position: Int) -> LocalizedText {
    guard CharacterName.isInvisible(scalar) else {
      return LocalizedText(
        ru: "Недопустимый символ «\(scalar)» на месте \(position)",
        en: "Character \"\(scalar)\" is not allowed at position \(position)")
    }
    let name = CharacterName.name(of: scalar)
    return LocalizedText(
      ru: "Недопустимый символ на месте \(position): \(name.ru)",
      en: "Character not allowed at position \(position): \(name[.en])")
  }

  private static func date(_ day: CivilDate, _ language: Language) -> String {
    DateText.text(of: day, in: language)
  }

  /// Returns the formats with Russian letters for days, months, years and digits.
  private static func russian(_ forms: [String]) -> String {
    list(
      forms.map { form in
        String(
          form.map { letter in
            switch letter {
            case "D": "Д"
            case "M": "М"
            case "Y": "Г"
            case "N": "Ц"
            case "Q": "К"
            case "H": "П"
            default: letter
            }
          })
      }, "или")
  }

  private static func list(_ ranges: [ClosedRange<Int>], _ or: String) -> String {
    list(ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }, or)
  }

  private static func list(_ texts: [String], _ or: String) -> String {
    guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
    return "\(texts.dropLast().joined(separator: ", ")) \(or) \(last)"
  }
}

/// The normalizations that definitions can select with `normalize`.
enum ReasonTexts {
  /// `payment`: quotes, dashes and spaces as allowed in a payment.
  static let payment = Normalization("payment") { text in
    let (text, changes) = PaymentText.normalized(text)
    return (text, changes.map { Normalization.Change($0.character, to: $0.replacement, position: $0.position) })
  }
}
