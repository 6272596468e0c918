package import Dates
import Texts
package import Model
package import Storage

/// The table of messages to send. Rows are found by time and not through their owner.
///
/// A process holds a row until `held_until`. The current time for this comparison is `held`, or the
/// clock of the database server if `held` is nil.
package struct MessageDAO {
  /// A message in the table.
  package struct Waiting: Sendable {
    /// The idempotency key.
    package let id: MessageID
    package let person: PersonID
    /// The id of the request that caused the message; nil if no request caused it.
    package let request: String?
    /// The id of the key that sealed the content, and the sealed content; nil for a message without
    /// one.
    package let content: (keyID: String, sealed: [UInt8])?
    /// The time from which the message is no longer sent.
    package let expires: Instant
    /// The number of attempts.
    package let attempts: Int
    /// False if the message is no longer needed.
    package let isWanted: Bool
    /// The current content of a notice; nil for any other message.
    package let notice: Notice?
  }

  /// The content of a notice of a new deal.
  package struct Notice: Sendable {
    package let deal: DealID
    package let title: Deal.Text
    package let subtitle: Deal.Text
    /// The person's telephone number; nil if the person has none.
    package let phone: String?
    /// The language of the bank's messages to the person.
    package let language: PersonSettings.Language
  }

  /// The waiting messages of one kind.
  package struct Load: Sendable, Equatable {
    package let kind: Message.Kind
    package let count: Int
    /// The time of the oldest message.
    package let oldest: Instant
    /// The highest number of attempts of a message.
    package let attempts: Int
  }

  /// No process holds the row.
  private static let isFree: SQLFragment = "(held_until IS NULL OR held_until <= $1)"
  private static let isFreeOnServer: SQLFragment = """
    (held_until IS NULL OR held_until <= coalesce($1, CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)))
    """

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Adds a message with sealed content, which is due immediately.
  package func insert(
    _ id: MessageID, _ kind: Message.Kind, to person: PersonID, sealed: [UInt8], keyID: String, request: String?,
    at now: Instant, expires: Instant
  ) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO message (id, kind, person, request, key_id, sealed, created, expires, due)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $7)
      """, id, kind, person, request, keyID, sealed, now, expires)
  }

  /// Returns the number of messages of a kind, at most `limit`.
  package func count(_ kind: Message.Kind, limit: Int) throws(StoreError) -> Int {
    try connection.first(
      "SELECT count(*) FROM (SELECT 1 FROM message WHERE kind = $1 LIMIT $2) AS counted", kind, limit
    ) { (row) throws(StoreError) in try row.get(0) } ?? 0
  }

  private static let anyDue = Query(
    "SELECT 1 FROM message WHERE kind = $2 AND due <= $3 AND \(isFree) LIMIT 1",
    postgresql: "SELECT 1 FROM message WHERE kind = $2 AND due <= $3 AND \(isFreeOnServer) LIMIT 1")

  /// Returns true if a message of the kind is due at `now` and no process holds it.
  package func isDue(_ kind: Message.Kind, at now: Instant, held: Instant?) throws(StoreError) -> Bool {
    try connection.first(Self.anyDue, held, kind, now) { (row) throws(StoreError) in
      try row.get(0, as: Int.self)
    } != nil
  }

  private static let codes: SQLFragment = """
    SELECT id, person, request, expires, attempts, key_id, sealed, EXISTS (
      SELECT 1 FROM challenge_code AS code JOIN submission ON submission.id = code.submission
      WHERE code.challenge = message.id AND submission.challenge = message.id AND status = 'awaitingSignature'
        AND submission.expires > $2)
      OR EXISTS (SELECT 1 FROM enrolment WHERE enrolment.id = message.id AND enrolment.expires > $2)
    FROM message WHERE kind = 'code' AND due <= $2
    """
  private static let dueCodes = Query(
    "\(codes) AND \(isFree) ORDER BY due LIMIT $3", postgresql: "\(codes) AND \(isFreeOnServer) ORDER BY due LIMIT $3")

  /// Returns codes that are due at `now`, including expired ones, the earliest due time first.
  ///
  /// A code is wanted while its challenge is open and its submission awaits the signature, or while
  /// its enrolment can be completed.
  package func dueCodes(at now: Instant, held: Instant?, limit: Int) throws(StoreError) -> [Waiting] {
    try connection.all(Self.dueCodes, held, now, limit) { (row) throws(StoreError) in
      Waiting(
        id: try row.get(0), person: try row.get(1), request: try row.get(2),
        content: (try row.get(5), try row.get(6)), expires: try row.get(3), attempts: try row.get(4),
        isWanted: try row.get(7), notice: nil)
    }
  }

  private static let notices: SQLFragment = """
    SELECT message.id, message.person, request, message.expires, attempts, deal.id, title_ru, title_en, subtitle_ru,
      subtitle_en, phone, coalesce(language, 'ru'),
      start_date <= $3 AND end_date >= $3 AND ended_on IS NULL AND erased IS NULL AND EXISTS (
        SELECT 1 FROM push_period WHERE push_period.person = message.person AND push_period.ended IS NULL)
      AND NOT EXISTS (
        SELECT 1 FROM deal_mark WHERE deal_mark.person = message.person AND deal_mark.deal = message.deal)
    FROM message JOIN deal ON deal.id = message.deal JOIN person ON person.id = message.person
      LEFT JOIN settings ON settings.person = message.person
    WHERE kind = 'notice' AND due <= $2
    """
  private static let dueNotices = Query(
    "\(notices) AND \(isFree) ORDER BY due LIMIT $4",
    postgresql: "\(notices) AND \(isFreeOnServer) ORDER BY due LIMIT $4")

  /// Returns notices that are due at `now`, including expired ones, with their current texts.
  ///
  /// A notice is wanted while the deal is current on `day`, and the person requests notifications
  /// and has no mark on the deal.
  package func dueNotices(
    at now: Instant, held: Instant?, on day: CivilDate, limit: Int
  ) throws(StoreError) -> [Waiting] {
    try connection.all(Self.dueNotices, held, now, day, limit) { (row) throws(StoreError) in
      Waiting(
        id: try row.get(0), person: try row.get(1), request: try row.get(2), content: nil, expires: try row.get(3),
        attempts: try row.get(4), isWanted: try row.get(12),
        notice: Notice(
          deal: try row.get(5), title: Deal.Text(ru: try row.get(6), en: try row.get(7)),
          subtitle: Deal.Text(ru: try row.get(8), en: try row.get(9)), phone: try row.get(10),
          language: try row.get(11)))
    }
  }

  private static let taking = Query(
    """
    UPDATE message SET attempts = attempts + 1, due = CASE WHEN expires < $3 THEN expires ELSE $3 END, holder = $2,
      held_until = $4 + $5
    WHERE id = $1
    """,
    postgresql: """
      UPDATE message SET attempts = attempts + 1, due = CASE WHEN expires < $3 THEN expires ELSE $3 END, holder = $2,
        held_until = coalesce($4, CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)) + $5
      WHERE id = $1
      """)

  /// Counts an attempt, and holds a message for `holder` for `microseconds` from `held`.
  ///
  /// The message is due again at `due`, or when it expires if that is earlier.
  package func take(
    _ id: MessageID, by holder: String, until due: Instant, held: Instant?, for microseconds: Int64
  ) throws(StoreError) {
    try connection.execute(Self.taking, [id, holder, due, held, microseconds])
  }

  /// Releases a message that `holder` could not send. If `isTried` is false, because the sender had
  /// no capacity, the attempt does not count.
  package func putBack(
    _ id: MessageID, by holder: String, until due: Instant, isTried: Bool
  ) throws(StoreError) {
    try connection.execute(
      """
      UPDATE message SET attempts = attempts - $4, due = CASE WHEN expires < $3 THEN expires ELSE $3 END, holder = NULL,
        held_until = NULL
      WHERE id = $1 AND holder = $2
      """, id, holder, due, !isTried)
  }

  /// Deletes a message that `holder` has sent, unless another process has taken it since.
  package func delete(_ id: MessageID, by holder: String) throws(StoreError) {
    try connection.execute("DELETE FROM message WHERE id = $1 AND holder = $2", id, holder)
  }

  /// Deletes a message, regardless of its holder.
  package func delete(_ id: MessageID) throws(StoreError) {
    try connection.execute("DELETE FROM message WHERE id = $1", id)
  }

  /// Makes every message of a process other than `holder` due at `now`; returns their number. These
  /// processes must have stopped.
  package func releaseAll(but holder: String, at now: Instant) throws(StoreError) -> Int {
    try connection.execute(
      """
      UPDATE message SET due = CASE WHEN expires < $2 THEN expires ELSE $2 END, holder = NULL, held_until = NULL
      WHERE holder <> $1
      """, holder, now)
  }

  /// Returns true if a process other than `holder` has begun to send a message.
  package func isHeld(but holder: String) throws(StoreError) -> Bool {
    try connection.first("SELECT 1 FROM message WHERE holder <> $1 LIMIT 1", holder) { (row) throws(StoreError) in
      try row.get(0, as: Int.self)
    } != nil
  }

  /// Returns the messages that have not expired at `now`, by kind. A kind without messages is
  /// absent.
  package func loads(at now: Instant) throws(StoreError) -> [Load] {
    try connection.all(
      "SELECT kind, count(*), min(created), max(attempts) FROM message WHERE expires > $1 GROUP BY kind", now
    ) { (row) throws(StoreError) in
      Load(kind: try row.get(0), count: try row.get(1), oldest: try row.get(2), attempts: try row.get(3))
    }
  }
}
