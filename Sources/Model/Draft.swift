/// What a person has entered into an operation and not sent yet.
package struct Draft: Entity {
  /// What is kept.
  package typealias Fields = (
    // The operation's id, and its version that the values were entered into.
    operation: String,
    version: String,
    // When it was first kept, and when last.
    created: Instant,
    changed: Instant,
    // Canonical JSON, without passwords and codes.
    values: String,
    // Whose it is.
    person: PersonID
  )
  package let fields: Fields
  package init(_ fields: Fields) { self.fields = fields }

  /// How a draft is stored and shown.
  package static let entity = Declaration(
    of: Self.self, "draft",
    [
      .key(\.person, \.operation), .changing(\.version, \.values, \.changed), .inner(\.person),
      .member(\.created, "createdAt"), .member(\.changed, "changedAt"), .member(\.values, as: .json),
      .sometimes(\.values), .about(\.values, "what was entered, also into atoms that are hidden now"),
    ],
    take: { $0.fields }, make: { ($0, $1, $2, $3, $4, $5) })
}
