import Model

/// The value of one field of a record, from a body or from the server.
struct Given<Record: Entity> {
  let place: Int
  let value: any Sendable
}

extension Declaration {
  /// Returns a value for a field.
  func given<One: Sendable>(_ path: KeyPath<Record, One>, _ value: One) -> Given<Record> {
    Given(place: place(of: path), value: value)
  }
}
