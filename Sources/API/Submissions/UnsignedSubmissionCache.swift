import Model
import Operations
import Synchronization

/// The submissions that were made here and await their signature, which mostly follows at once: it need not read again what was just
/// written, nor draw again what was just drawn.
///
///     process.unsigned.keep(RecentSubmission(values: values, digest: digest))
///     let recent = process.unsigned.take(id, of: caller.person)  // once
///
/// Nothing is decided by them: the transaction of the signature compares with the database. Whoever finds that a submission has
/// changed reads it.
final class UnsignedSubmissionCache: Sendable {
  private struct Kept {
    var submissions: [SubmissionID: RecentSubmission] = [:]
    /// The bytes of their stored texts.
    var size = 0
  }

  private let (maximum, largest, room): (Int, Int, Int)
  private let kept = Mutex(Kept())

  /// Creates a store for that many submissions, with that many bytes of stored text in the largest and in all: in memory a text takes up
  /// to ten times as much. A full store is emptied, and a larger submission is read again.
  init(maximum: Int = 2_048, largest: Int = 16 << 10, room: Int = 2 << 20) {
    (self.maximum, self.largest, self.room) = (maximum, largest, room)
  }

  /// Keeps a submission that has just been made.
  func keep(_ submission: RecentSubmission) {
    guard submission.size <= largest else { return }
    // Freed once the lock is open.
    let old: Kept = kept.withLock { kept in
      var old = Kept()
      if kept.submissions.count >= maximum || kept.size + submission.size > room { swap(&old, &kept) }
      let before = kept.submissions.updateValue(submission, forKey: submission.values.submission.id)
      kept.size += submission.size - (before?.size ?? 0)
      return old
    }
    _ = consume old
  }

  /// Returns the person's submission with `id` and forgets it; nil if it is unknown here.
  func take(_ id: SubmissionID, of person: PersonID) -> RecentSubmission? {
    kept.withLock { kept in
      guard kept.submissions[id]?.values.submission.person == person else { return nil }
      let found = kept.submissions.removeValue(forKey: id)
      kept.size -= found?.size ?? 0
      return found
    }
  }
}

/// A submission as it was made, with what its forms show.
struct RecentSubmission: Sendable {
  /// The submission and its values.
  let values: SubmittedValues
  /// The digest of what is to be signed.
  let digest: [UInt8]

  /// The bytes of its stored texts.
  var size: Int {
    let submission = values.submission
    return submission.values.utf8.count + (submission.captions?.utf8.count ?? 0)
      + (submission.warnings?.utf8.count ?? 0)
  }
}
