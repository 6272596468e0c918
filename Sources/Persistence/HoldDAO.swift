package import Model
package import Storage

/// The table of holds; what an account's open holds come to follows it by triggers.
package struct HoldDAO {
  private let connection: Connection

  /// The table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Sets money aside for a signed submission. SQLite refuses it where the customer has less that is not held already,
  /// where the currency is not the account's, and where the submission has held before.
  package func insert(_ hold: Hold, for submission: SubmissionID, at instant: Instant) throws(StoreError) {
    try connection.execute(
      "INSERT INTO hold (submission, account, amount, currency, placed) VALUES ($1, $2, $3, $4, $5)",
      submission, hold.account, hold.amount.minor, hold.amount.currency, instant)
  }

  /// Gives back what is held for the submission; false where nothing is.
  @discardableResult
  package func release(_ submission: SubmissionID, at instant: Instant) throws(StoreError) -> Bool {
    try connection.execute(
      "UPDATE hold SET released = max(placed, $2) WHERE submission = $1 AND released IS NULL", submission, instant) == 1
  }

  /// What is held for the person's submission; nil where nothing is.
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

  /// The submissions that hold something and are not signed, or have been executed or refused since; and the signed ones of
  /// which a hold was released, or taken away, or holds another amount than they pay. What the core is to execute and pays
  /// something holds it until then.
  package func strays() throws(StoreError) -> [SubmissionID] {
    try connection.all(
      """
      SELECT hold.submission FROM hold JOIN submission ON submission.id = hold.submission
      WHERE (hold.released IS NULL) <> (submission.status = 'signed')
        OR hold.amount IS NOT submission.amount OR hold.currency IS NOT submission.currency
      UNION
      SELECT submission.id FROM submission JOIN core_feed ON core_feed.submission = submission.id
      WHERE submission.status = 'signed' AND submission.amount IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM hold WHERE hold.submission = submission.id)
      ORDER BY 1
      """
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// How many holds are open.
  package func count() throws(StoreError) -> Int {
    try connection.first("SELECT count(*) FROM hold WHERE released IS NULL") { (row) throws(StoreError) in
      try row.get(0)
    } ?? 0
  }
}
