/// The engine's own sentences for people: one line per code and language.
enum Message {
  /// The sentence for a violation's code, its parameters filled in.
  static func text(_ code: String, _ params: [(name: String, value: String)], _ language: Language) -> String {
    let template = (sentences[code] ?? unknown)[language]
    return params.reduce(template) { text, param in
      text.split(separator: "{\(param.name)}", omittingEmptySubsequences: false).joined(separator: param.value)
    }
  }

  private static let unknown = LocalizedText(ru: "Проверьте значение", en: "Check this value")
  private static let sentences: [String: LocalizedText] = [
    "type": LocalizedText(ru: "Значение не того вида", en: "The value is of the wrong type"),
    "required": LocalizedText(ru: "Заполните это поле", en: "Fill in this field"),
    "charset": LocalizedText(ru: "Недопустимый символ: {character}", en: "Character not allowed: {character}"),
    "secretCharset": LocalizedText(ru: "Есть недопустимый символ", en: "A character is not allowed"),
    "length": LocalizedText(ru: "Нужно символов: {length}", en: "Characters needed: {length}"),
    "minLength": LocalizedText(ru: "Не короче {minLength} симв.", en: "At least {minLength} characters"),
    "maxLength": LocalizedText(ru: "Не длиннее {maxLength} симв.", en: "At most {maxLength} characters"),
    "scale": LocalizedText(
      ru: "Знаков после запятой: не больше {scale}", en: "At most {scale} decimal places"),
    "digits": LocalizedText(ru: "Цифр: не больше {digits}", en: "At most {digits} digits"),
    "min": LocalizedText(ru: "Не меньше {min}", en: "At least {min}"),
    "max": LocalizedText(ru: "Не больше {max}", en: "At most {max}"),
    "pattern": LocalizedText(ru: "Значение не подходит по форме", en: "The value does not fit the pattern"),
    "option": LocalizedText(ru: "Выберите значение из списка", en: "Choose one of the options"),
    "lookup": LocalizedText(ru: "Не найдено в справочнике", en: "Not found in the directory"),
    "hidden": LocalizedText(ru: "Эта кнопка сейчас не показана", en: "This button is not shown now"),
    "disabled": LocalizedText(ru: "Эта кнопка сейчас недоступна", en: "This button is disabled now"),
    "unknown": LocalizedText(ru: "Такого поля нет в этой операции", en: "This operation has no such field"),
  ]
}
