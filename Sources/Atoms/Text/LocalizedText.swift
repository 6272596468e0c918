/// A text in Russian and, where there is a translation, in English.
package struct LocalizedText: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The Russian text, which always exists.
  package let ru: String
  /// The English text.
  package let en: String?

  /// A text with its translation.
  package init(ru: String, en: String?) {
    self.ru = ru
    self.en = en
  }

  /// A text in the default language only.
  package init(stringLiteral value: String) { self.init(ru: value, en: nil) }

  /// The same as a definition writes it: apostrophes and braces quoted, so that nothing in it is filled in.
  package var asTemplate: LocalizedText {
    LocalizedText(ru: Template.escaped(ru), en: en.map(Template.escaped))
  }

  /// The text in that language, else in the default one.
  package subscript(language: Language) -> String {
    switch language {
    case .ru: ru
    case .en: en ?? ru
    }
  }
}
