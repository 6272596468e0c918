package import Dates
import Texts
package import Model
package import Storage

/// The table of messages that wait to be sent. Rows are reached by their time and not through their owner.
///
/// A process keeps the rows that it has taken until `held_until`, by the clock of the database (`held` nil) or by the given one, as in
/// `LeaseDAO`.
package struct MessageDAO {
  /// A message in the table.
  package struct Waiting: Sendable {
    /// The idempotency key.
    package let id: MessageID
    /// The person.
    package let person: PersonID
    /// The id of the request that caused it; nil where none did.
    package let request: String?
    /// The id of the key that sealed the content, and the sealed content; nil for a message without one.
    package let content: (keyID: String, sealed: [UInt8])?
    /// The time from which it is never sent.
    package let expires: Instant
    /// The count of tries.
    package let attempts: Int
    /// False if there is no reason any more to send it.
    package let isWanted: Bool
    /// The notice as it reads now; nil for any other message.
    package let notice: Notice?
  }

  /// The content of a notice of a new deal.
  package struct Notice: Sendable {
    /// The deal.
    package let deal: DealID
    /// The title of the deal.
    package let title: Deal.Text
    /// The subtitle of the deal.
    package let subtitle: Deal.Text
    /// The person's telephone number; nil without one.
    package let phone: String?
    /// The language in which the bank writes to the person.
    package let language: PersonSettings.Language
  }

  /// The messages of one kind that wait.
  package struct Load: Sendable, Equatable {
    /// The kind.
    package let kind: Message.Kind
    /// The number of messages.
    package let count: Int
    /// The time of the oldest one.
    package let oldest: Instant
    /// The most attempts that one of them took.
    package let attempts: Int
  }

  /// No process has it.
  private static let isFree: SQLFragment = "(held_until IS NULL OR held_until <= $1)"
  private static let isFreeOnServer: SQLFragment = """
    (held_until IS NULL OR held_until <= coalesce($1, CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)))
    """

  private let connection: Connection

  /// Creates the table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Adds a message with sealed content, which is due at once.
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

  /// Counts the messages of a kind, up to `limit`.
  package func count(_ kind: Message.Kind, limit: Int) throws(StoreError) -> Int {
    try connection.first(
      "SELECT count(*) FROM (SELECT 1 FROM message WHERE kind = $1 LIMIT $2) AS counted", kind, limit
    ) { (row) throws(StoreError) in try row.get(0) } ?? 0
  }

  private static let anyDue = Query(
    "SELECT 1 FROM message WHERE kind = $2 AND due <= $3 AND \(isFree) LIMIT 1",
    postgresql: "SELECT 1 FROM message WHERE kind = $2 AND due <= $3 AND \(isFreeOnServer) LIMIT 1")

  /// True if a message of the kind may be tried at `now`.
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
    FROM message WHERE kind = 'code' AND due <= $2
    """
  private static let dueCodes = Query(
    "\(codes) AND \(isFree) ORDER BY due LIMIT $3", postgresql: "\(codes) AND \(isFreeOnServer) ORDER BY due LIMIT $3")

  /// Returns codes that may be tried at `now`, and expired ones, those that wait longest first.
  ///
  /// A code is wanted while its challenge is open and its submission awaits the signature.
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

  /// Returns notices that may be tried at `now`, and expired ones, with their texts as they are now.
  ///
  /// A notice is wanted while the deal is current on `day`, and the person wants to be told and has not seen it.
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

  /// Notes that `holder` tries a message for so many microseconds from `held` on, and that it is due again at `due`, at the latest when
  /// it expires.
  package func take(
    _ id: MessageID, by holder: String, until due: Instant, held: Instant?, for microseconds: Int64
  ) throws(StoreError) {
    try connection.execute(Self.taking, [id, holder, due, held, microseconds])
  }

  /// Puts a message back that `holder` has tried in vain; `isTried` is false where the sender had no room for it.
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

  /// Deletes a message, whoever sends it.
  package func delete(_ id: MessageID) throws(StoreError) {
    try connection.execute("DELETE FROM message WHERE id = $1", id)
  }

  /// Lets every message that another process than `holder` was sending be tried at `now`: none of them is left.
  package func releaseAll(but holder: String, at now: Instant) throws(StoreError) -> Int {
    try connection.execute(
      """
      UPDATE message SET due = CASE WHEN expires < $2 THEN expires ELSE $2 END, holder = NULL, held_until = NULL
      WHERE holder <> $1
      """, holder, now)
  }

  /// True if another process than `holder` had begun to send a message.
  package func isHeld(but holder: String) throws(StoreError) -> Bool {
    try connection.first("SELECT 1 FROM message WHERE holder <> $1 LIMIT 1", holder) { (row) throws(StoreError) in
      try row.get(0, as: Int.self)
    } != nil
  }

  /// The messages that wait and have not expired at `now`, by kind; a kind without one is absent.
  package func loads(at now: Instant) throws(StoreError) -> [Load] {
    try connection.all(
      "SELECT kind, count(*), min(created), max(attempts) FROM message WHERE expires > $1 GROUP BY kind", now
    ) { (row) throws(StoreError) in
      Load(kind: try row.get(0), count: try row.get(1), oldest: try row.get(2), attempts: try row.get(3))
    }
  }
}
