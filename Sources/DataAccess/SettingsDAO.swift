package import Dates
package import Model
package import Storage

/// The table of people's settings.
package struct SettingsDAO {
  /// Settings have no key other than their owner.
  static let table = Table(PersonSettings.entity, owner: "person", extraColumns: ["person", "changed"])

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns the person's settings; nil if the person has never changed them.
  package func find(person: PersonID) throws(StoreError) -> PersonSettings? {
    try Self.table.find(person, on: connection)
  }

  package func put(_ settings: PersonSettings, person: PersonID, at instant: Instant) throws(StoreError) {
    try Self.table.put(settings, extraValues: person, instant, on: connection)
  }
}
