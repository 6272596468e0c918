/// A fault of one field of a record that was posted as JSON. It names the field and never holds its value.
struct FieldFault: Error, Equatable {
  /// The kind of fault.
  enum Reason: Equatable {
    /// The field is mandatory and is not there.
    case missing
    /// The value is not of the field's type.
    case malformed
  }

  /// The entity's name.
  let entity: String
  /// The field's name in JSON.
  let member: String
  /// The kind of fault.
  let reason: Reason
}
