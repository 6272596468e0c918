import Dates
package import Model
import DataAccess
package import Storage

/// Sets of definitions in the database, and the set that is active for all servers of the database.
///
/// A set is proposed, and each live server loads it without serving it and reports the result. The
/// set is then activated in one transaction. Servers detect the activation within a second.
package struct DefinitionSets: Sendable {
  /// The active set and the open proposal.
  package struct Standing: Sendable, Equatable {
    /// The active set; nil before the first activation.
    package let active: SetActivation?
    /// The proposed set, which servers must load; nil without an open proposal.
    package let pending: SetActivation?

    package init(active: SetActivation?, pending: SetActivation?) { (self.active, self.pending) = (active, pending) }
  }

  /// The time after which a proposal expires if its command does not renew it.
  package static let lease: Duration = .seconds(5)
  /// The time for which a server counts as live after its last report.
  package static let lively: Duration = .seconds(5)
  /// The time after which the row of a lost server is deleted.
  private static let lost: Duration = .seconds(3600)

  private let store: any Store
  private let audit: Audit
  private let clock: Clock

  package init(store: any Store, audit: Audit, clock: @escaping Clock) {
    (self.store, self.audit, self.clock) = (store, audit, clock)
  }

  // MARK: - Sets

  /// Stores a set. Returns false if the database already contains it.
  package func put(_ contents: SetContents) -> Deferred<Bool> {
    store.deferredWrite(locking: [.operations]) { [clock, audit] transaction in
      let table = DefinitionSetDAO(transaction)
      guard try table.insert(contents.hash, at: clock()) else { return false }
      for file in contents.files {
        let hash = file.hash
        try table.insertFile(hash, file.bytes)
        try table.insertEntry(contents.hash, file.path, hash)
      }
      try audit.record(.definitionsStored, by: .system, of: .definitions(contents.hash), transaction)
      return true
    }
  }

  /// Returns all sets, newest first.
  package func all() throws -> [DefinitionSet] { try store.read { try DefinitionSetDAO($0).all() } }

  /// The minimum number of digits that identify a set. It prevents accidental matches.
  private static let minDigits = 8

  /// Returns the set whose hash begins with `prefix`. Throws `SetError.tooShort`, `unknown` or
  /// `ambiguous`.
  package func find(_ prefix: String) throws -> SetHash {
    guard prefix.utf8.count >= Self.minDigits else { throw SetError.tooShort(prefix, minimum: Self.minDigits) }
    let found = try store.read { try DefinitionSetDAO($0).find(prefix: prefix.lowercased()) }
    guard let hash = found.first else { throw SetError.unknown(prefix) }
    guard found.count == 1 else { throw SetError.ambiguous(prefix) }
    return hash
  }

  /// Returns the files of a stored set. Throws `SetError.damaged` if they do not match the hash.
  package func contents(of hash: SetHash) throws -> SetContents {
    let files = try store.read { try DefinitionSetDAO($0).files(of: hash) }
    let contents = SetContents(files.map { SetContents.File(path: $0.path, bytes: $0.content) })
    guard contents.hash == hash else { throw SetError.damaged(hash) }
    return contents
  }

  // MARK: - Activation

  /// Returns the active set and the open proposal.
  package func standing() throws -> Standing {
    try store.read { connection in
      let table = SetActivationDAO(connection)
      let found = try table.standing()
      let open = found.last.flatMap { $0.activated == nil ? $0 : nil }
      let pending = try open.flatMap { open in try Self.time(table) < open.expires ? open : nil }
      return Standing(active: found.first { $0.activated != nil }, pending: pending)
    }
  }

  /// Returns the activation of the set that was active before the current one; nil if no other set
  /// was active.
  package func previous() throws -> SetActivation? {
    try store.read { connection in
      let table = SetActivationDAO(connection)
      guard let active = try table.standing().first(where: { $0.activated != nil }) else { return nil }
      return try table.previous(to: active)
    }
  }

  /// Proposes a set to the servers. The proposal expires after `lease` unless it is renewed.
  ///
  /// Throws `SetError.underWay` if another proposal is open.
  package func propose(_ set: SetHash) -> Deferred<SetActivation> {
    store.deferredWrite(locking: [.operations]) { transaction in
      let table = SetActivationDAO(transaction)
      let now = try Self.time(table)
      if let open = try table.standing().first(where: { $0.activated == nil }) {
        guard open.expires <= now else { throw SetError.underWay(open.set) }
        try table.end(open.number, at: now)
      }
      let (number, expires) = (try table.newest() + 1, now + Self.lease)
      try table.insert(number, set, at: now, expires: expires)
      return SetActivation(number: number, set: set, expires: expires, activated: nil)
    }
  }

  /// Extends a proposal to `lease` from now. Throws `SetError.ended` if it has ended.
  package func renew(_ proposal: SetActivation) -> Deferred<Void> {
    store.deferredWrite(locking: [.operations]) { transaction in
      let table = SetActivationDAO(transaction)
      let now = try Self.time(table)
      guard try table.renew(proposal.number, at: now, expires: now + Self.lease) else { throw SetError.ended }
    }
  }

  /// Ends a proposal. The active set remains, and servers discard the loaded set.
  package func withdraw(_ proposal: SetActivation) -> Deferred<Void> {
    store.deferredWrite(locking: [.operations]) { transaction in
      let table = SetActivationDAO(transaction)
      try table.end(proposal.number, at: Self.time(table))
    }
  }

  /// Activates the proposed set if each live server has loaded it. `event` is the audit event of
  /// the activation.
  ///
  /// Throws `SetError.notLoaded` with the servers that have not loaded it, and `ended` if the
  /// proposal has ended.
  package func activate(_ proposal: SetActivation, as event: AuditEvent) -> Deferred<Void> {
    store.deferredWrite(locking: [.operations]) { [audit] transaction in
      let table = SetActivationDAO(transaction)
      let now = try Self.time(table)
      guard try table.activate(proposal.number, at: now) else { throw SetError.ended }
      let missing = try Self.live(transaction, at: now).filter { !$0.hasLoaded(proposal) }
      guard missing.isEmpty else { throw SetError.notLoaded(missing) }
      try audit.record(event, by: .system, of: .definitions(proposal.set), transaction)
    }
  }

  // MARK: - Servers

  /// Stores the state of a running server.
  package func report(_ server: SharingServer) -> Deferred<Void> {
    store.deferredWrite(locking: []) { transaction in
      try ServerDAO(transaction).put(server, at: Self.time(SetActivationDAO(transaction)))
    }
  }

  /// Stores the state of a starting server, and deletes servers that were lost long ago.
  package func enter(_ server: SharingServer) -> Deferred<Void> {
    store.deferredWrite(locking: []) { transaction in
      let (table, now) = (ServerDAO(transaction), try Self.time(SetActivationDAO(transaction)))
      try table.deleteLost(before: now + (.zero - Self.lost))
      try table.put(server, at: now)
    }
  }

  /// Deletes a server that stops.
  package func leave(_ id: String) -> Deferred<Void> {
    store.deferredWrite(locking: []) { transaction in try ServerDAO(transaction).delete(id) }
  }

  /// Returns the live servers, ordered by name.
  package func servers() throws -> [SharingServer] {
    try store.read { connection in try Self.live(connection, at: Self.time(SetActivationDAO(connection))) }
  }

  /// A report in the future also expires after `lively`, so that a server is not live for longer if
  /// the clock was set back.
  private static func live(_ connection: Connection, at now: Instant) throws -> [SharingServer] {
    try ServerDAO(connection).seen(from: now + (.zero - lively), through: now + lively)
  }

  private static func time(_ table: SetActivationDAO) throws -> Instant { try table.time() ?? .systemNow }
}

extension SharingServer {
  /// True if the server has loaded the set of a proposal.
  package func hasLoaded(_ proposal: SetActivation) -> Bool { judged == proposal.number && fault == nil }
}

/// Reasons why a set of definitions cannot be found, proposed or activated.
package enum SetError: Error, Equatable {
  /// The prefix has fewer digits than required.
  case tooShort(String, minimum: Int)
  /// No set has a hash with this prefix.
  case unknown(String)
  /// Several sets have a hash with this prefix.
  case ambiguous(String)
  /// The stored files do not match the hash.
  case damaged(SetHash)
  /// Another proposal of this set is open.
  case underWay(SetHash)
  /// The proposal has ended, because its command did not renew it in time.
  case ended
  /// These live servers have not loaded the proposed set.
  case notLoaded([SharingServer])
  /// Another set has been activated in the meantime.
  case superseded
}
