/// What a person has set.
package struct PersonSettings: Entity {
  /// What can be set.
  package typealias Fields = (
    // Whether the person is notified of new deals: nobody is who has not asked for it.
    pushDeals: Bool,
    // The language in which the bank writes to the person.
    language: Language
  )
  package var fields: Fields
  package init(_ fields: Fields) { self.fields = fields }

  /// What holds for whoever has set nothing.
  package init() { self.init((pushDeals: false, language: .ru)) }

  /// How settings are stored and shown.
  package static let entity = Declaration(
    of: Self.self, "settings",
    [
      .about(\.pushDeals, "whether new deals are notified of"),
      .about(\.language, "the language in which the bank writes"),
    ],
    take: { $0.fields }, make: { ($0, $1) })
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
