package import Model
import DataAccess
package import Secrets
package import Storage

/// The audit: records of event, actor and subject, chained by keyed hashes.
///
/// The transaction that makes a change also writes its record.
package struct Audit: Sendable {
  private(set) var store: any Store
  let keys: SecretKeys
  let clock: Clock
  /// The run of a command that is the actor in place of the system; nil in a server.
  private var run: CommandRunID?

  /// Creates the audit in `store`. `keys` makes the hashes.
  package init(store: any Store, keys: SecretKeys, clock: @escaping Clock) {
    (self.store, self.keys, self.clock) = (store, keys, clock)
  }

  /// Returns this audit with the run of a command as the actor in place of the system.
  func with(run: CommandRunID?) -> Audit {
    var audit = self
    audit.run = run
    return audit
  }

  /// Returns this audit with another store, such as a snapshot.
  package func reading(_ store: any Store) -> Audit {
    var audit = self
    audit.store = store
    return audit
  }

  /// Adds a record to the open transaction, before its commit. `digest` is the digest of the
  /// submitted or signed data. In the process of a command, its run replaces the actor `system`.
  ///
  /// The previous record is read in the same transaction, at its end. The numbers are therefore
  /// consecutive even if a write of a batch is rolled back or another process writes. The lock on
  /// the chain is taken last and held only for the commit.
  package func record(
    _ event: AuditEvent, by actor: AuditActor, of subject: AuditSubject, digest: [UInt8]? = nil,
    _ transaction: Transaction
  ) throws {
    let actor = actor == .system ? run.map(AuditActor.run) ?? actor : actor
    try transaction.beforeCommit { before in
      let table = AuditDAO(transaction)
      let head = try before as? AuditRecord.Head ?? table.lockedHead()
      let key = keys.current
      let record = AuditRecord(
        sequence: head.sequence + 1, at: clock(), event: event.rawValue, actor: actor.kind.rawValue,
        actorID: actor.id?.description, session: actor.session?.description, subject: subject.kind,
        subjectID: subject.id, digest: digest, keyID: key.id, previous: head.hash)
      let hash = key.mac(ofMessage: record.canonical)
      try table.insert(record, hash: hash)
      return AuditRecord.Head(sequence: record.sequence, hash: hash)
    }
  }

  /// Returns the audit for records of one actor.
  func author(_ actor: AuditActor) -> AuditAuthor { AuditAuthor(audit: self, actor: actor) }

  /// Returns the number and hash of the newest record, for storage outside of the database.
  package func head() throws -> AuditRecord.Head { try store.read { try AuditDAO($0).head() } }

  /// Returns the people whose data changed after the record `sequence`, by any process, and the
  /// number of the newest record.
  ///
  /// Changes are ends of sessions, new statuses of submissions, new links, and erasures.
  package func changed(after sequence: Int64) throws -> (people: [PersonID], newest: Int64) {
    try store.read { connection in
      let table = AuditDAO(connection)
      let newest = try table.newest()
      return newest == sequence ? ([], newest) : (try table.changed(after: sequence), newest)
    }
  }
}

extension AuditSubject {
  /// An account. Its id is the first half of the number's digest, in hexadecimal.
  package static func account(_ number: AccountNumber) -> AuditSubject {
    let digest = Digest(of: Array(number.rawValue.utf8)).bytes
    return .account(digest: digest.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
  }
}

extension AuditActor {
  /// Creates the actor of a caller.
  package init(_ caller: Caller) { self.init(caller.person, role: caller.role, session: caller.session) }
}

/// The audit for records of one actor.
struct AuditAuthor: Sendable {
  let audit: Audit
  let actor: AuditActor

  /// Adds a record to the open transaction.
  func record(
    _ event: AuditEvent, of subject: AuditSubject, digest: [UInt8]? = nil, _ transaction: Transaction
  ) throws {
    try audit.record(event, by: actor, of: subject, digest: digest, transaction)
  }
}
