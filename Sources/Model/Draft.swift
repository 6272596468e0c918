/// What a person has entered into an operation and not sent yet.
package struct Draft: Sendable, Equatable {
  /// Whose it is.
  package let person: PersonID
  /// The operation's id.
  package let operation: String
  /// The operation's version that the values were entered into.
  package let version: String
  /// The values, as canonical JSON, without passwords and codes.
  package let values: String
  /// When it was first kept.
  package let created: Instant
  /// When it was last kept.
  package let changed: Instant

  /// A draft.
  package init(
    person: PersonID, operation: String, version: String, values: String, created: Instant, changed: Instant
  ) {
    self.person = person
    self.operation = operation
    self.version = version
    self.values = values
    self.created = created
    self.changed = changed
  }
}
