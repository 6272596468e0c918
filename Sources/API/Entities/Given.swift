import Model

/// A field whose value the server gives, whatever a body says of it.
struct Given<Record: Entity> {
  let place: Int
  let value: any Sendable
}

extension Declaration {
  /// That value for a field.
  func given<One: Sendable>(_ path: KeyPath<Record.Fields, One>, _ value: One) -> Given<Record> {
    Given(place: place(of: path), value: value)
  }
}
