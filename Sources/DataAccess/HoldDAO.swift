package import Dates
package import Model
package import Storage

/// The table of holds. Triggers maintain the sum of the open holds of each account.
package struct HoldDAO {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Reserves money for a signed submission.
  ///
  /// The database rejects the hold in these cases:
  ///
  /// - The available balance of the customer is too low.
  /// - The currency differs from the currency of the account.
  /// - The submission already had a hold.
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

  /// Returns the accounts whose stored sum differs from their open holds, and the customer accounts
  /// whose holds exceed their balance.
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

  /// Returns the submissions whose hold contradicts their status, for the inspection of the
  /// database.
  ///
  /// - A submission with an open hold that is not signed or has another amount.
  /// - A signed submission whose hold was released.
  /// - A signed submission with an amount that is in the feed of the core and has no hold.
  ///
  /// The conditions `>= ''` are always true. With them, the engine uses the indices of open holds
  /// and of signed submissions.
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

  /// Returns the number of open holds.
  package func count() throws(StoreError) -> Int {
    try connection.first("SELECT count(*) FROM hold WHERE released IS NULL") { (row) throws(StoreError) in
      try row.get(0)
    } ?? 0
  }
}
