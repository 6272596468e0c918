/// An invalid field of a posted JSON record. It has the field's name but never its value.
struct FieldFault: Error, Equatable {
  enum Reason: Equatable {
    /// A mandatory field is missing.
    case missing
    /// The value is not of the field's type.
    case malformed
  }

  /// The entity's name.
  let entity: String
  /// The field's name in JSON.
  let member: String
  let reason: Reason
}
