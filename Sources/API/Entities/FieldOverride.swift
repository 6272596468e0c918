import Model

/// The value of one field of a record, from a body or from the server.
struct FieldOverride<Record: Entity> {
  let place: Int
  let value: any Sendable
}

extension Fields {
  /// Returns an override of a field.
  func given<One: Sendable>(_ path: KeyPath<Record, One>, _ value: One) -> FieldOverride<Record> {
    FieldOverride(place: place(of: path), value: value)
  }
}
