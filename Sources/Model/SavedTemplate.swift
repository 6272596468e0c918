package import Dates

/// A named set of values that a person has stored to start an operation with.
package struct SavedTemplate: Entity {
  package let id: TemplateID
  /// The person's name for the template.
  package var title: String
  package let operation: String
  /// The version of the operation into which the values were entered.
  package let version: String
  package let created: Instant
  /// The values as canonical JSON, without passwords, codes, and values for a single submission.
  package let values: String
  package let person: PersonID

  package init(
    id: TemplateID, title: String, operation: String, version: String, created: Instant, values: String,
    person: PersonID
  ) {
    self.id = id
    self.title = title
    self.operation = operation
    self.version = version
    self.created = created
    self.values = values
    self.person = person
  }

  package static let entity = Fields(
    "template",
    field("id", \.id, .key),
    field("title", \.title, .changing, .length(1...100)),
    field("operation", \.operation),
    field("version", \.version),
    field("created", \.created, .member("createdAt")),
    field("values", \.values, .form(.json), .sometimes, .about("only in the document of one template, not in lists")),
    field("person", \.person, .inner),
    make: SavedTemplate.init)
}
