import Dates
import Texts
import JSON

/// The engine's messages for people: one template for each key and language.
enum ViolationText {
  /// Returns the message for a key, with the parameters filled in.
  ///
  /// An unknown key has a general message. A missing parameter is shown as `—`.
  static func text(_ code: String, _ params: [(name: String, value: Value)], _ language: Language) -> String {
    guard let templates = templates[code] ?? templates[unknown], let template = templates[language] else { return code }
    let values = template.arguments.map { argument in params.first { $0.name == argument.text }?.value ?? .null }
    return template.text(values) { shown($1, as: template.arguments[$0].text, in: language) }
  }

  /// The keys in alphabetical order.
  static var codes: [String] { sentences.keys.sorted() }

  /// Formats a parameter: limits as numbers with all digits or as dates, invisible characters by
  /// name.
  ///
  /// Returns nil for other parameters, which the template formats by type.
  private static func shown(_ value: Value, as name: String, in language: Language) -> String? {
    if name == "character" { return value.string.flatMap(CharacterName.name(ofCode:))?[language] }
    guard name == "min" || name == "max", let text = value.string else { return nil }
    return CivilDate(text).map { DateText.text(of: $0, in: language) } ?? DateText.text(ofMoment: text, in: language)
      ?? NumberText.localized(text, in: language)
  }

  private static let unknown = "unknown code"
  /// The parsed messages. A message with a syntax error is missing, and `AtomTextTests` fails.
  private static let templates = sentences.mapValues { sentence in
    Dictionary(
      uniqueKeysWithValues: Language.allCases.compactMap { language in
        (try? Template(sentence[language], in: language)).map { (language, $0) }
      })
  }

  private static let sentences: [String: LocalizedText] = [
    unknown: LocalizedText(ru: "Проверьте значение", en: "Check this value"),
    "type": LocalizedText(ru: "Значение не того вида", en: "The value is of the wrong type"),
    "typeNumber": LocalizedText(ru: "Введите число", en: "Enter a number"),
    "typeDate": LocalizedText(ru: "Такой даты нет", en: "This date does not exist"),
    Violation.shortYear: LocalizedText(
      ru: "Укажите год четырьмя цифрами, например 2026", en: "Enter the year with four digits, such as 2026"),
    Violation.skippedTime: LocalizedText(
      ru: "В этот день часы переводят вперёд, и такого времени нет. Укажите другое",
      en: "The clocks go forward on that day and skip this time. Enter another time"),
    "typeTime": LocalizedText(ru: "Введите время, например 17:00", en: "Enter a time, such as 17:00"),
    "typeDateTime": LocalizedText(
      ru: "Введите день и время, например 21.11.2026, 17:00", en: "Enter a day and a time, such as 21 Nov 2026, 17:00"),
    "required": LocalizedText(ru: "Заполните это поле", en: "Fill in this field"),
    "requiredAccount": LocalizedText(ru: "Выберите счёт", en: "Choose an account"),
    "requiredAmount": LocalizedText(ru: "Введите сумму", en: "Enter an amount"),
    "requiredChoice": LocalizedText(ru: "Выберите один из вариантов", en: "Choose one of the options"),
    "requiredChoices": LocalizedText(
      ru: "Выберите хотя бы один из вариантов", en: "Choose at least one of the options"),
    Violation.requiredComputed: LocalizedText(
      ru: "Это значение пока нельзя рассчитать", en: "This value cannot be computed yet"),
    "requiredConsent": LocalizedText(ru: "Подтвердите согласие", en: "Confirm your consent"),
    "typeChoices": LocalizedText(ru: "Нужен список вариантов", en: "A list of options is needed"),
    "minChoices": LocalizedText(
      ru: "Выберите не меньше {min, plural, one {# варианта} few {# вариантов} many {# вариантов} other {# варианта}}",
      en: "Choose at least {min, plural, one {# option} other {# options}}"),
    "maxChoices": LocalizedText(
      ru: "Выберите не больше {max, plural, one {# варианта} few {# вариантов} many {# вариантов} other {# варианта}}",
      en: "Choose at most {max, plural, one {# option} other {# options}}"),
    "duplicateChoice": LocalizedText(ru: "Вариант выбран дважды", en: "An option is chosen twice"),
    "exclusive": LocalizedText(
      ru: "Этот вариант выбирают без других", en: "This option cannot be chosen together with others"),
    "optionOfChoices": LocalizedText(ru: "Выберите варианты из списка", en: "Choose options from the list"),
    "requiredDate": LocalizedText(ru: "Введите дату", en: "Enter a date"),
    "charset": LocalizedText(ru: "Недопустимый символ: {character}", en: "Character not allowed: {character}"),
    "secretCharset": LocalizedText(ru: "Есть недопустимый символ", en: "A character is not allowed"),
    "length": LocalizedText(
      ru: """
        {got, plural, one {Введён # символ} few {Введено # символа} many {Введено # символов} \
        other {Введено # символа}} из {length}
        """,
      en: "{got} of {length, plural, one {# character} other {# characters}} entered"),
    "lengthOfDigits": LocalizedText(
      ru: """
        {got, plural, one {Введена # цифра} few {Введено # цифры} many {Введено # цифр} other {Введено # цифры}} \
        из {length}
        """,
      en: "{got} of {length, plural, one {# digit} other {# digits}} entered"),
    "minLength": LocalizedText(
      ru: "Не короче {minLength, plural, one {# символа} few {# символов} many {# символов} other {# символа}}",
      en: "At least {minLength, plural, one {# character} other {# characters}}"),
    "maxLength": LocalizedText(
      ru: "Не длиннее {maxLength, plural, one {# символа} few {# символов} many {# символов} other {# символа}}",
      en: "At most {maxLength, plural, one {# character} other {# characters}}"),
    "scale": LocalizedText(
      ru: """
        {scale, plural, =0 {Без знаков после запятой} one {Не больше # знака после запятой} \
        few {Не больше # знаков после запятой} many {Не больше # знаков после запятой} \
        other {Не больше # знака после запятой}}
        """,
      en: "{scale, plural, =0 {No decimal places} one {At most # decimal place} other {At most # decimal places}}"),
    "currency": LocalizedText(
      ru: "Сначала выберите, в какой валюте сумма", en: "First choose the currency of the amount"),
    "otherCurrency": LocalizedText(
      ru: "Суммы в валюте {currency} не принимаются", en: "Amounts in {currency} are not accepted"),
    "digits": LocalizedText(
      ru: "Не больше {digits, plural, one {# цифры} few {# цифр} many {# цифр} other {# цифры}}",
      en: "At most {digits, plural, one {# digit} other {# digits}}"),
    "min": LocalizedText(ru: "Не меньше {min}", en: "At least {min}"),
    "max": LocalizedText(ru: "Не больше {max}", en: "At most {max}"),
    "minItems": LocalizedText(
      ru: "Нужно не меньше {min, plural, one {# строки} few {# строк} many {# строк} other {# строки}}",
      en: "At least {min, plural, one {# item is needed} other {# items are needed}}"),
    "maxItems": LocalizedText(
      ru: "Не больше {max, plural, one {# строки} few {# строк} many {# строк} other {# строки}}",
      en: "At most {max, plural, one {# item} other {# items}}"),
    "surplusRows": LocalizedText(
      ru:
        "Не больше {max, plural, one {# строки} few {# строк} many {# строк} other {# строки}}. Не вставлено: {surplus}",
      en: "At most {max, plural, one {# item} other {# items}}. Left out: {surplus}"),
    "pastedColumn": LocalizedText(
      ru: "Такого столбца здесь нет: {column}", en: "There is no such column here: {column}"),
    "pastedColumns": LocalizedText(
      ru: "Столбцов в строке: {got}, а нужно {columns}", en: "Columns in the row: {got}. Columns needed: {columns}"),
    "pastedQuote": LocalizedText(
      ru: "Кавычка не закрыта, или после неё есть лишний текст",
      en: "A quotation mark is not closed, or is followed by other text"),
    "items": LocalizedText(
      ru: "Список изменился, проверьте его ещё раз", en: "The list has changed. Check it again"),
    "duplicate": LocalizedText(
      ru: "То же значение уже есть в строке {item}", en: "Item {item} already has this value"),
    "minDate": LocalizedText(ru: "Не раньше {min}", en: "Not before {min}"),
    "maxDate": LocalizedText(ru: "Не позже {max}", en: "Not after {max}"),
    "pattern": LocalizedText(ru: "Значение не подходит по форме", en: "The value does not match the pattern"),
    "email": LocalizedText(
      ru: "Нужен адрес почты, например ivan@example.ru", en: "Enter an e-mail address, such as ann@example.org"),
    "phone": LocalizedText(
      ru: "В номере телефона не меньше {digits, plural, one {# цифры} few {# цифр} many {# цифр} other {# цифры}}",
      en: "A telephone number has at least {digits, plural, one {# digit} other {# digits}}"),
    "option": LocalizedText(ru: "Выберите значение из списка", en: "Choose one of the options"),
    "optionNotFound": LocalizedText(
      ru: "Не найдено: выберите значение из списка", en: "Not found: choose one of the options"),
    "lookup": LocalizedText(ru: "Не найдено в справочнике", en: "Not found in the directory"),
    "exit": LocalizedText(
      ru: "С такими ответами отправить нельзя", en: "It cannot be sent with these answers"),
    "hidden": LocalizedText(ru: "Эта кнопка сейчас не показана", en: "This button is not shown now"),
    "disabled": LocalizedText(ru: "Эта кнопка сейчас недоступна", en: "This button is disabled now"),
    "lookupFailed": LocalizedText(
      ru: "Справочник не отвечает, значение не проверено",
      en: "The directory is not responding, so the value was not checked"),
    "unavailable": LocalizedText(
      ru: "Сейчас этого не узнать. Попробуйте позже", en: "This is currently unavailable. Try again later"),
    "normalized": LocalizedText(ru: "Символы заменены: {changes}", en: "Characters were changed: {changes}"),
    "electronic": LocalizedText(
      ru: "Записано в электронной форме: {value}", en: "Saved in electronic form: {value}"),
    "U+0020": LocalizedText(ru: "пробел", en: "space"),
    "unknown": LocalizedText(ru: "Такого поля нет в этой операции", en: "This operation has no such field"),
  ]
}
