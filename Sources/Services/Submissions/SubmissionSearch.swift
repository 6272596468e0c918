package import Dates
package import Model
import DataAccess
import Storage

/// A selection among the submissions of a person.
///
///     let search = SubmissionSearch(status: .rejected, text: SearchText("аренда")) { [$0.operation] }
///     let page = try submissions.found(by: search, person, limit: 20)
package struct SubmissionSearch: Sendable {
  /// The most submissions that one page looks at.
  private static let maxSeen = 2_000
  /// The most bytes of values that one page looks at, behind the first submission.
  private static let maxBytes = 1 << 20
  /// Identifiers are made a little before the rows that they identify.
  private static let slack = (before: Duration.seconds(-3_600), after: Duration.seconds(3_600))

  /// The status; nil for all.
  package let status: Submission.Status?
  /// The time from which it was made; nil for all times.
  package let start: Instant?
  /// The time before which it was made; nil for all times.
  let end: Instant?
  /// The text that is looked for; nil for any.
  package let text: SearchText?
  private let words: @Sendable (Submission) -> [String]

  /// Creates a selection. `words` gives the texts of a submission that the text may stand in.
  package init(
    status: Submission.Status? = nil, from start: Instant? = nil, to end: Instant? = nil, text: SearchText? = nil,
    words: @escaping @Sendable (Submission) -> [String]
  ) {
    (self.status, self.start, self.end, self.text, self.words) = (status, start, end, text, words)
  }

  /// Returns the page of the selected submissions before `before`, newest first, as they stand at `now`.
  func page(
    _ person: PersonID, before: SubmissionID?, at now: Instant, limit: Int, of table: SubmissionDAO
  ) throws -> Page<Submission, SubmissionID> {
    let first = start.map { SubmissionID(at: $0 + Self.slack.before, random: (0, 0)) }
    let last = end.map { SubmissionID(at: $0 + Self.slack.after, random: (0, 0)) }
    let bound = [before, last].compactMap(\.self).min()
    var (found, seen, bytes, place, isCut) = ([Submission](), 0, 0, SubmissionID?.none, false)
    try table.forEach(person: person, standing: status, from: first, before: bound) { stored in
      isCut = found.count == limit || seen == Self.maxSeen || bytes > Self.maxBytes
      guard !isCut else { return false }
      (seen, place) = (seen + 1, stored.id)
      if text != nil { bytes += stored.values.utf8.count + (stored.captions?.utf8.count ?? 0) }
      let submission = stored.seen(at: now)
      if takes(submission) { found.append(submission) }
      return true
    }
    return Page(found: found, next: isCut ? place : nil)
  }

  private func takes(_ submission: Submission) -> Bool {
    if let status, submission.status != status { return false }
    if let start, submission.created < start { return false }
    if let end, submission.created >= end { return false }
    guard let text else { return true }
    return words(submission).contains(where: text.isFound)
  }
}

extension Submissions {
  /// Returns a page of the person's submissions that a search finds before `before`, newest first.
  ///
  /// A page looks at 2,000 submissions at most: it may have fewer rows than `limit`, and a next page.
  package func found(
    by search: SubmissionSearch, _ person: PersonID, before: SubmissionID? = nil, limit: Int
  ) throws -> Page<Submission, SubmissionID> {
    let now = clock()
    return try store.read { try search.page(person, before: before, at: now, limit: limit, of: SubmissionDAO($0)) }
  }
}
