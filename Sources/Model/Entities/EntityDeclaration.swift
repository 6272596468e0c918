/// A declaration of some record, as far as it can be told without the types of its fields.
package protocol EntityDeclaration: Sendable {
  /// The record that is declared.
  associatedtype Record

  /// Whether every field is the same in both.
  func areEqual(_ left: Record, _ right: Record) -> Bool
}
