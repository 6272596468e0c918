/// A language of captions and messages.
package enum Language: String, Sendable, CaseIterable {
  /// Russian, the default.
  case ru
  /// English.
  case en

  /// The language of texts without language tags.
  package static let standard = Language.ru

  /// Maximum number of ranges that are read from a header.
  private static let maxRanges = 32

  /// Selects the supported language with the highest weight in an `Accept-Language` header (RFC
  /// 9110, 12.5.4).
  ///
  /// - Selects `standard` for the range `*`, if no range matches, or if the header is missing.
  /// - If weights are equal, selects the first range. A range without a valid weight has weight 1.
  /// - Ignores ranges of weight 0, and all ranges after the first 32.
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

/// A text in Russian, with an optional English translation.
package struct LocalizedText: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The Russian text.
  package let ru: String
  /// The English text; nil without a translation.
  package let en: String?

  package init(ru: String, en: String?) {
    self.ru = ru
    self.en = en
  }

  /// Creates a text in Russian only.
  package init(stringLiteral value: String) { self.init(ru: value, en: nil) }

  /// Returns the text in `language`, or in Russian without a translation.
  package subscript(language: Language) -> String {
    switch language {
    case .ru: ru
    case .en: en ?? ru
    }
  }
}
