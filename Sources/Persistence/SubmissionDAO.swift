package import Model
package import SQLite

/// The tables of submissions and of their history.
package struct SubmissionDAO {
  /// The client's key for one tap, with the digest of the body it came with.
  package struct Key: Sendable {
    /// The key.
    package let text: String
    /// The digest.
    package let bodyDigest: [UInt8]

    /// A key and a digest.
    package init(text: String, bodyDigest: [UInt8]) {
      self.text = text
      self.bodyDigest = bodyDigest
    }
  }

  private let connection: Connection

  /// The tables on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Adds a submission; its first status enters the history.
  package func insert(_ submission: Submission, key: Key?) throws(SQLiteError) {
    try connection.execute(
      """
      INSERT INTO submission (id, person, operation, version, "values", status, reason, amount, currency,
        attempts_left, idempotency_key, body_digest, created, changed, expires, business_day)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
      """,
      submission.id, submission.person, submission.operation, submission.version, submission.values,
      submission.status, submission.reason, submission.amount?.minor, submission.amount?.currency,
      submission.attemptsLeft, key?.text, key?.bodyDigest, submission.created, submission.changed, submission.expires,
      submission.businessDay)
  }

  /// The person's submission with `id`.
  package func find(_ id: SubmissionID, person: PersonID) throws(SQLiteError) -> Submission? {
    try connection.first(
      """
      SELECT id, person, operation, version, "values", status, reason, amount, currency, attempts_left, created,
        changed, expires, message, message_en, business_day
      FROM submission WHERE id = $1 AND person = $2
      """, id, person, read: Self.read)
  }

  /// The person's submission of the operation with this key, and the digest of its body.
  package func find(
    key: String, operation: String, person: PersonID
  ) throws(SQLiteError) -> (submission: Submission, bodyDigest: [UInt8])? {
    try connection.first(
      """
      SELECT id, person, operation, version, "values", status, reason, amount, currency, attempts_left, created,
        changed, expires, message, message_en, business_day, body_digest
      FROM submission WHERE person = $1 AND operation = $2 AND idempotency_key = $3
      """, person, operation, key
    ) { (row) throws(SQLiteError) in (try Self.read(row), try row.get(16)) }
  }

  /// The person's newest submissions, those before `before` only.
  package func all(person: PersonID, before: SubmissionID?, limit: Int) throws(SQLiteError) -> [Submission] {
    try connection.all(
      """
      SELECT id, person, operation, version, "values", status, reason, amount, currency, attempts_left, created,
        changed, expires, message, message_en, business_day
      FROM submission WHERE person = $1 AND id < coalesce($2, 'g') ORDER BY id DESC LIMIT $3
      """, person, before, limit, read: Self.read)
  }

  /// Stores the submission's status, reason, message, business day, attempts left and time of change; a new status enters
  /// the history.
  package func update(_ submission: Submission) throws(SQLiteError) {
    try connection.execute(
      """
      UPDATE submission SET status = $3, reason = $4, attempts_left = $5, changed = $6, message = $7, message_en = $8,
        business_day = $9
      WHERE id = $1 AND person = $2
      """,
      submission.id, submission.person, submission.status, submission.reason, submission.attemptsLeft,
      submission.changed, submission.message?.text, submission.message?.english, submission.businessDay)
  }

  /// The statuses that the person's submission has had, oldest first.
  package func history(_ id: SubmissionID, person: PersonID) throws(SQLiteError) -> [StatusChange] {
    try connection.all(
      """
      SELECT history.status, history.reason, history.at, history.message, history.message_en
      FROM submission_status AS history JOIN submission ON submission.id = history.submission
      WHERE history.submission = $1 AND submission.person = $2 ORDER BY history.step
      """, id, person
    ) { (row) throws(SQLiteError) in
      StatusChange(
        status: try row.get(0), reason: try row.get(1), message: try CoreMessage.read(row, 3), at: try row.get(2))
    }
  }

  /// The submission that a row begins with, its columns in the order of the statements here.
  static func read(_ row: Row) throws(SQLiteError) -> Submission {
    let currency: Currency? = try row.get(8)
    let minor: Int64? = try row.get(7)
    let amount: Money? = if let currency, let minor { Money(minor: minor, currency) } else { nil }
    return Submission(
      id: try row.get(0), person: try row.get(1), operation: try row.get(2), version: try row.get(3),
      values: try row.get(4), status: try row.get(5), reason: try row.get(6),
      message: try CoreMessage.read(row, 13), businessDay: try row.get(15), amount: amount,
      attemptsLeft: try row.get(9), created: try row.get(10), changed: try row.get(11), expires: try row.get(12))
  }
}

extension CoreMessage {
  /// The message in the two columns of a row from `place` on; nil where there is none.
  static func read(_ row: Row, _ place: Int) throws(SQLiteError) -> CoreMessage? {
    guard let text: String = try row.get(place) else { return nil }
    return CoreMessage(text, english: try row.get(place + 1))
  }
}
