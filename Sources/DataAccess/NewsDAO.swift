package import Dates
package import Model
package import Storage

/// The audit records that people are notified of: changes of their submissions, of deals, and of
/// their sessions, and money that moved without a submission.
package struct NewsDAO {
  /// A record and the person whom it concerns.
  package struct Record: Sendable {
    /// The sequence number of the record in the audit.
    package let sequence: Int64
    /// The time of the record.
    package let at: Instant
    /// The kind of the subject: `submission`, `deal`, `session`, `person` or `movement`.
    package let subject: String
    package let subjectID: String
    /// The person; nil for a deal, which concerns all people, and for a movement, which concerns
    /// all people with access to the account.
    package let person: PersonID?
    /// The current status of the submission; nil for other subjects.
    package let status: Submission.Status?

    fileprivate init(_ row: Row) throws(StoreError) {
      (sequence, at, subject, subjectID) = (try row.get(0), try row.get(1), try row.get(2), try row.get(3))
      (person, status) = (try row.get(4), try row.get(5))
    }
  }

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns the records after `sequence` that concern any person, in order.
  package func all(after sequence: Int64, limit: Int) throws(StoreError) -> [Record] {
    try connection.all(
      """
      SELECT sequence, at, subject, subject_id,
        coalesce(submission.person, CASE subject WHEN 'person' THEN subject_id WHEN 'session' THEN actor_id END),
        submission.status
      FROM audit_record LEFT JOIN submission ON subject = 'submission' AND submission.id = subject_id
      WHERE sequence > $1 AND (subject = 'deal' OR submission.person IS NOT NULL AND event <> 'signature-refused'
        OR event IN ('login', 'logout', 'session-ended', 'password-changed', 'person-erased', 'money-moved'))
      ORDER BY sequence LIMIT $2
      """, sequence, limit
    ) { (row) throws(StoreError) in try Record(row) }
  }

  /// Returns the records after `sequence` up to `last` about the person's submissions, about money
  /// that the person's accounts received without a submission, and about deals, in order.
  package func all(
    of person: PersonID, after sequence: Int64, through last: Int64, limit: Int
  ) throws(StoreError) -> [Record] {
    try connection.all(
      """
      SELECT sequence, at, subject, subject_id, submission.person, submission.status
      FROM audit_record LEFT JOIN submission ON subject = 'submission' AND submission.id = subject_id
      WHERE sequence > $2 AND sequence <= $3
        AND (subject = 'deal' OR submission.person = $1 AND event <> 'signature-refused'
          OR event = 'money-moved' AND EXISTS (
            SELECT 1 FROM ledger JOIN account_access AS access ON access.account = ledger.credit
            WHERE ledger.id = CAST(CASE event WHEN 'money-moved' THEN subject_id END AS bigint)
              AND access.person = $1 AND access.ended IS NULL
              AND (access.until IS NULL OR access.until > audit_record.at)))
      ORDER BY sequence LIMIT $4
      """, person, sequence, last, limit
    ) { (row) throws(StoreError) in try Record(row) }
  }

  /// Returns the sequence numbers of the first `limit` records that `all(of:)` reads.
  package func sequences(
    of person: PersonID, after sequence: Int64, through last: Int64, limit: Int
  ) throws(StoreError) -> [Int64] {
    try connection.all(
      """
      SELECT sequence FROM audit_record LEFT JOIN submission ON subject = 'submission' AND submission.id = subject_id
      WHERE sequence > $2 AND sequence <= $3
        AND (subject = 'deal' OR submission.person = $1 AND event <> 'signature-refused'
          OR event = 'money-moved' AND EXISTS (
            SELECT 1 FROM ledger JOIN account_access AS access ON access.account = ledger.credit
            WHERE ledger.id = CAST(CASE event WHEN 'money-moved' THEN subject_id END AS bigint)
              AND access.person = $1 AND access.ended IS NULL
              AND (access.until IS NULL OR access.until > audit_record.at)))
      ORDER BY sequence LIMIT $4
      """, person, sequence, last, limit
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// Returns the deals that became visible by time alone, after `start` and up to `end`, and are
  /// current on `day`.
  ///
  /// A deal that was changed later has its own record.
  package func deals(
    announcedAfter start: Instant, through end: Instant, on day: CivilDate, limit: Int
  ) throws(StoreError) -> [DealID] {
    try connection.all(
      """
      SELECT id FROM deal WHERE announced > $1 AND announced <= $2 AND announced > changed
        AND start_date <= $3 AND end_date >= $3 AND ended_on IS NULL
      ORDER BY announced, id LIMIT $4
      """, start, end, day, limit
    ) { (row) throws(StoreError) in try row.get(0) }
  }
}
