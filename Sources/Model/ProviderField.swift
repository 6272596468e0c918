/// What a provider wants to know of who pays: how it is called and what it looks like.
package struct ProviderField: Sendable, Equatable {
  /// A text in both languages.
  package struct Text: Sendable, Equatable {
    /// Russian.
    package let ru: String
    /// English.
    package let en: String

    /// A text.
    package init(ru: String, en: String) { (self.ru, self.en) = (ru, en) }
  }

  /// What the person reads above it.
  package let caption: Text
  /// What stands in it before anything is entered.
  package let hint: Text?
  /// How it is drawn: `#` is a digit that is entered, `@` a letter, a character after `\` is drawn and part of the value,
  /// anything else is drawn and no part of it.
  package let mask: String?
  /// A regular expression that the whole value matches.
  package let pattern: String?
  /// How many characters the value has.
  package let length: Int?
  /// Which keys are offered: `digits`, `phone`...
  package let keyboard: String?

  /// A field.
  package init(
    caption: Text, hint: Text? = nil, mask: String? = nil, pattern: String? = nil, length: Int? = nil,
    keyboard: String? = nil
  ) {
    (self.caption, self.hint, self.mask, self.pattern) = (caption, hint, mask, pattern)
    (self.length, self.keyboard) = (length, keyboard)
  }
}
