import Essentials

/// The settings of a person.
package struct PersonSettings: Entity {
  /// True if the person asked to be notified of new deals.
  package var pushDeals: Bool
  /// The language in which the bank writes to the person.
  package var language: Language

  /// Creates settings; without arguments those of a person who has set nothing.
  package init(pushDeals: Bool = false, language: Language = .ru) {
    (self.pushDeals, self.language) = (pushDeals, language)
  }

  package static let entity = Declaration(
    "settings",
    field("pushDeals", \.pushDeals, .about("whether new deals are notified of")),
    field("language", \.language, .about("the language in which the bank writes")),
    make: PersonSettings.init(pushDeals:language:))
}

extension PersonSettings {
  /// A language that the bank writes in.
  package enum Language: String, Sendable, CaseIterable {
    /// Russian.
    case ru
    /// English.
    case en
  }
}
