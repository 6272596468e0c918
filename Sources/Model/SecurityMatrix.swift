/// A table of codes that was issued to a person, of which the bank keeps no code.
package struct SecurityMatrix: Sendable, Equatable {
  /// The matrix's identifier.
  package let id: MatrixID
  /// Whose it is.
  package let person: PersonID
  /// When it was issued.
  package let issued: Instant

  /// A matrix.
  package init(id: MatrixID, person: PersonID, issued: Instant) {
    self.id = id
    self.person = person
    self.issued = issued
  }
}
