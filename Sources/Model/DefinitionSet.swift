package import Dates

/// The hash of a set of definitions: 64 hexadecimal digits that depend only on its paths and
/// contents.
package struct SetHash: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// The first 12 digits, for people.
  package var short: String { String(rawValue.prefix(12)) }
  package var description: String { rawValue }
}

/// A set of definitions in the database.
package struct DefinitionSet: Sendable, Equatable {
  package let hash: SetHash
  package let stored: Instant
  package let files: Int

  package init(hash: SetHash, stored: Instant, files: Int) {
    (self.hash, self.stored, self.files) = (hash, stored, files)
  }
}

/// A set that was proposed to the servers of a database, and possibly activated.
package struct SetActivation: Sendable, Equatable {
  /// The number, which increases with each activation and is the generation that servers serve.
  package let number: Int64
  package let set: SetHash
  /// The end of the proposal, unless its command renews it.
  package let expires: Instant
  /// The time at which the set became active; nil for a proposal.
  package let activated: Instant?

  package init(number: Int64, set: SetHash, expires: Instant, activated: Instant?) {
    (self.number, self.set, self.expires, self.activated) = (number, set, expires, activated)
  }
}

/// The state of a server that loads its definitions from the database, as it reports each second.
package struct SharingServer: Sendable, Equatable {
  /// The id, which is new at each start.
  package let id: String
  /// The machine and port.
  package let name: String
  /// The number of the activation in service.
  package var serving: Int64
  /// The number of the newest activation whose set the server loaded or failed to load.
  package var judged: Int64?
  /// The reason why the set of `judged` could not be loaded; nil if it was loaded.
  package var fault: String?

  package init(id: String, name: String, serving: Int64, judged: Int64? = nil, fault: String? = nil) {
    (self.id, self.name, self.serving, self.judged, self.fault) = (id, name, serving, judged, fault)
  }
}
