package import Dates
package import Model
package import Storage

/// The table of submissions.
package struct SubmissionDAO {
  /// The idempotency key of a request, with the digest of its body.
  package struct Key: Sendable {
    package let text: String
    package let bodyDigest: [UInt8]

    package init(text: String, bodyDigest: [UInt8]) {
      self.text = text
      self.bodyDigest = bodyDigest
    }
  }

  /// The table, also for the statements of other DAOs that read submissions.
  static let table = Table(
    Submission.entity, owner: "person",
    extraColumns: [
      "idempotency_key", "body_digest", "basis", "keep_years", "keep_days", "challenges", "challenge",
      "challenge_session", "challenge_digest", "challenge_created", "challenge_expires",
    ])
  private static let asked = Query(
    """
    SELECT \(table.columns), challenge, challenge_session, challenge_digest, challenge_created, challenge_expires
    FROM submission WHERE id = $1 AND person = $2
    """)
  private static let progress = Query(
    """
    UPDATE submission SET status = $3, reason = $4, message = $5, message_en = $6, business_day = $7, attempts_left = $8,
      signed = $9, changed = $10, movement = $11
    WHERE id = $1 AND person = $2
    """)
  private static let signature = Query(
    """
    UPDATE submission SET status = $3, reason = $4, message = $5, message_en = $6, business_day = $7, attempts_left = $8,
      signed = $9, changed = $10, movement = $11, signed_with = $12
    WHERE id = $1 AND person = $2
    """)
  private static let byKey = Query(
    """
    SELECT \(table.columns), body_digest FROM submission
    WHERE person = $1 AND operation = $2 AND idempotency_key = $3
    """)
  private static let page = Query(
    """
    SELECT \(table.columns) FROM submission WHERE person = $1 AND id < coalesce($2, 'g') ORDER BY id DESC LIMIT $3
    """)
  /// Reads the unsigned submissions by their index and sorts them, instead of reading the person's
  /// history in the order of ids.
  private static let unsignedPage = Query(
    """
    SELECT \(table.columns) FROM submission INDEXED BY submission_awaiting
    WHERE person = $1 AND status = 'awaitingSignature' AND id < coalesce($2, 'g') AND expires > $4
    ORDER BY id DESC LIMIT $3
    """,
    postgresql: """
      SELECT \(table.columns) FROM (
        SELECT * FROM submission WHERE person = $1 AND status = 'awaitingSignature' AND expires > $4 OFFSET 0
      ) AS submission
      WHERE id < coalesce($2, 'g') ORDER BY id DESC LIMIT $3
      """)

  private static let every = Query(
    """
    SELECT \(table.columns) FROM submission
    WHERE person = $1 AND id >= coalesce($2, '') AND id < coalesce($3, 'g') ORDER BY id DESC
    """)
  private static let signed = Query(
    """
    SELECT \(table.columns) FROM submission
    WHERE person = $1 AND status = 'signed' AND id >= coalesce($2, '') AND id < coalesce($3, 'g') ORDER BY id DESC
    """)
  private static let refused = Query(
    """
    SELECT \(table.columns) FROM submission
    WHERE person = $1 AND status = $4 AND status IN ('rejected', 'cancelled') AND id >= coalesce($2, '')
      AND id < coalesce($3, 'g')
    ORDER BY id DESC
    """)

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Adds a submission, with the digest of the state on which it is based and its first challenge.
  package func insert(
    _ submission: Submission, key: Key?, basis: [UInt8]? = nil, kept: RetentionPeriod? = nil,
    challenge: Challenge.Terms? = nil
  ) throws(StoreError) {
    try Self.table.insert(
      submission, extraValues: key?.text, key?.bodyDigest, basis, kept?.years, kept?.days, challenge == nil ? 0 : 1,
      challenge?.id, challenge?.session, challenge?.digest, challenge?.created, challenge?.expires, on: connection)
  }

  /// Returns the digest of the state on which the person's submission is based; nil if none was
  /// stored.
  package func basis(_ id: SubmissionID, person: PersonID) throws(StoreError) -> [UInt8]? {
    try connection.first("SELECT basis FROM submission WHERE id = $1 AND person = $2", id, person) {
      (row) throws(StoreError) in try row.get(0, as: [UInt8]?.self)
    } ?? nil
  }

  /// Returns the number of the person's submissions for this card that are signed and not executed
  /// yet.
  package func countUnderWay(person: PersonID, card: CardID) throws(StoreError) -> Int {
    try connection.first(
      """
      SELECT count(*) FROM submission WHERE person = $1 AND status = 'signed' AND json_extract("values", '$.card') = $2
      """, person, card.rawValue
    ) { (row) throws(StoreError) in try row.get(0) } ?? 0
  }

  /// Returns the person's submission with `id`; nil if the person has no such submission.
  package func find(_ id: SubmissionID, person: PersonID) throws(StoreError) -> Submission? {
    try Self.table.find(id, person, on: connection)
  }

  /// Returns the person's submission with `id`, and its open challenge, expired or not.
  package func findAsked(
    _ id: SubmissionID, person: PersonID
  ) throws(StoreError) -> (submission: Submission, challenge: Challenge.Terms?)? {
    try connection.first(Self.asked, id, person) { (row) throws(StoreError) in
      let submission = try Self.table.read(row)
      let place = Self.table.width
      guard submission.status == .awaitingSignature, let method = submission.method,
        let challenge: ChallengeID = try row.get(place)
      else { return (submission, nil) }
      let terms = Challenge.Terms(
        id: challenge, submission: id, method: method, session: try row.get(place + 1), digest: try row.get(place + 2),
        created: try row.get(place + 3), expires: try row.get(place + 4))
      return (submission, terms)
    }
  }

  /// Returns the operation's version for the person's submission with this key, and true if the
  /// operation is disabled.
  ///
  /// The version is nil if the person has no such submission.
  package func standing(
    of operation: String, key: String, person: PersonID
  ) throws(StoreError) -> (version: String?, isStopped: Bool) {
    let found = try connection.first(
      """
      SELECT (SELECT version FROM submission WHERE person = $1 AND operation = $2 AND idempotency_key = $3),
        (SELECT count(*) FROM disabled_operation WHERE operation = $2)
      """, person, operation, key
    ) { (row) throws(StoreError) in
      (version: try row.get(0, as: String?.self), isStopped: try row.get(1, as: Int.self) > 0)
    }
    return found ?? (nil, false)
  }

  /// Returns the person's submission of the operation with this key, and the digest of its body.
  package func find(
    key: String, operation: String, person: PersonID
  ) throws(StoreError) -> (submission: Submission, bodyDigest: [UInt8])? {
    try connection.first(Self.byKey, person, operation, key) { (row) throws(StoreError) in
      (try Self.table.read(row), try row.get(Self.table.width))
    }
  }

  /// Returns the person's newest submissions before `before`.
  package func all(person: PersonID, before: SubmissionID?, limit: Int) throws(StoreError) -> [Submission] {
    try connection.all(Self.page, person, before, limit, read: Self.table.read)
  }

  /// Returns the person's newest submissions before `before` that await a signature at `now`.
  package func unsigned(
    person: PersonID, before: SubmissionID?, at now: Instant, limit: Int
  ) throws(StoreError) -> [Submission] {
    try connection.all(Self.unsignedPage, person, before, limit, now, read: Self.table.read)
  }

  /// Calls `body` with the person's submissions from `first`, up to but not including `end`, newest
  /// first. Stops when `body` returns false.
  ///
  /// If an index covers `status`, only submissions with this status are read; otherwise all are
  /// read.
  package func forEach(
    person: PersonID, standing status: Submission.Status?, from first: SubmissionID?, before end: SubmissionID?,
    _ body: (Submission) -> Bool
  ) throws(StoreError) {
    var arguments: [any Bindable] = [person, first, end]
    let query: Query
    switch status {
    case .signed: query = Self.signed
    case .rejected, .cancelled:
      query = Self.refused
      arguments.append(status)
    default: query = Self.every
    }
    try connection.forEachRow(query, arguments) { (row) throws(StoreError) in body(try Self.table.read(row)) }
  }

  /// Returns the number of the person's submissions from `first` on, at most `limit`.
  package func count(person: PersonID, from first: SubmissionID, upTo limit: Int) throws(StoreError) -> Int {
    try connection.first(
      "SELECT count(*) FROM (SELECT 1 FROM submission WHERE person = $1 AND id >= $2 LIMIT $3) AS counted",
      person, first, limit
    ) { (row) throws(StoreError) in try row.get(0) } ?? 0
  }

  /// Returns the number of the person's submissions that await a signature at `instant`.
  package func countUnsigned(person: PersonID, at instant: Instant) throws(StoreError) -> Int {
    try connection.first(
      "SELECT count(*) FROM submission WHERE person = $1 AND status = 'awaitingSignature' AND expires > $2", person,
      instant
    ) { (row) throws(StoreError) in try row.get(0) } ?? 0
  }

  /// Stores the submission's status, reason, message, business day, attempts left, times of
  /// signature and change, and movement.
  ///
  /// With `circumstances`, also stores the circumstances of the signature, as JSON.
  package func update(_ submission: Submission, signedUnder circumstances: String? = nil) throws(StoreError) {
    var arguments: [any Bindable] = [
      submission.id, submission.person, submission.status, submission.reason, submission.message?.text,
      submission.message?.english, submission.businessDay, submission.attemptsLeft, submission.signed,
      submission.changed, submission.movement,
    ]
    if let circumstances { arguments.append(circumstances) }
    if circumstances == nil {
      try connection.execute(Self.progress, arguments)
    } else {
      try connection.execute(Self.signature, arguments)
    }
  }
}

extension CoreMessage {
  /// Reads the message in the two columns from `place` on; nil if they are NULL.
  static func read(_ row: Row, _ place: Int) throws(StoreError) -> CoreMessage? {
    guard let text: String = try row.get(place) else { return nil }
    return CoreMessage(text, english: try row.get(place + 1))
  }
}
