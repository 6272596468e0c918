package import Dates

/// A named set of values that a person keeps, and begins an operation with.
package struct SavedTemplate: Entity {
  /// The identifier.
  package let id: TemplateID
  /// The person's name for it.
  package var title: String
  /// The id of the operation.
  package let operation: String
  /// The version of the operation into which the values were entered.
  package let version: String
  /// The time of creation.
  package let created: Instant
  /// The values as canonical JSON, without passwords, codes and the values of one submission only.
  package let values: String
  /// The owner.
  package let person: PersonID

  /// Creates a template.
  package init(
    id: TemplateID, title: String, operation: String, version: String, created: Instant, values: String,
    person: PersonID
  ) {
    (self.id, self.title, self.operation, self.version) = (id, title, operation, version)
    (self.created, self.values, self.person) = (created, values, person)
  }

  package static let entity = Fields(
    "template",
    field("id", \.id, .key),
    field("title", \.title, .changing, .length(1...100)),
    field("operation", \.operation),
    field("version", \.version),
    field("created", \.created, .member("createdAt")),
    field("values", \.values, .form(.json), .sometimes, .about("of one template; rows of a list have none")),
    field("person", \.person, .inner),
    make: SavedTemplate.init)
}
