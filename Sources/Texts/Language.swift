/// A language of captions and messages.
///
///     Language(accepting: "de, en-US;q=0.8")  // .en
///     Language(accepting: nil)  // .ru
package enum Language: String, Sendable, CaseIterable {
  /// Russian, the default.
  case ru
  /// English.
  case en

  /// The language of a caption that is written in one language only.
  package static let standard = Language.ru

  /// Maximum count of ranges read from a header, which bounds the work: people have few languages.
  private static let maxRanges = 32

  /// Picks the known language of highest weight from an `Accept-Language` header (RFC 9110, 12.5.4).
  ///
  /// - Picks `standard` for the range `*`, and when no range names a known language or the header is missing.
  /// - Of equal weights the first one wins. A range without a readable weight has weight 1.
  /// - Skips ranges of weight 0, and all ranges after the first 32.
  package init(accepting header: String?) {
    var best: (language: Language, weight: Double)?
    for range in (header ?? "").split(separator: ",", maxSplits: Self.maxRanges).prefix(Self.maxRanges) {
      let parts = range.split(separator: ";").map { $0.drop { $0 == " " } }
      guard let tag = parts.first else { continue }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      let primary = tag.prefix { $0 != "-" && $0 != " " }.lowercased()
      guard let language = primary == "*" ? .standard : Language(rawValue: primary), weight > 0 else { continue }
      if weight > best?.weight ?? 0 { best = (language, weight) }
    }
    self = best?.language ?? .standard
  }
}

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
