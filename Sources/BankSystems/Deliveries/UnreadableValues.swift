/// Thrown for stored values that an effect cannot read: the definition let a value pass that the shape does not allow.
package struct UnreadableValues: Error {
  /// The atom whose value is missing or of another form.
  package let atom: String

  /// Creates the error for an atom.
  package init(atom: String) { self.atom = atom }
}
