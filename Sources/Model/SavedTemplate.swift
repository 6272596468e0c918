/// A named set of values for an operation, which a person keeps to begin with.
package struct SavedTemplate: Sendable, Equatable {
  /// Its id.
  package let id: TemplateID
  /// Whose it is.
  package let person: PersonID
  /// The operation's id.
  package let operation: String
  /// The operation's version that the values were entered into.
  package let version: String
  /// What the person calls it.
  package let title: String
  /// The values, as canonical JSON, without passwords, codes and what belongs to one submission.
  package let values: String
  /// When it was saved.
  package let created: Instant

  /// A template.
  package init(
    id: TemplateID, person: PersonID, operation: String, version: String, title: String, values: String,
    created: Instant
  ) {
    (self.id, self.person, self.operation, self.version) = (id, person, operation, version)
    (self.title, self.values, self.created) = (title, values, created)
  }
}
