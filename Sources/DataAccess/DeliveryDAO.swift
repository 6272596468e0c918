package import Dates
package import Model
package import Storage

/// The outbox of submissions that systems of the bank carry out.
///
/// Workers and operators read the rows of all persons. A person's own delivery is read through its
/// owner. A process holds a row until `held_until`. The current time for this comparison is `held`,
/// or the clock of the database server if `held` is nil.
package struct DeliveryDAO {
  /// The open deliveries of one effect.
  package struct Backlog: Sendable, Equatable {
    package let service: String
    /// The name of the effect.
    package let effect: String
    /// The number of waiting and accepted deliveries.
    package let waiting: Int
    /// The number of deliveries that may have arrived and must not be sent again.
    package let unknown: Int
    /// The number of deliveries with at least `manyAttempts` attempts, the last without a declared
    /// response.
    package let failing: Int
    /// The time of the oldest signature.
    package let oldest: Instant
  }

  /// The number of attempts from which a delivery counts as failing.
  static let manyAttempts = 10

  private static let columns: SQLFragment = """
    d.submission, s.person, d.service, d.effect, d.status, d.request, d.signed, d.due, d.attempts, d.fault, d.kept,
    d.contrary, d.ended, d.sent, d.missed, d.recheck_until
    """
  private static let rows: SQLFragment =
    "SELECT \(columns) FROM delivery AS d JOIN submission AS s ON s.id = d.submission"
  private static let one = Query("\(rows) WHERE d.submission = $1")
  private static let own = Query("\(rows) WHERE d.submission = $1 AND s.person = $2")
  private static let open = Query(
    """
    \(rows) WHERE d.status IN ('waiting', 'accepted', 'unknown') AND d.service = coalesce($1, d.service)
    ORDER BY d.signed, d.submission LIMIT $2
    """)
  private static let rejected = Query(
    "\(rows) WHERE d.recheck <= $1 AND d.recheck IS NOT NULL ORDER BY d.recheck LIMIT $2")
  /// No process holds the row.
  private static let isFree: SQLFragment = "(d.held_until IS NULL OR d.held_until <= $1)"
  private static let isFreeOnServer: SQLFragment = """
    (d.held_until IS NULL OR d.held_until <= coalesce($1, CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)))
    """
  private static let isDue: SQLFragment = """
    d.service = $2 AND d.due <= $3 AND d.due IS NOT NULL AND (d.queue IS NULL OR NOT EXISTS (
      SELECT 1 FROM delivery AS before WHERE before.queue = d.queue
        AND before.status IN ('waiting', 'accepted', 'unknown')
        AND (before.signed, before.submission) < (d.signed, d.submission)))
    """
  private static let dueOne = Query(
    "\(rows) WHERE d.submission = $4 AND \(isDue) AND \(isFree)",
    postgresql: "\(rows) WHERE d.submission = $4 AND \(isDue) AND \(isFreeOnServer)")
  private static let ranked: SQLFragment = """
    SELECT submission, person FROM (
      SELECT d.submission, s.person, d.attempts, d.due,
        row_number() OVER (PARTITION BY s.person ORDER BY d.attempts, d.due, d.submission) AS turn
      FROM delivery AS d JOIN submission AS s ON s.id = d.submission WHERE \(isDue)
    """
  private static let turns = Query(
    "\(ranked) AND \(isFree)) AS waiting ORDER BY turn, attempts, due, submission LIMIT $4",
    postgresql: "\(ranked) AND \(isFreeOnServer)) AS waiting ORDER BY turn, attempts, due, submission LIMIT $4")
  private static let nextDue = Query(
    "SELECT min(due) FROM delivery AS d WHERE service = $2 AND due IS NOT NULL AND \(isFree)",
    postgresql: "SELECT min(due) FROM delivery AS d WHERE service = $2 AND due IS NOT NULL AND \(isFreeOnServer)")
  private static let beginning = Query(
    """
    UPDATE delivery SET status = $2, due = $3, attempts = attempts + 1, held_until = $4 + $5 WHERE submission = $1
    """,
    postgresql: """
      UPDATE delivery SET status = $2, due = $3, attempts = attempts + 1,
        held_until = coalesce($4, CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)) + $5
      WHERE submission = $1
      """)

  let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Adds a prepared delivery for a submission.
  package func insert(
    _ draft: DeliveryDraft, answersDigest: [UInt8], for submission: SubmissionID
  ) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO delivery (submission, service, effect, request, answers, answers_digest, debit, credit, amount,
        currency, purpose, queue)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      """, submission, draft.service, draft.effect, draft.request, draft.answers, answersDigest,
      draft.movement?.debit, draft.movement?.credit, draft.movement?.amount.minor, draft.movement?.amount.currency,
      draft.movement?.purpose, draft.queue)
  }

  /// Makes the delivery of a signed submission due immediately; returns false if it has no
  /// delivery.
  package func handOver(_ submission: SubmissionID, at instant: Instant) throws(StoreError) -> Bool {
    try connection.execute(
      "UPDATE delivery SET status = 'waiting', signed = $2, due = $2 WHERE submission = $1 AND status = 'prepared'",
      submission, instant) == 1
  }

  /// Returns the delivery of a submission; nil if the submission has none.
  package func find(_ submission: SubmissionID) throws(StoreError) -> Delivery? {
    try connection.first(Self.one, submission, read: Self.read)
  }

  /// Returns the delivery of the person's submission; nil if no such delivery exists.
  package func find(_ submission: SubmissionID, person: PersonID) throws(StoreError) -> Delivery? {
    try connection.first(Self.own, submission, person, read: Self.read)
  }

  /// Returns open deliveries of one system or of all systems, the oldest signature first.
  package func allOpen(service: String?, limit: Int) throws(StoreError) -> [Delivery] {
    try connection.all(Self.open, service, limit, read: Self.read)
  }

  /// Returns the delivery if it is due, is not blocked by an earlier delivery of its queue, and is
  /// not held by a process; nil otherwise.
  package func due(
    _ submission: SubmissionID, of service: String, at now: Instant, held: Instant?
  ) throws(StoreError) -> Delivery? {
    try connection.first(Self.dueOne, held, service, now, submission, read: Self.read)
  }

  /// Returns the deliveries of a system that are due, are not blocked by an earlier delivery of
  /// their queue, and are not held by a process.
  ///
  /// The first delivery of each person precedes the second ones, and so on. Within a rank, they are
  /// sorted by attempts and then by time.
  package func turns(_ service: String, at now: Instant, held: Instant?, limit: Int) throws(StoreError)
    -> [DeliveryTurn]
  {
    try connection.all(Self.turns, held, service, now, limit) { (row) throws(StoreError) in
      DeliveryTurn(submission: try row.get(0), person: try row.get(1))
    }
  }

  /// Returns rejected deliveries about which the systems must be queried at `now`.
  package func rejected(at now: Instant, limit: Int) throws(StoreError) -> [Delivery] {
    try connection.all(Self.rejected, now, limit, read: Self.read)
  }

  /// Counts an attempt, and holds the delivery for the process for `microseconds` from `held`. The
  /// delivery is due again at `due`.
  package func begin(
    _ submission: SubmissionID, as status: Delivery.Status, until due: Instant, held: Instant?, for microseconds: Int64
  ) throws(StoreError) {
    try connection.execute(Self.beginning, [submission, status, due, held, microseconds])
  }

  /// Stores the status of an open delivery and the time of its next attempt.
  ///
  /// If `kept` is nil, the stored values remain. A process with an attempt in progress continues to
  /// hold the delivery.
  package func goOn(
    _ submission: SubmissionID, _ status: Delivery.Status, due: Instant?, fault: String?, kept: String? = nil
  ) throws(StoreError) {
    try connection.execute(
      "UPDATE delivery SET status = $2, due = $3, fault = $4, kept = coalesce($5, kept) WHERE submission = $1",
      submission, status, due, fault, kept)
  }

  /// Ends the attempt with this number, so that any process can make the next one. Changes nothing
  /// if a later attempt has begun.
  package func endAttempt(_ submission: SubmissionID, number: Int, at now: Instant) throws(StoreError) {
    try connection.execute(
      """
      UPDATE delivery SET held_until = NULL, sent = CASE WHEN sent > $3 THEN $3 ELSE sent END
      WHERE submission = $1 AND attempts = $2
      """, submission, number, now)
  }

  /// Postpones the next attempt until `due`, if one is scheduled.
  package func putOff(_ submission: SubmissionID, until due: Instant) throws(StoreError) {
    try connection.execute("UPDATE delivery SET due = $2 WHERE submission = $1 AND due IS NOT NULL", submission, due)
  }

  /// Stores the outcome of a delivery. If `kept` is nil, the stored values remain.
  package func end(
    _ submission: SubmissionID, _ status: Delivery.Status, kept: String?, at instant: Instant
  ) throws(StoreError) {
    try connection.execute(
      """
      UPDATE delivery SET status = $2, due = NULL, fault = NULL, kept = coalesce($3, kept),
        ended = CASE WHEN signed > $4 THEN signed ELSE $4 END
      WHERE submission = $1
      """, submission, status, kept, instant)
  }

  /// Stores a later response that contradicts the outcome.
  package func noteContrary(_ submission: SubmissionID, _ text: String) throws(StoreError) {
    try connection.execute("UPDATE delivery SET contrary = $2 WHERE submission = $1", submission, text)
  }

  /// Returns the movement that the execution adds to the ledger; nil if it adds none.
  package func movement(of submission: SubmissionID) throws(StoreError) -> DeliveryDraft.Movement? {
    try connection.first(
      """
      SELECT debit, credit, amount, currency, purpose FROM delivery WHERE submission = $1 AND debit IS NOT NULL
      """, submission
    ) { (row) throws(StoreError) in
      DeliveryDraft.Movement(
        debit: try row.get(0), credit: try row.get(1), amount: Money(minor: try row.get(2), try row.get(3)),
        purpose: try row.get(4))
    }
  }

  /// Returns the earliest time of a scheduled attempt at a system, among deliveries that no process
  /// holds; nil if no attempt is scheduled.
  package func nextDue(_ service: String, held: Instant?) throws(StoreError) -> Instant? {
    try connection.first(Self.nextDue, held, service) { (row) throws(StoreError) in
      try row.get(0, as: Instant?.self)
    } ?? nil
  }

  /// Returns the open deliveries by effect.
  package func backlog() throws(StoreError) -> [Backlog] {
    try connection.all(
      """
      SELECT service, effect, count(*) - sum(CASE status WHEN 'unknown' THEN 1 ELSE 0 END),
        sum(CASE status WHEN 'unknown' THEN 1 ELSE 0 END), min(signed),
        sum(CASE WHEN attempts >= $1 AND fault IS NOT NULL AND status <> 'accepted' THEN 1 ELSE 0 END)
      FROM delivery WHERE status IN ('waiting', 'accepted', 'unknown') GROUP BY service, effect ORDER BY service, effect
      """, Self.manyAttempts
    ) { (row) throws(StoreError) in
      Backlog(
        service: try row.get(0), effect: try row.get(1), waiting: try row.get(2), unknown: try row.get(3),
        failing: try row.get(5), oldest: try row.get(4))
    }
  }

  /// Returns the submissions whose delivery contradicts their status, for the inspection of the
  /// database.
  package func strays() throws(StoreError) -> [SubmissionID] {
    try connection.all(
      """
      SELECT d.submission FROM delivery AS d JOIN submission AS s ON s.id = d.submission
      WHERE (d.status IN ('waiting', 'accepted', 'unknown')) <> (s.status = 'signed')
        OR (d.ended IS NOT NULL AND d.status <> s.status)
      ORDER BY 1
      """
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  private static func read(_ row: Row) throws(StoreError) -> Delivery {
    Delivery(
      submission: try row.get(0), person: try row.get(1), service: try row.get(2), effect: try row.get(3),
      status: try row.get(4), request: try row.get(5), signed: try row.get(6), due: try row.get(7),
      attempts: try row.get(8), fault: try row.get(9), kept: try row.get(10), contrary: try row.get(11),
      ended: try row.get(12), sent: try row.get(13), missed: try row.get(14), recheckedUntil: try row.get(15))
  }
}
