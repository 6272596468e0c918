/// A language that captions and messages are kept in.
package enum Language: String, Sendable, CaseIterable {
  /// Russian, the default.
  case ru
  /// English.
  case en

  /// The language that a plain caption is written in.
  package static let standard = Language.ru

  /// As many ranges of a header are looked at: people have few languages.
  private static let mostRanges = 32

  /// The best language for an `Accept-Language` header (RFC 9110, 12.5.4): the known one of highest weight.
  package init(accepting header: String?) {
    var best: (language: Language, weight: Double)?
    for range in (header ?? "").split(separator: ",", maxSplits: Self.mostRanges).prefix(Self.mostRanges) {
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
