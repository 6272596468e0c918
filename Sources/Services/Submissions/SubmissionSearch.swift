package import Dates
package import Model
import DataAccess
import Storage

/// A filter for the submissions of a person.
package struct SubmissionSearch: Sendable {
  /// The maximum number of submissions that one page reads.
  private static let maxSeen = 2_000
  /// The size of values and captions, in bytes, after which a page with a text filter ends.
  private static let maxBytes = 1 << 20
  /// The tolerance between the time in an identifier and the creation time of its submission.
  private static let slack = (before: Duration.seconds(-3_600), after: Duration.seconds(3_600))

  /// The status; nil for all.
  package let status: Submission.Status?
  /// The earliest creation time; nil for no limit.
  package let start: Instant?
  /// The time before which the submission was created; nil for no limit.
  let end: Instant?
  /// The text to search for; nil for any.
  package let text: SearchText?
  private let words: @Sendable (Submission) -> [String]

  /// Creates a filter. `words` returns the texts of a submission in which to search.
  package init(
    status: Submission.Status? = nil, from start: Instant? = nil, to end: Instant? = nil, text: SearchText? = nil,
    words: @escaping @Sendable (Submission) -> [String]
  ) {
    (self.status, self.start, self.end, self.text, self.words) = (status, start, end, text, words)
  }

  /// Returns the page of the matching submissions before `before`, newest first, with their status
  /// at `now`.
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
  /// Returns a page of the person's submissions that match a filter, before `before`, newest first.
  ///
  /// A page reads at most 2,000 submissions. It can therefore have fewer than `limit` rows and
  /// still a next page.
  package func found(
    by search: SubmissionSearch, _ person: PersonID, before: SubmissionID? = nil, limit: Int
  ) throws -> Page<Submission, SubmissionID> {
    let now = clock()
    return try store.read { try search.page(person, before: before, at: now, limit: limit, of: SubmissionDAO($0)) }
  }
}
