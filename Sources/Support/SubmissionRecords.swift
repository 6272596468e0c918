package import DataAccess
package import Dates
package import Model
package import Services
import Storage

/// A filter for the submissions of all people. Nil members match all submissions.
package struct RecordSearch: Sendable {
  package var person: PersonID?
  package var operation: String?
  package var status: Submission.Status?
  /// The id of the request that signed the submission.
  package var request: String?
  /// The earliest time of submission.
  package var since: Instant?
  /// The time before which it was submitted.
  package var until: Instant?

  package init() {}

  func matches(_ submission: Submission) -> Bool {
    if let status, submission.status != status { return false }
    if let since, submission.created < since { return false }
    if let until, submission.created >= until { return false }
    return true
  }
}

/// The submissions of all people, as support sees them.
package struct SubmissionRecords: Sendable {
  /// The number of submissions per read, which limits the duration of a transaction.
  private static let page = 500
  /// The tolerance between the time in an identifier and the creation time of its submission.
  private static let slack: Duration = .seconds(3_600)

  let services: BankServices

  package init(_ services: BankServices) { self.services = services }

  /// Returns a submission with its current status; nil if the id is unknown.
  package func find(_ id: SubmissionID) throws -> SubmissionRecordDAO.Record? {
    try services.store.read { try SubmissionRecordDAO($0).find(id) }
  }

  /// Returns the newest submissions that match, newest first.
  package func newest(_ search: RecordSearch, limit: Int) throws -> [Submission] {
    var found: [Submission] = []
    try forEach(search, isNewestFirst: true) { submission in
      found.append(submission)
      return found.count < limit
    }
    return found
  }

  /// Calls `body` with each submission that matches, in order of their ids, until it returns false.
  package func forEach(
    _ search: RecordSearch, isNewestFirst: Bool = false, _ body: (Submission) throws -> Bool
  ) throws {
    var filter = SubmissionRecordDAO.Filter()
    filter.person = search.person
    filter.operation = search.operation ?? ""
    filter.request = search.request ?? ""
    filter.first = search.since.map { SubmissionID(at: $0 + (.zero - Self.slack), random: (0, 0)) }
    filter.end = search.until.map { SubmissionID(at: $0 + Self.slack, random: (0, 0)) }
    while true {
      let bounds = filter
      let records = try services.store.read {
        try SubmissionRecordDAO($0).page(bounds, isNewestFirst: isNewestFirst, limit: Self.page)
      }
      for record in records {
        let submission = services.submissions.seen(record.submission)
        if search.matches(submission), try !body(submission) { return }
      }
      guard records.count == Self.page, let last = records.last?.submission.id else { return }
      if isNewestFirst { filter.end = last } else { filter.first = last }
    }
  }
}
