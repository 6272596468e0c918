/// A named set of values for an operation, which a person keeps to begin with.
package struct SavedTemplate: Entity {
  /// What is kept.
  package typealias Fields = (
    id: TemplateID,
    // What the person calls it.
    title: String,
    // The operation's id, and its version that the values were entered into.
    operation: String,
    version: String,
    created: Instant,
    // Canonical JSON, without passwords, codes and what belongs to one submission.
    values: String,
    // Whose it is.
    person: PersonID
  )
  package let fields: Fields
  package init(_ fields: Fields) { self.fields = fields }

  /// How a template is stored and shown.
  package static let entity = Declaration(
    of: Self.self, "template",
    [
      .key(\.id), .inner(\.person), .member(\.created, "createdAt"), .member(\.values, as: .json), .sometimes(\.values),
      .about(\.values, "of one template; rows of a list have none"), .length(\.title, 1...100),
    ],
    take: { $0.fields }, make: { ($0, $1, $2, $3, $4, $5, $6) })
}
