/// A table of codes that was issued to a person, of which the bank keeps no code.
package struct SecurityMatrix: Sendable, Equatable {
  /// The matrix's identifier.
  package let id: MatrixID
  /// Whose it is.
  package let person: PersonID
  /// How many columns it has, 1 to 26.
  package let columns: Int
  /// How many rows it has, 1 to 99.
  package let rows: Int
  /// How many digits its codes have, 1 to 9.
  package let codeLength: Int
  /// When it was issued.
  package let issued: Instant

  /// A matrix.
  package init(id: MatrixID, person: PersonID, columns: Int, rows: Int, codeLength: Int, issued: Instant) {
    self.id = id
    self.person = person
    self.columns = columns
    self.rows = rows
    self.codeLength = codeLength
    self.issued = issued
  }
}
