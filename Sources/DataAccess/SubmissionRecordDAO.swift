package import Dates
package import Model
package import Storage

/// Submissions of all people with the columns that only support reads.
package struct SubmissionRecordDAO {
  /// A submission with the circumstances of its signature.
  package struct Record: Sendable {
    package let submission: Submission
    /// The circumstances of the signature, as JSON; nil before the signature and after the values
    /// were deleted.
    package let circumstances: String?
    /// The digest that the last challenge asked to sign; nil without a challenge.
    package let challengeDigest: [UInt8]?
    /// The time of the last challenge; nil without a challenge.
    package let asked: Instant?
    /// The number of challenges.
    package let challenges: Int
    /// The submission's own retention; nil if the general one applies.
    package let keep: RetentionPeriod?
  }

  /// A filter of submissions. Nil and empty members match all submissions.
  package struct Filter: Sendable {
    package var person: PersonID?
    package var operation = ""
    /// The id of the request that signed the submission.
    package var request = ""
    /// The first id.
    package var first: SubmissionID?
    /// The id before which the search ends.
    package var end: SubmissionID?

    package init() {}
  }

  private static let others: SQLFragment = """
    signed_with, challenge_digest, challenge_created, challenges, keep_years, keep_days
    """
  private static let matching: SQLFragment = """
    id > $1 AND id < $2 AND ($3 = '' OR operation = $3)
      AND ($4 = '' OR json_extract(signed_with, '$.request') = $4)
    """
  private static let one = Query("SELECT \(SubmissionDAO.table.columns), \(others) FROM submission WHERE id = $1")
  private static let newest = Query(
    """
    SELECT \(SubmissionDAO.table.columns), \(others) FROM submission WHERE \(matching) ORDER BY id DESC LIMIT $5
    """)
  private static let newestOfPerson = Query(
    """
    SELECT \(SubmissionDAO.table.columns), \(others) FROM submission WHERE person = $6 AND \(matching)
    ORDER BY id DESC LIMIT $5
    """)
  private static let oldest = Query(
    """
    SELECT \(SubmissionDAO.table.columns), \(others) FROM submission WHERE \(matching) ORDER BY id LIMIT $5
    """)
  private static let oldestOfPerson = Query(
    """
    SELECT \(SubmissionDAO.table.columns), \(others) FROM submission WHERE person = $6 AND \(matching)
    ORDER BY id LIMIT $5
    """)

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns a submission of any person; nil if the id is unknown.
  package func find(_ id: SubmissionID) throws(StoreError) -> Record? {
    try connection.first(Self.one, id, read: Self.read)
  }

  /// Returns the next submissions that match a filter, in order of their ids.
  ///
  /// - Parameter isNewestFirst: True for descending ids.
  package func page(
    _ filter: Filter, isNewestFirst: Bool, limit: Int
  ) throws(StoreError) -> [Record] {
    var arguments: [any Bindable] = [
      filter.first?.description ?? "", filter.end?.description ?? "g", filter.operation, filter.request, limit,
    ]
    if let person = filter.person { arguments.append(person) }
    let query =
      switch (filter.person == nil, isNewestFirst) {
      case (true, true): Self.newest
      case (true, false): Self.oldest
      case (false, true): Self.newestOfPerson
      case (false, false): Self.oldestOfPerson
      }
    var found: [Record] = []
    try connection.forEachRow(query, arguments) { (row) throws(StoreError) in
      found.append(try Self.read(row))
      return true
    }
    return found
  }

  private static func read(_ row: Row) throws(StoreError) -> Record {
    let place = SubmissionDAO.table.width
    let (years, days): (Int?, Int?) = (try row.get(place + 4), try row.get(place + 5))
    return Record(
      submission: try SubmissionDAO.table.read(row), circumstances: try row.get(place),
      challengeDigest: try row.get(place + 1), asked: try row.get(place + 2), challenges: try row.get(place + 3),
      keep: days.map { .days($0) } ?? years.map { .years($0) })
  }
}
