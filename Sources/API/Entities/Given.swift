import Model

/// The value of one field of a record: what a body says of it, or what the server knows better.
struct Given<Record: Entity> {
  let place: Int
  let value: any Sendable
}

extension Declaration {
  /// That value for a field.
  func given<One: Sendable>(_ path: KeyPath<Record, One>, _ value: One) -> Given<Record> {
    Given(place: place(of: path), value: value)
  }
}
