import Dates
package import Model
import DataAccess
package import Storage

/// Sets of definitions in the database, and which of them the servers of that database serve.
///
/// A set is proposed, every live server loads it without serving it and tells so, and then it becomes active in one
/// transaction, which each server finds within a second.
///
///     let isNew = try services.definitionSets.put(contents).wait()
///     let proposal = try services.definitionSets.propose(contents.hash).wait()
///     _ = try services.definitionSets.activate(proposal, as: .definitionsActivated).wait()
///     try services.definitionSets.standing().active?.set == contents.hash  // true
package struct DefinitionSets: Sendable {
  /// The activation that holds, and the proposal behind it.
  package struct Standing: Sendable, Equatable {
    /// The set that serves; nil if none was ever activated.
    package let active: SetActivation?
    /// The set that servers are to load; nil if none is proposed, or whoever proposed it is gone.
    package let pending: SetActivation?

    /// Creates a standing.
    package init(active: SetActivation?, pending: SetActivation?) { (self.active, self.pending) = (active, pending) }
  }

  /// The time for which a proposal stays open without its command.
  package static let lease: Duration = .seconds(5)
  /// The time for which a server counts as live after it was seen.
  package static let lively: Duration = .seconds(5)
  /// The time after which the row of a server that was lost is deleted.
  private static let lost: Duration = .seconds(3600)

  private let store: any Store
  private let audit: Audit
  private let clock: Clock

  /// Creates the sets in `store`.
  package init(store: any Store, audit: Audit, clock: @escaping Clock) {
    (self.store, self.audit, self.clock) = (store, audit, clock)
  }

  // MARK: - Sets

  /// Stores a set; false if the database has it already, which then stays as it is.
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

  /// Every set, the newest first.
  package func all() throws -> [DefinitionSet] { try store.read { try DefinitionSetDAO($0).all() } }

  /// The least number of digits of a hash that name a set: fewer are a slip more often than a choice.
  private static let minDigits = 8

  /// Returns the set whose hash begins so. Throws `SetError.tooShort`, `unknown` or `ambiguous`.
  package func find(_ prefix: String) throws -> SetHash {
    guard prefix.utf8.count >= Self.minDigits else { throw SetError.tooShort(prefix, minimum: Self.minDigits) }
    let found = try store.read { try DefinitionSetDAO($0).find(prefix: prefix.lowercased()) }
    guard let hash = found.first else { throw SetError.unknown(prefix) }
    guard found.count == 1 else { throw SetError.ambiguous(prefix) }
    return hash
  }

  /// Returns the files of a stored set. Throws `SetError.damaged` if they are not what the hash says.
  package func contents(of hash: SetHash) throws -> SetContents {
    let files = try store.read { try DefinitionSetDAO($0).files(of: hash) }
    let contents = SetContents(files.map { SetContents.File(path: $0.path, bytes: $0.content) })
    guard contents.hash == hash else { throw SetError.damaged(hash) }
    return contents
  }

  // MARK: - Activation

  /// Returns what is active and what is proposed.
  package func standing() throws -> Standing {
    try store.read { connection in
      let table = SetActivationDAO(connection)
      let found = try table.standing()
      let open = found.last.flatMap { $0.activated == nil ? $0 : nil }
      let pending = try open.flatMap { open in try Self.time(table) < open.expires ? open : nil }
      return Standing(active: found.first { $0.activated != nil }, pending: pending)
    }
  }

  /// Returns the activation of the set that was active before the active one; nil if there was none.
  package func previous() throws -> SetActivation? {
    try store.read { connection in
      let table = SetActivationDAO(connection)
      guard let active = try table.standing().first(where: { $0.activated != nil }) else { return nil }
      return try table.previous(to: active)
    }
  }

  /// Proposes a set to the servers. The proposal ends by itself after `lease`, unless it is renewed.
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

  /// Keeps a proposal open for `lease` from now on. Throws `SetError.ended` if it has ended.
  package func renew(_ proposal: SetActivation) -> Deferred<Void> {
    store.deferredWrite(locking: [.operations]) { transaction in
      let table = SetActivationDAO(transaction)
      let now = try Self.time(table)
      guard try table.renew(proposal.number, at: now, expires: now + Self.lease) else { throw SetError.ended }
    }
  }

  /// Ends a proposal: nothing changes, and servers drop what they have loaded.
  package func withdraw(_ proposal: SetActivation) -> Deferred<Void> {
    store.deferredWrite(locking: [.operations]) { transaction in
      let table = SetActivationDAO(transaction)
      try table.end(proposal.number, at: Self.time(table))
    }
  }

  /// Makes the proposed set active, if each live server has loaded it; `event` tells how it came.
  ///
  /// Throws `SetError.notLoaded` with the servers that have not, and `ended` if the proposal has ended.
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

  /// Stores the state of a server that is up now.
  package func report(_ server: SharingServer) -> Deferred<Void> {
    store.deferredWrite(locking: []) { transaction in
      try ServerDAO(transaction).put(server, at: Self.time(SetActivationDAO(transaction)))
    }
  }

  /// Stores the state of a server that begins, and forgets servers that were lost long ago.
  package func enter(_ server: SharingServer) -> Deferred<Void> {
    store.deferredWrite(locking: []) { transaction in
      let (table, now) = (ServerDAO(transaction), try Self.time(SetActivationDAO(transaction)))
      try table.deleteLost(before: now + (.zero - Self.lost))
      try table.put(server, at: now)
    }
  }

  /// Forgets a server that stops.
  package func leave(_ id: String) -> Deferred<Void> {
    store.deferredWrite(locking: []) { transaction in try ServerDAO(transaction).delete(id) }
  }

  /// Returns the live servers, by name.
  package func servers() throws -> [SharingServer] {
    try store.read { connection in try Self.live(connection, at: Self.time(SetActivationDAO(connection))) }
  }

  /// A clock that was set back makes no server live for longer than it was seen.
  private static func live(_ connection: Connection, at now: Instant) throws -> [SharingServer] {
    try ServerDAO(connection).seen(from: now + (.zero - lively), through: now + lively)
  }

  private static func time(_ table: SetActivationDAO) throws -> Instant { try table.time() ?? .systemNow }
}

extension SharingServer {
  /// True if the server has loaded the set of a proposal, or serves it.
  package func hasLoaded(_ proposal: SetActivation) -> Bool { judged == proposal.number && fault == nil }
}

/// Reasons why a set of definitions cannot be found, proposed or activated.
package enum SetError: Error, Equatable {
  /// Fewer digits of a hash than name a set.
  case tooShort(String, minimum: Int)
  /// No set has a hash that begins so.
  case unknown(String)
  /// Several sets have.
  case ambiguous(String)
  /// The stored files are not those of the hash.
  case damaged(SetHash)
  /// Another command proposes that set.
  case underWay(SetHash)
  /// The proposal has ended: its command was stopped for too long.
  case ended
  /// These live servers have not loaded the proposed set.
  case notLoaded([SharingServer])
  /// Another set has become active meanwhile.
  case superseded
}
