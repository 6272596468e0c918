package import Dates
package import Model
package import Storage

/// The table of holds. Triggers keep the sum of an account's open holds.
package struct HoldDAO {
  private let connection: Connection

  /// Creates the table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Sets money aside for a signed submission. The database refuses it where the customer has less that is not held already,
  /// where the currency is not the account's, and where the submission has held before.
  package func insert(_ hold: Hold, for submission: SubmissionID, at instant: Instant) throws(StoreError) {
    try connection.execute(
      "INSERT INTO hold (submission, account, amount, currency, placed) VALUES ($1, $2, $3, $4, $5)",
      submission, hold.account, hold.amount.minor, hold.amount.currency, instant)
  }

  /// Releases the hold of the submission; returns false if it has none.
  @discardableResult
  package func release(_ submission: SubmissionID, at instant: Instant) throws(StoreError) -> Bool {
    try connection.execute(
      """
      UPDATE hold SET released = CASE WHEN placed > $2 THEN placed ELSE $2 END WHERE submission = $1 AND released IS NULL
      """, submission, instant) == 1
  }

  /// Returns the open hold of the person's submission; nil if it has none.
  package func open(_ submission: SubmissionID, person: PersonID) throws(StoreError) -> Hold? {
    try connection.first(
      """
      SELECT hold.account, hold.amount, hold.currency FROM hold JOIN submission ON submission.id = hold.submission
      WHERE hold.submission = $1 AND submission.person = $2 AND hold.released IS NULL
      """, submission, person
    ) { (row) throws(StoreError) in
      Hold(Money(minor: try row.get(1), try row.get(2)), on: try row.get(0))
    }
  }

  /// The accounts that hold something else than the sum of their open holds, or customers' that hold more than they have.
  package func wrongHolds() throws(StoreError) -> [AccountNumber] {
    try connection.all(
      """
      SELECT number FROM account
      WHERE held <> coalesce((SELECT sum(amount) FROM hold WHERE account = number AND released IS NULL), 0)
        OR (kind = 'customer' AND held > balance)
      ORDER BY number
      """
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// Returns the submissions whose hold contradicts their state, for the inspection of the database.
  ///
  /// - A submission that holds money, and is unsigned, executed or rejected.
  /// - A signed one that pays through the core, and whose hold is released, missing, or of another amount.
  ///
  /// Every account and operation is at least the empty text: asked so, the indices of what is open or signed are read and not
  /// the whole tables.
  package func strays() throws(StoreError) -> [SubmissionID] {
    try connection.all(
      """
      SELECT DISTINCT submission FROM (
      SELECT hold.submission FROM hold JOIN submission ON submission.id = hold.submission
      WHERE hold.released IS NULL AND hold.account >= '' AND (submission.status <> 'signed'
        OR submission.amount IS NULL OR hold.amount <> submission.amount OR hold.currency <> submission.currency)
      UNION ALL
      SELECT id FROM submission WHERE status = 'signed' AND operation >= '' AND (
        EXISTS (SELECT 1 FROM hold WHERE hold.submission = submission.id AND hold.released IS NOT NULL)
        OR (amount IS NOT NULL AND EXISTS (SELECT 1 FROM core_feed WHERE core_feed.submission = submission.id)
          AND NOT EXISTS (SELECT 1 FROM hold WHERE hold.submission = submission.id)))
      ) AS stray ORDER BY submission
      """
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// Counts the open holds.
  package func count() throws(StoreError) -> Int {
    try connection.first("SELECT count(*) FROM hold WHERE released IS NULL") { (row) throws(StoreError) in
      try row.get(0)
    } ?? 0
  }
}
