import Essentials
import Model
import Operations
import Synchronization

/// The submissions that were made here and await their signature, which mostly follows at once: it need not read again what was just
/// written, nor draw again what was just drawn.
///
///     bank.recent.keep(RecentSubmission(values: values, digest: digest, language: call.language))
///     let recent = bank.recent.take(id, of: caller.person)  // once
///
/// Nothing is decided by them: the transaction of the signature compares with the database. Whoever finds that a submission has
/// changed reads it.
final class RecentSubmissions: Sendable {
  /// The capacity, some 20 MB. A full store is emptied.
  private static let most = 2_048

  private let known = Mutex<[SubmissionID: RecentSubmission]>([:])

  /// Keeps a submission.
  func keep(_ submission: RecentSubmission) {
    let id = submission.values.submission.id
    // Freed once the lock is open.
    let old: [SubmissionID: RecentSubmission] = known.withLock { known in
      var old: [SubmissionID: RecentSubmission] = [:]
      if known.count >= Self.most { swap(&old, &known) }
      known[id] = submission
      return old
    }
    _ = consume old
  }

  /// Returns the person's submission with `id` and forgets it; nil if it is unknown here.
  func take(_ id: SubmissionID, of person: PersonID) -> RecentSubmission? {
    known.withLock { known in
      guard known[id]?.values.submission.person == person else { return nil }
      return known.removeValue(forKey: id)
    }
  }
}

/// A submission as it was made, with what its forms show.
struct RecentSubmission: Sendable {
  /// The submission and its values.
  let values: StoredValues
  /// The digest of what is to be signed.
  let digest: [UInt8]
  /// The language in which the values were written.
  let language: Language
}
