package import Model
import Persistence
package import Storage

/// The versions of operations that serve and have served.
package struct Versions: Sendable {
  /// A version with all that it is made of.
  package struct Source: Sendable {
    /// The operation's id.
    package let operation: String
    /// The hash of its content.
    package let version: String
    /// Its content, as the catalog writes and reads it.
    package let text: String

    /// Creates a version of that content.
    package init(operation: String, version: String, text: String) {
      (self.operation, self.version, self.text) = (operation, version, text)
    }
  }

  private let store: any Store
  private let kept: Duration
  private let clock: Clock
  private let audit: Audit

  /// Creates the service; a replaced version is kept for `kept`.
  package init(store: any Store, kept: Duration, audit: Audit, clock: @escaping Clock) {
    (self.store, self.kept, self.audit, self.clock) = (store, kept, audit, clock)
  }

  /// Notes that exactly these versions are in service from now on. The retention of replaced ones begins now.
  package func serve(_ sources: [Source]) -> Deferred<Void> {
    store.deferredWrite(locking: [.operations]) { [kept, clock, audit] transaction in
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
        try table.serve(source.operation, source.version, source: source.text, at: now)
        try audit.record(.versionServed, by: .system, of: .version(source.version, of: source.operation), transaction)
      }
      try table.removeExpired(at: now)
    }
  }

  /// Every version that is stored, of each operation the newest first; of one operation where it is named.
  package func all(operation: String? = nil) throws -> [OperationVersion] {
    try store.read { try OperationVersionDAO($0).all(operation: operation) }
  }

  /// Returns the treatment of a form that was drawn from a version; nil for an unknown one.
  package func state(_ operation: String, _ version: String) throws -> OperationVersion.State? {
    let now = clock()
    return try store.read { try OperationVersionDAO($0).find(operation, version)?.state(at: now) }
  }

  /// Returns the source of a version; nil for an unknown one.
  package func source(_ operation: String, _ version: String) throws -> String? {
    try store.read { try OperationVersionDAO($0).source(operation, version) }
  }

  /// Lets nothing be judged any more by a version; the next request notices. Throws a `VersionError`.
  package func revoke(_ operation: String, _ version: String) -> Deferred<OperationVersion> {
    store.deferredWrite(locking: [.operation(operation)]) { [clock, audit] transaction in
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

/// The refusal to revoke a version.
package enum VersionError: Error, Equatable {
  /// There is no such version.
  case notFound
  /// New forms are drawn from it: another has to take its place first.
  case serving
}
