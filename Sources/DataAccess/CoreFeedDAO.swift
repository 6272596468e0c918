package import Dates
package import Model
package import Storage

/// The feed of signed submissions to the bank's core, in the order of signing.
///
/// The core reads the rows of all persons. A person's own submissions are read with
/// `SubmissionDAO`.
package struct CoreFeedDAO {
  /// The submissions that the core has not acknowledged.
  package struct Backlog: Sendable, Equatable {
    package let count: Int
    /// The time of the oldest signature; nil without submissions.
    package let oldest: Instant?
  }

  private static let rows: SQLFragment = """
    SELECT \(SubmissionDAO.table.columns(of: "s")), f.sequence, p.name, f.digest, f.signed, f.acknowledged,
      p.external_id, hold.account, c.external_id, c.name
    FROM core_feed AS f JOIN submission AS s ON s.id = f.submission JOIN person AS p ON p.id = s.person
      LEFT JOIN hold ON hold.submission = s.id LEFT JOIN account AS a ON a.number = hold.account
      LEFT JOIN customer AS c ON c.id = a.customer
    """
  private static let following = Query("\(rows) WHERE f.sequence > $1 ORDER BY f.sequence LIMIT $2")
  private static let one = Query("\(rows) WHERE f.submission = $1")

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  // Locks the chain heads in the same order as `AuditDAO.lockedHead`.
  private static let adding = Query(
    """
    INSERT INTO core_feed (sequence, submission, digest, signed)
    SELECT coalesce(max(sequence), 0) + 1, $1, $2, $3 FROM core_feed
    """,
    postgresql: """
      WITH heads AS (SELECT chain, sequence FROM chain_head ORDER BY chain FOR UPDATE)
      INSERT INTO core_feed (sequence, submission, digest, signed) SELECT sequence + 1, $1, $2, $3 FROM heads WHERE chain = 'feed'
      """)

  /// Adds a signed submission at the end of the feed.
  package func insert(_ submission: SubmissionID, digest: [UInt8], at instant: Instant) throws(StoreError) {
    try connection.execute(Self.adding, [submission, digest, instant])
  }

  /// Returns the entries after `sequence`, acknowledged or not.
  package func all(after sequence: Int64, limit: Int) throws(StoreError) -> [CoreFeedEntry] {
    try connection.all(Self.following, sequence, limit, read: Self.read)
  }

  /// Returns the entry of the submission; nil if the feed does not contain it.
  package func find(_ id: SubmissionID) throws(StoreError) -> CoreFeedEntry? {
    try connection.first(Self.one, id, read: Self.read)
  }

  /// Returns the core's acknowledgement of a submission; nil if the core has not acknowledged it.
  package func acknowledgement(of id: SubmissionID) throws(StoreError) -> Acknowledgement? {
    try connection.first(
      """
      SELECT outcome, reason, message, message_en FROM core_feed
      WHERE submission = $1 AND acknowledged IS NOT NULL
      """, id
    ) { (row) throws(StoreError) in
      let message = try CoreMessage.read(row, 2)
      guard let reason: String = try row.get(1) else { return .executed(message) }
      return .rejected(reason: reason, message)
    }
  }

  /// Stores an acknowledgement. The database rejects a second one.
  package func acknowledge(
    _ id: SubmissionID, _ said: Acknowledgement, at instant: Instant
  ) throws(StoreError) {
    try connection.execute(
      """
      UPDATE core_feed SET acknowledged = CASE WHEN signed > $2 THEN signed ELSE $2 END, outcome = $3, reason = $4,
        message = $5, message_en = $6
      WHERE submission = $1
      """, id, instant, said.status, said.reason, said.message?.text, said.message?.english)
  }

  /// Returns the backlog of submissions that the core has not acknowledged.
  package func backlog() throws(StoreError) -> Backlog {
    try connection.first("SELECT count(*), min(signed) FROM core_feed WHERE acknowledged IS NULL") {
      (row) throws(StoreError) in Backlog(count: try row.get(0), oldest: try row.get(1))
    } ?? Backlog(count: 0, oldest: nil)
  }

  private static func read(_ row: Row) throws(StoreError) -> CoreFeedEntry {
    let next = SubmissionDAO.table.width
    let person = CoreFeedEntry.Party(externalID: try row.get(next + 5), name: try row.get(next + 1))
    let holder: CoreFeedEntry.Party? =
      if let name: String = try row.get(next + 8) {
        CoreFeedEntry.Party(externalID: try row.get(next + 7), name: name)
      } else {
        nil
      }
    return CoreFeedEntry(
      sequence: try row.get(next), submission: try SubmissionDAO.table.read(row), person: person,
      account: try row.get(next + 6), customer: holder, digest: try row.get(next + 2), signed: try row.get(next + 3),
      acknowledged: try row.get(next + 4))
  }
}
