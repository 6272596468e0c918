package import Dates

/// The digest of a set of definitions: 64 hexadecimal digits that follow from its paths and contents alone.
///
///     SetHash(rawValue: digits).short  // "3f0c9e2a81d4"
package struct SetHash: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The digits.
  package let rawValue: String

  /// A hash of these digits.
  package init(rawValue: String) { self.rawValue = rawValue }

  /// The first 12 digits, which people read and write.
  package var short: String { String(rawValue.prefix(12)) }
  /// The digits.
  package var description: String { rawValue }
}

/// A set of definitions that is stored in the database.
package struct DefinitionSet: Sendable, Equatable {
  /// The digest of its contents.
  package let hash: SetHash
  /// The time at which it was stored.
  package let stored: Instant
  /// The number of its files.
  package let files: Int

  /// Creates a set.
  package init(hash: SetHash, stored: Instant, files: Int) {
    (self.hash, self.stored, self.files) = (hash, stored, files)
  }
}

/// A set that was proposed to the servers of a database, and activated or not.
package struct SetActivation: Sendable, Equatable {
  /// Its number. Later ones are greater, so that it is the generation of what servers serve.
  package let number: Int64
  /// The set.
  package let set: SetHash
  /// The end of the proposal, unless its command goes on.
  package let expires: Instant
  /// The time at which it became active; nil for a proposal.
  package let activated: Instant?

  /// Creates an activation.
  package init(number: Int64, set: SetHash, expires: Instant, activated: Instant?) {
    (self.number, self.set, self.expires, self.activated) = (number, set, expires, activated)
  }
}

/// A server that takes its definitions from the database, as it tells of itself each second.
package struct SharingServer: Sendable, Equatable {
  /// Its id, another one at each start.
  package let id: String
  /// Its machine and port.
  package let name: String
  /// The number of the activation that it serves.
  package var serving: Int64
  /// The number of the newest activation whose set it has loaded, or has found that it cannot.
  package var judged: Int64?
  /// The reason why it cannot.
  package var fault: String?

  /// Creates a state.
  package init(id: String, name: String, serving: Int64, judged: Int64? = nil, fault: String? = nil) {
    (self.id, self.name, self.serving, self.judged, self.fault) = (id, name, serving, judged, fault)
  }
}
