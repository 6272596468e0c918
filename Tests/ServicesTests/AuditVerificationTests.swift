import Dispatch
import Dates
import Model
import DataAccess
import SQLiteStorage
import Storage
import Secrets
import Testing

@testable import Services

/// Verification of an audit whose file was changed without the key.
@Suite struct AuditVerificationTests {
  /// A change of the file, with the expected fault.
  struct Tampering: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let statements: [StaticString]
    let fault: AuditFault

    init(_ name: String, _ fault: AuditFault, _ statements: StaticString...) {
      (testDescription, self.fault, self.statements) = (name, fault, statements)
    }
  }

  /// Returns an audit of five records.
  private func audit() throws -> Audit {
    let database = try Database.temporary()
    try TestBank.migrate(database)
    let audit = Audit(of: database)
    for number in 1...5 {
      try database.deferredWrite(locking: []) { transaction in
        let id = PersonID(high: 0, low: UInt64(number))
        let session = number % 2 == 0 ? SessionID(high: 1, low: 1) : nil
        try audit.record(
          .personAdded, by: AuditActor(id, role: .operator, session: session), of: .person(id),
          digest: number == 3 ? Digest(of: "3").bytes : nil, transaction)
      }.wait()
    }
    return audit
  }

  private static let unguarded: [StaticString] = [
    "DROP TRIGGER IF EXISTS audit_record_is_not_changed", "DROP TRIGGER IF EXISTS audit_record_is_not_deleted",
    "DROP TRIGGER IF EXISTS audit_record_follows", "PRAGMA ignore_check_constraints = ON",
  ]

  private func tamper(_ audit: Audit, _ statements: [StaticString]) throws {
    // A separate connection, as another program would use.
    let connection = try SQLiteConnection(path: audit.store.file().path)
    for statement in Self.unguarded + statements { try connection.execute(statement) }
  }

  @Test("An unchanged audit passes verification") func verifiesUnchangedAudit() throws {
    let audit = try audit()
    #expect(try audit.verify() == audit.head())
    #expect(try audit.verify().sequence == 5)
    #expect(try audit.verify(since: audit.head()) == audit.head())
    #expect(try audit.verify(expecting: [audit.head()]).sequence == 5)
  }

  @Test(
    "Verification reports each kind of tampering with the audit",
    arguments: [
      Tampering("another time", .altered(3), "UPDATE audit_record SET at = at + 1 WHERE sequence = 3"),
      Tampering("another event", .altered(3), "UPDATE audit_record SET event = 'login' WHERE sequence = 3"),
      Tampering("another actor", .altered(3), "UPDATE audit_record SET actor = 'person' WHERE sequence = 3"),
      Tampering(
        "another actor's id", .altered(3),
        "UPDATE audit_record SET actor_id = replace(actor_id, '3', '4') WHERE sequence = 3"
      ),
      Tampering("no actor", .altered(1), "UPDATE audit_record SET actor_id = NULL WHERE sequence = 1"),
      Tampering("no session", .altered(2), "UPDATE audit_record SET session = NULL WHERE sequence = 2"),
      Tampering("an empty session", .altered(3), "UPDATE audit_record SET session = '' WHERE sequence = 3"),
      Tampering("another subject", .altered(5), "UPDATE audit_record SET subject = 'card' WHERE sequence = 5"),
      Tampering("another subject's id", .altered(5), "UPDATE audit_record SET subject_id = '1' WHERE sequence = 5"),
      Tampering("another digest", .altered(3), "UPDATE audit_record SET digest = randomblob(32) WHERE sequence = 3"),
      Tampering("no digest", .altered(3), "UPDATE audit_record SET digest = NULL WHERE sequence = 3"),
      Tampering("another hash", .altered(4), "UPDATE audit_record SET hash = randomblob(32) WHERE sequence = 4"),
      Tampering(
        "another hash before", .altered(4), "UPDATE audit_record SET previous = randomblob(32) WHERE sequence = 4"),
      Tampering(
        "an unknown key", .keyUnknown(2, id: "mine"), "UPDATE audit_record SET key_id = 'mine' WHERE sequence = 2"),
      Tampering("a record removed", .missing(3...3), "DELETE FROM audit_record WHERE sequence = 3"),
      Tampering("two records removed", .missing(2...3), "DELETE FROM audit_record WHERE sequence IN (2, 3)"),
      Tampering("the first record removed", .missing(1...1), "DELETE FROM audit_record WHERE sequence = 1"),
      Tampering(
        "a record removed and the later ones renumbered", .altered(3), "DELETE FROM audit_record WHERE sequence = 3",
        "UPDATE audit_record SET sequence = 3 WHERE sequence = 4",
        "UPDATE audit_record SET sequence = 4 WHERE sequence = 5"
      ),
      Tampering(
        "two records exchanged", .altered(2), "UPDATE audit_record SET sequence = 99 WHERE sequence = 2",
        "UPDATE audit_record SET sequence = 2 WHERE sequence = 4",
        "UPDATE audit_record SET sequence = 4 WHERE sequence = 99"
      ),
      Tampering(
        "a record appended", .altered(6),
        """
        INSERT INTO audit_record SELECT 6, at, event, actor, actor_id, session, subject, subject_id, digest, key_id, hash,
          randomblob(32) FROM audit_record WHERE sequence = 5
        """),
      Tampering(
        "an old record appended again", .altered(6),
        """
        INSERT INTO audit_record SELECT 6, at, event, actor, actor_id, session, subject, subject_id, digest, key_id,
          previous, hash FROM audit_record WHERE sequence = 2
        """),
      Tampering(
        "a record before the first", .unlinked(0),
        """
        INSERT INTO audit_record SELECT 0, at, event, actor, actor_id, session, subject, subject_id, digest, key_id,
          previous, hash FROM audit_record WHERE sequence = 1
        """),
    ])
  func detectsTampering(_ tampering: Tampering) throws {
    let audit = try audit()
    try tamper(audit, tampering.statements)
    #expect(throws: tampering.fault) { try audit.verify() }
  }

  @Test("An audit record copied from another branch with the same key is reported as unlinked")
  func detectsRecordOfAnotherBranch() throws {
    // Simulates a copy of the file that was restored and then used: the same key wrote both
    // branches.
    let (audit, other) = (try audit(), try Database.temporary())
    try TestBank.migrate(other)
    let branch = Audit(store: other, keys: audit.keys, clock: { Instant(seconds: 0) })
    for _ in 1...5 {
      try other.deferredWrite(locking: []) { try branch.record(.login, by: .system, of: .logins, $0) }.wait()
    }
    let found = try #require(try other.read { try AuditDAO($0).all(after: 3, limit: 1) }.first)
    try tamper(audit, ["DELETE FROM audit_record WHERE sequence = 4"])
    try audit.store.file().exclusively { try AuditDAO(Connection($0)).insert(found.record, hash: found.hash) }
    #expect(throws: AuditFault.unlinked(4)) { try audit.verify() }
  }

  @Test("An audit record with a null hash is reported as unreadable") func detectsUnreadableRecord() throws {
    let audit = try audit()
    try tamper(
      audit,
      [
        "CREATE TABLE other AS SELECT * FROM audit_record", "DROP TABLE audit_record",
        "ALTER TABLE other RENAME TO audit_record", "UPDATE audit_record SET hash = NULL WHERE sequence = 4",
      ])
    #expect(throws: AuditFault.unreadable(after: 3)) { try audit.verify() }
  }

  @Test("A truncated audit is detected only with a previously saved head") func detectsTruncationBySavedHead() throws {
    let audit = try audit()
    let kept = try audit.head()
    try tamper(audit, ["DELETE FROM audit_record WHERE sequence > 3"])
    // The remaining records are consistent.
    #expect(try audit.verify().sequence == 3)
    #expect(throws: AuditFault.missing(4...5)) { try audit.verify(expecting: [kept]) }
    #expect(throws: AuditFault.missing(5...5)) { try audit.verify(since: kept) }
    // Later records do not hide the truncation.
    for _ in 0..<2 {
      try audit.store.deferredWrite(locking: []) { try audit.record(.login, by: .system, of: .logins, $0) }.wait()
    }
    #expect(try audit.verify().sequence == 5)
    #expect(throws: AuditFault.otherHead(5)) { try audit.verify(expecting: [kept]) }
    #expect(throws: AuditFault.otherHead(5)) { try audit.verify(since: kept) }
  }

  @Test("Verification since a head covers only the audit records after that head")
  func verifiesOnlyRecordsAfterHead() throws {
    let audit = try audit()
    let whole = try audit.verify(since: .none)
    let kept = AuditRecord.Head(
      sequence: 3, hash: try #require(try audit.store.read { try AuditDAO($0).all(after: 2, limit: 1) }.first).hash)
    try tamper(audit, ["UPDATE audit_record SET at = 1 WHERE sequence = 2"])
    #expect(try audit.verify(since: kept) == whole)
    #expect(throws: AuditFault.altered(2)) { try audit.verify() }
    try tamper(audit, ["UPDATE audit_record SET at = 1 WHERE sequence = 4"])
    #expect(throws: AuditFault.altered(4)) { try audit.verify(since: kept) }
  }

  @Test("Audit records of an earlier key are verified while that key is configured")
  func verifiesRecordsOfEarlierKey() throws {
    let (old, new) = (SecretKey(), SecretKey())
    let database = try Database.temporary()
    try TestBank.migrate(database)
    for keys in [SecretKeys(old), SecretKeys(new, earlier: [old])] {
      let audit = Audit(store: database, keys: keys, clock: { Instant.systemNow })
      try database.deferredWrite(locking: []) { try audit.record(.login, by: .system, of: .logins, $0) }.wait()
      #expect(try audit.verify() == audit.head())
    }
    let forgetful = Audit(store: database, keys: SecretKeys(new), clock: { Instant.systemNow })
    #expect(throws: AuditFault.keyUnknown(1, id: old.id)) { try forgetful.verify() }
    #expect(try forgetful.list(after: 0, limit: 9).map(\.keyID) == [old.id, new.id])
  }

  @Test(
    "The database rejects changed, deleted and out-of-order audit records",
    arguments: [
      ("UPDATE audit_record SET at = 0", "the audit is only added to"),
      ("DELETE FROM audit_record", "the audit is only added to"),
      (
        "INSERT INTO audit_record SELECT sequence + 2, at, event, actor, actor_id, session, subject, subject_id, digest, key_id, hash, hash FROM audit_record WHERE sequence = 5",
        "each record follows the one before"
      ),
      (
        "INSERT INTO audit_record SELECT sequence + 1, at, event, actor, actor_id, session, subject, subject_id, digest, key_id, previous, hash FROM audit_record WHERE sequence = 5",
        "each record follows the one before"
      ),
      (
        "INSERT OR REPLACE INTO audit_record SELECT 1, at, event, actor, actor_id, session, subject, subject_id, digest, key_id, zeroblob(32), hash FROM audit_record WHERE sequence = 5",
        "each record follows the one before"
      ),
      (
        "INSERT OR REPLACE INTO audit_record SELECT sequence, at, event, actor, actor_id, session, subject, subject_id, digest, key_id, previous, hash FROM audit_record WHERE sequence = 5",
        "each record follows the one before"
      ),
    ] as [(StaticString, String)])
  func databaseRejectsAuditChanges(_ sql: StaticString, _ message: String) throws {
    let audit = try audit()
    let error = #expect(throws: StoreError.self) { try audit.store.file().exclusively { try $0.execute(sql) } }
    #expect(error?.message == message)
    #expect(try audit.verify().sequence == 5)
  }

  @Test("Two concurrent writers extend a single audit chain") func concurrentWritersFormOneChain() throws {
    let audit = try audit()
    // Another process has its own connections to the same file.
    let file = try audit.store.file().path
    let other = Audit(store: try Database(path: file), keys: audit.keys, clock: { Instant.systemNow })
    let group = DispatchGroup()
    for number in 0..<200 {
      group.enter()
      let writer = number % 2 == 0 ? audit : other
      writer.store.deferredWrite(locking: []) { try writer.record(.login, by: .system, of: .logins, $0) }.start {
        result in
        if case .failure(let error) = result { Issue.record(error) }
        group.leave()
      }
      if number % 20 == 0 { #expect(throws: Never.self) { try audit.verify() } }
    }
    group.wait()
    #expect(try audit.verify().sequence == 205)
  }
}
