/// A text in Russian, with an English translation where there is one.
///
///     let title = LocalizedText(ru: "Сумма", en: "Amount")
///     title[.en]  // "Amount"
///     let untranslated: LocalizedText = "Сумма"
///     untranslated[.en]  // "Сумма"
package struct LocalizedText: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The Russian text, which always exists.
  package let ru: String
  /// The English text; nil without a translation.
  package let en: String?

  /// Creates a text with its translation.
  package init(ru: String, en: String?) {
    self.ru = ru
    self.en = en
  }

  /// Creates a text in the default language only.
  package init(stringLiteral value: String) { self.init(ru: value, en: nil) }

  /// Returns the text in `language`, else in the default language.
  package subscript(language: Language) -> String {
    switch language {
    case .ru: ru
    case .en: en ?? ru
    }
  }
}
