package import Dates

/// The values that a person has entered into an operation and not submitted yet.
package struct Draft: Entity {
  package let operation: String
  /// The version of the operation into which the values were entered.
  package let version: String
  /// The time at which a draft of the operation was first stored.
  package let created: Instant
  /// The time at which the draft was last stored.
  package let changed: Instant
  /// The values as canonical JSON, without passwords and codes.
  package let values: String
  package let person: PersonID

  package init(
    operation: String, version: String, created: Instant, changed: Instant, values: String, person: PersonID
  ) {
    (self.operation, self.version, self.created) = (operation, version, created)
    (self.changed, self.values, self.person) = (changed, values, person)
  }

  package static let entity = Fields(
    "draft",
    field("operation", \.operation, .key),
    field("version", \.version, .changing),
    field("created", \.created, .member("createdAt")),
    field("changed", \.changed, .changing, .member("changedAt")),
    field(
      "values", \.values, .changing, .form(.json), .sometimes,
      .about("the entered values, including values of hidden atoms")),
    field("person", \.person, .key, .inner),
    make: Draft.init)
}
