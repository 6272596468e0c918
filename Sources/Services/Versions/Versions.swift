import Dates
package import Model
import DataAccess
package import Storage

/// The current versions of operations, and the previous ones that are kept for open forms.
package struct Versions: Sendable {
  /// A version with its content.
  package struct Source: Sendable {
    /// The id of the operation.
    package let operation: String
    /// The hash of the content.
    package let version: String
    /// Returns the content in the format of the catalog. Called only if the version is new.
    package let text: @Sendable () -> String

    package init(operation: String, version: String, text: @autoclosure @escaping @Sendable () -> String) {
      (self.operation, self.version, self.text) = (operation, version, text)
    }
  }

  private let store: any Store
  private let kept: Duration
  private let textsKept: Duration
  private let clock: Clock
  private let audit: Audit

  /// Creates the versions in `store`.
  ///
  /// - Parameters:
  ///   - kept: The time for which a replaced version validates forms.
  ///   - textsKept: The time for which the text of a version is kept after that, for evidence.
  package init(
    store: any Store, kept: Duration, textsKept: Duration = .zero, audit: Audit, clock: @escaping Clock
  ) {
    (self.store, self.kept, self.audit, self.clock) = (store, kept, audit, clock)
    self.textsKept = textsKept
  }

  /// Makes exactly these versions current. Versions that they replace are kept for a limited time.
  ///
  /// If `activation` is given and is not the active one, throws `SetError.superseded`. A server
  /// that was suspended therefore does not restore an older set.
  package func serve(_ sources: [Source], of activation: Int64? = nil) -> Deferred<Void> {
    store.deferredWrite(locking: [.operations]) { [kept, textsKept, clock, audit] transaction in
      if let activation {
        let active = try SetActivationDAO(transaction).standing().first { $0.activated != nil }
        guard active?.number == activation else { throw SetError.superseded }
      }
      let table = OperationVersionDAO(transaction)
      let now = clock()
      let before = try table.serving()
      let next = Dictionary(sources.map { ($0.operation, $0.version) }) { first, _ in first }
      for old in before where next[old.operation] != old.version {
        try table.replace(old.operation, old.version, at: now, expires: now + kept)
        try audit.record(.versionReplaced, by: .system, of: .version(old.version, of: old.operation), transaction)
      }
      let serving = Set(before.map { [$0.operation, $0.version] })
      for source in sources where !serving.contains([source.operation, source.version]) {
        try table.serve(source.operation, source.version, source: source.text(), at: now)
        try audit.record(.versionServed, by: .system, of: .version(source.version, of: source.operation), transaction)
      }
      try table.removeExpired(at: now + (.zero - textsKept))
    }
  }

  /// Returns true if exactly these versions are current, so that `serve` would change nothing.
  package func areServing(_ sources: [Source]) throws -> Bool {
    let stored = try store.read { try OperationVersionDAO($0).serving() }
    return Set(stored.map { [$0.operation, $0.version] }) == Set(sources.map { [$0.operation, $0.version] })
  }

  /// Returns all stored versions, or those of one operation, the newest of each operation first.
  package func all(operation: String? = nil) throws -> [OperationVersion] {
    try store.read { try OperationVersionDAO($0).all(operation: operation) }
  }

  /// Returns the replaced versions that forms or open submissions still need.
  package func needed() throws -> [(operation: String, version: String)] {
    let now = clock()
    return try store.read { try OperationVersionDAO($0).needed(at: now) }
  }

  /// Returns the state of a version that a form was made from; nil if the version is not stored.
  package func state(_ operation: String, _ version: String) throws -> OperationVersion.State? {
    guard version.isStorable else { return nil }
    let now = clock()
    return try store.read { try OperationVersionDAO($0).find(operation, version)?.state(at: now) }
  }

  /// Returns the content of a version; nil if it is not stored.
  package func source(_ operation: String, _ version: String) throws -> String? {
    try store.read { try OperationVersionDAO($0).source(operation, version) }
  }

  /// Revokes a replaced version. From the next request on it is not accepted.
  ///
  /// Throws a `VersionError`.
  package func revoke(_ operation: String, _ version: String) -> Deferred<OperationVersion> {
    store.deferredWrite(locking: [.operations]) { [clock, audit] transaction in
      let table = OperationVersionDAO(transaction)
      guard let found = try table.find(operation, version) else { throw VersionError.notFound }
      guard found.replaced != nil else { throw VersionError.serving }
      if found.revoked == nil {
        try table.revoke(operation, version, at: clock())
        try audit.record(.versionRevoked, by: .system, of: .version(version, of: operation), transaction)
      }
      return try table.find(operation, version) ?? found
    }
  }
}

/// Reasons why a version cannot be revoked.
package enum VersionError: Error, Equatable {
  /// The version does not exist.
  case notFound
  /// The version is current. Another version must replace it first.
  case serving
}
