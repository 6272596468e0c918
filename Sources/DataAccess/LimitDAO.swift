package import Dates
package import Model
package import Storage

/// The amounts that people have sent in a day, and the limits that an operator has set for single
/// persons.
package struct LimitDAO {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns the person's own limit of an operation in a currency, in minor units; nil if none is
  /// set.
  package func find(_ operation: String, _ currency: Currency, person: PersonID) throws(StoreError) -> Int64? {
    try connection.first(
      "SELECT amount FROM person_limit WHERE person = $1 AND operation = $2 AND currency = $3",
      person, operation, currency
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// Returns the person's own limits of all operations.
  package func all(person: PersonID) throws(StoreError) -> [(operation: String, limit: Money)] {
    try connection.all(
      "SELECT operation, amount, currency FROM person_limit WHERE person = $1 ORDER BY operation, currency", person
    ) { (row) throws(StoreError) in
      (operation: try row.get(0), limit: Money(minor: try row.get(1), try row.get(2)))
    }
  }

  /// Returns the sum of the person's signed submissions of an operation in a currency since
  /// `start`, in minor units, executed or not.
  ///
  /// Reads only submissions from `oldest` on, because earlier ones expired before `start`.
  package func sent(
    _ operation: String, _ currency: Currency, person: PersonID, since start: Instant, oldest: SubmissionID
  ) throws(StoreError) -> Int64 {
    try connection.first(
      """
      SELECT coalesce(sum(submission.amount), 0) FROM submission
      WHERE person = $1 AND operation = $2 AND currency = $3 AND id >= $5 AND signed >= $4
        AND (status = 'executed' OR status = 'signed')
      """, person, operation, currency, start, oldest
    ) { (row) throws(StoreError) in try row.get(0) } ?? 0
  }

  /// Sets the person's own limit, or removes it if `limit` is nil.
  package func set(
    _ limit: Int64?, _ operation: String, _ currency: Currency, person: PersonID, at instant: Instant
  ) throws(StoreError) {
    guard let limit else {
      try connection.execute(
        "DELETE FROM person_limit WHERE person = $1 AND operation = $2 AND currency = $3", person, operation, currency)
      return
    }
    try connection.execute(
      """
      INSERT INTO person_limit (person, operation, currency, amount, set_at) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (person, operation, currency) DO UPDATE SET amount = excluded.amount, set_at = excluded.set_at
      """, person, operation, currency, limit, instant)
  }
}
