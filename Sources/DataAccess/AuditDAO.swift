package import Dates
package import Model
package import Storage

/// The table of audit records. Rows are only added, never changed.
package struct AuditDAO {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns the head of the audit; `none` for an empty audit.
  package func head() throws(StoreError) -> AuditRecord.Head {
    try connection.first("SELECT sequence, hash FROM audit_record ORDER BY sequence DESC LIMIT 1") {
      (row) throws(StoreError) in AuditRecord.Head(sequence: try row.get(0), hash: try row.get(1))
    } ?? .none
  }

  // PostgreSQL locks both chain heads in a fixed order, so that two transactions that add to both
  // cannot deadlock. SQLite has a single writer and needs no lock.
  private static let last = Query(
    "SELECT sequence, hash FROM audit_record ORDER BY sequence DESC LIMIT 1",
    postgresql: """
      WITH heads AS (SELECT chain, sequence, hash FROM chain_head ORDER BY chain FOR UPDATE)
      SELECT sequence, hash FROM heads WHERE chain = 'audit'
      """)

  /// Returns the head of the audit and locks it: no other transaction adds a record until this one
  /// ends.
  package func lockedHead() throws(StoreError) -> AuditRecord.Head {
    try connection.first(Self.last) { (row) throws(StoreError) in
      AuditRecord.Head(sequence: try row.get(0), hash: try row.get(1))
    } ?? .none
  }

  /// Returns the time of the newest record; nil for an empty audit.
  package func newestInstant() throws(StoreError) -> Instant? {
    try connection.first("SELECT at FROM audit_record ORDER BY sequence DESC LIMIT 1") { (row) throws(StoreError) in
      try row.get(0)
    }
  }

  /// Returns the sequence number of the newest record; 0 for an empty audit.
  package func newest() throws(StoreError) -> Int64 {
    try connection.first("SELECT coalesce(max(sequence), 0) FROM audit_record") { (row) throws(StoreError) in
      try row.get(0)
    } ?? 0
  }

  /// Adds a record after all others. The database rejects any other position.
  package func insert(_ record: AuditRecord, hash: [UInt8]) throws(StoreError) {
    try connection.send(
      """
      INSERT INTO audit_record (sequence, at, event, actor, actor_id, session, subject, subject_id, digest, key_id,
        previous, hash)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      """,
      record.sequence, record.at, record.event, record.actor, record.actorID, record.session, record.subject,
      record.subjectID, record.digest, record.keyID, record.previous, hash)
  }

  /// Returns the records after `sequence` in order, each with its stored hash.
  package func all(
    after sequence: Int64, limit: Int
  ) throws(StoreError) -> [(record: AuditRecord, hash: [UInt8])] {
    try connection.all(
      """
      SELECT sequence, at, event, actor, actor_id, session, subject, subject_id, digest, key_id, previous, hash
      FROM audit_record WHERE sequence > $1 ORDER BY sequence LIMIT $2
      """, sequence, limit
    ) { (row) throws(StoreError) in
      let record = AuditRecord(
        sequence: try row.get(0), at: try row.get(1), event: try row.get(2), actor: try row.get(3),
        actorID: try row.get(4), session: try row.get(5), subject: try row.get(6), subjectID: try row.get(7),
        digest: try row.get(8), keyID: try row.get(9), previous: try row.get(10))
      return (record, try row.get(11))
    }
  }

  /// Returns the people whose data changed after the record `sequence`.
  ///
  /// The changes are an ended session, a new password, another status of a submission, a new
  /// external id, and an erasure.
  package func changed(after sequence: Int64) throws(StoreError) -> [PersonID] {
    try connection.all(
      """
      SELECT DISTINCT coalesce(submission.person, CASE subject WHEN 'person' THEN subject_id ELSE actor_id END)
      FROM audit_record LEFT JOIN submission ON subject = 'submission' AND submission.id = subject_id
      WHERE sequence > $1 AND event IN ('logout', 'session-ended', 'password-changed',
        'person-linked', 'person-erased', 'submission-made', 'submission-signed', 'submission-executed',
        'submission-rejected', 'submission-cancelled', 'submission-expired')
      """, sequence
    ) { (row) throws(StoreError) in try row.get(0) as PersonID? }.compactMap(\.self)
  }

  /// Returns the sequence number of the record that bound the ledger to the audit; nil if the
  /// ledger is not bound.
  package func binding() throws(StoreError) -> Int64? {
    try connection.first("SELECT sequence FROM audit_record WHERE event = 'ledger-bound' ORDER BY sequence LIMIT 1") {
      (row) throws(StoreError) in try row.get(0)
    }
  }

  /// The part of a record that concerns movements of money.
  package struct Moving: Sendable {
    /// The sequence number of the record.
    package let sequence: Int64
    package let event: String
    /// The identifier of the submission or movement.
    package let subjectID: String
    /// The digest of the movement.
    package let digest: [UInt8]?

    package init(_ record: AuditRecord) {
      (sequence, event, subjectID, digest) = (record.sequence, record.event, record.subjectID, record.digest)
    }

    fileprivate init(_ row: Row) throws(StoreError) {
      (sequence, event, subjectID, digest) = (try row.get(0), try row.get(1), try row.get(2), try row.get(3))
    }
  }

  /// Returns the records after `sequence` that concern movements of money, in order.
  package func moving(after sequence: Int64, limit: Int) throws(StoreError) -> [Moving] {
    try connection.all(
      """
      SELECT sequence, event, subject_id, digest FROM audit_record
      WHERE sequence > $1 AND event IN ('submission-executed', 'money-moved', 'ledger-bound') ORDER BY sequence LIMIT $2
      """, sequence, limit
    ) { (row) throws(StoreError) in try Moving(row) }
  }

  /// Returns the records before `sequence` that concern movements of money, newest first.
  package func moving(before sequence: Int64, limit: Int) throws(StoreError) -> [Moving] {
    try connection.all(
      """
      SELECT sequence, event, subject_id, digest FROM audit_record
      WHERE sequence < $1 AND event IN ('submission-executed', 'money-moved', 'ledger-bound')
      ORDER BY sequence DESC LIMIT $2
      """, sequence, limit
    ) { (row) throws(StoreError) in try Moving(row) }
  }
}
