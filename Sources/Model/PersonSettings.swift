/// What a person has set.
package struct PersonSettings: Sendable, Equatable {
  /// A language that the bank writes in.
  package enum Language: String, Sendable, CaseIterable {
    /// Russian.
    case ru
    /// English.
    case en
  }

  /// Whether the person is notified of new deals: nobody is who has not asked for it.
  package var pushDeals = false
  /// The language in which the bank writes to the person.
  package var language = Language.ru

  /// What holds for whoever has set nothing.
  package init() {}

  /// Settings.
  package init(pushDeals: Bool, language: Language) {
    self.pushDeals = pushDeals
    self.language = language
  }
}
