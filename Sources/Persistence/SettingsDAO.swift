package import Model
package import Storage

/// The table of what people have set.
package struct SettingsDAO {
  /// Settings have no key but whose they are.
  private static let table = Table(PersonSettings.entity, owner: "person", beside: ["person", "changed"])

  private let connection: Connection

  /// The table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// What the person has set; nil where that is nothing.
  package func find(person: PersonID) throws(StoreError) -> PersonSettings? {
    try Self.table.find(person, on: connection)
  }

  /// Stores what the person has set.
  package func put(_ settings: PersonSettings, person: PersonID, at instant: Instant) throws(StoreError) {
    try Self.table.put(settings, beside: person, instant, on: connection)
  }
}
