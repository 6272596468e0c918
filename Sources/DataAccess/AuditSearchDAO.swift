package import Dates
package import Model
package import Storage

/// Searches in the audit. They use the order of the records only, because an index would slow down
/// each payment.
package struct AuditSearchDAO {
  /// A filter of records. Nil and empty members match all records.
  package struct Filter: Sendable {
    /// The number after which the records begin.
    package var after: Int64 = 0
    /// The last number.
    package var through: Int64 = .max
    /// The earliest time.
    package var since: Instant?
    /// The time before which the records were written.
    package var until: Instant?
    /// The kind of the subject, such as `submission`.
    package var subject = ""
    package var subjectID = ""
    package var event = ""
    /// The person who acted, or whom the subject belongs to.
    package var person: PersonID?

    package init() {}
  }

  private static let columns: SQLFragment = """
    sequence, at, event, actor, actor_id, session, subject, subject_id, digest, key_id, previous, hash
    """
  private static let matching: SQLFragment = """
    sequence > $1 AND sequence <= $2 AND ($3 = '' OR subject = $3) AND ($4 = '' OR subject_id = $4)
      AND ($5 = '' OR event = $5) AND at >= $6 AND at < $7
    """
  private static let ofPerson: SQLFragment = """
    (actor_id = $9 OR (subject = 'person' AND subject_id = $9) OR (subject = 'submission'
      AND EXISTS (SELECT 1 FROM submission WHERE submission.id = subject_id AND submission.person = $9))
      OR (subject = 'matrix'
        AND EXISTS (SELECT 1 FROM security_matrix WHERE security_matrix.id = subject_id AND security_matrix.person = $9))
      OR (subject = 'card' AND EXISTS (SELECT 1 FROM card WHERE card.id = subject_id AND card.person = $9))
      OR (subject = 'customer'
        AND EXISTS (SELECT 1 FROM customer WHERE customer.id = subject_id AND customer.person = $9)))
    """
  private static let first = Query(
    "SELECT \(columns) FROM audit_record WHERE \(matching) ORDER BY sequence LIMIT $8")
  private static let last = Query(
    "SELECT \(columns) FROM audit_record WHERE \(matching) ORDER BY sequence DESC LIMIT $8")
  private static let firstOfPerson = Query(
    "SELECT \(columns) FROM audit_record WHERE \(matching) AND \(ofPerson) ORDER BY sequence LIMIT $8")
  private static let lastOfPerson = Query(
    "SELECT \(columns) FROM audit_record WHERE \(matching) AND \(ofPerson) ORDER BY sequence DESC LIMIT $8")

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns the time of a record; nil if the number is unknown.
  package func instant(of sequence: Int64) throws(StoreError) -> Instant? {
    try connection.first("SELECT at FROM audit_record WHERE sequence = $1", sequence) { (row) throws(StoreError) in
      try row.get(0)
    }
  }

  /// Returns the first or the last records that match a filter, each with its stored hash, in their
  /// order.
  package func records(
    _ filter: Filter, newest: Bool, limit: Int
  ) throws(StoreError) -> [(record: AuditRecord, hash: [UInt8])] {
    var arguments: [any Bindable] = [
      filter.after, filter.through, filter.subject, filter.subjectID, filter.event,
      filter.since?.microseconds ?? .min, filter.until?.microseconds ?? .max, limit,
    ]
    if let person = filter.person { arguments.append(person) }
    let query =
      switch (filter.person == nil, newest) {
      case (true, true): Self.last
      case (true, false): Self.first
      case (false, true): Self.lastOfPerson
      case (false, false): Self.firstOfPerson
      }
    var found: [(record: AuditRecord, hash: [UInt8])] = []
    try connection.forEachRow(query, arguments) { (row) throws(StoreError) in
      let record = AuditRecord(
        sequence: try row.get(0), at: try row.get(1), event: try row.get(2), actor: try row.get(3),
        actorID: try row.get(4), session: try row.get(5), subject: try row.get(6), subjectID: try row.get(7),
        digest: try row.get(8), keyID: try row.get(9), previous: try row.get(10))
      found.append((record: record, hash: try row.get(11)))
      return true
    }
    return newest ? found.reversed() : found
  }
}
