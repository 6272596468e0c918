/// What is wrong with one field of a record that was sent as JSON. It names the field and never holds what was sent.
struct FieldFault: Error, Equatable {
  /// What is wrong.
  enum Reason: Equatable {
    /// The field is mandatory and is not there.
    case missing
    /// What is there is no value of the field's type.
    case malformed
  }

  /// The entity's name.
  let entity: String
  /// The field's name in JSON.
  let member: String
  /// What is wrong.
  let reason: Reason
}
