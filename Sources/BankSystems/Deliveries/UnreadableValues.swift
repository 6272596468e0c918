/// The error for stored values that an effect cannot read. The definition accepted a value that the
/// shape of the effect does not allow.
package struct UnreadableValues: Error {
  /// The atom whose value is missing or malformed.
  package let atom: String

  package init(atom: String) { self.atom = atom }
}
