import Model
import Operations
import Synchronization

/// A cache of recent submissions that await their signature.
///
/// The signature usually follows immediately, and then needs no new read or rendering. The cache is
/// not used for decisions: the signing transaction compares the submission with the database.
final class UnsignedSubmissionCache: Sendable {
  private struct Kept {
    var submissions: [SubmissionID: RecentSubmission] = [:]
    /// The total size of the stored texts, in bytes.
    var size = 0
  }

  private let (maximum, largest, room): (Int, Int, Int)
  private let kept = Mutex(Kept())

  /// Creates a cache with limits for the number of submissions, and for the bytes of stored text in
  /// one submission and in total.
  ///
  /// Memory use can be ten times the size of the text. A full cache is emptied. Larger submissions
  /// are not cached.
  init(maximum: Int = 2_048, largest: Int = 16 << 10, room: Int = 2 << 20) {
    (self.maximum, self.largest, self.room) = (maximum, largest, room)
  }

  /// Adds a new submission.
  func keep(_ submission: RecentSubmission) {
    guard submission.size <= largest else { return }
    // Free the entries after the lock is released.
    let old: Kept = kept.withLock { kept in
      var old = Kept()
      if kept.submissions.count >= maximum || kept.size + submission.size > room { swap(&old, &kept) }
      let before = kept.submissions.updateValue(submission, forKey: submission.values.submission.id)
      kept.size += submission.size - (before?.size ?? 0)
      return old
    }
    _ = consume old
  }

  /// Removes and returns the person's submission; nil if it is not cached.
  func take(_ id: SubmissionID, of person: PersonID) -> RecentSubmission? {
    kept.withLock { kept in
      guard kept.submissions[id]?.values.submission.person == person else { return nil }
      let found = kept.submissions.removeValue(forKey: id)
      kept.size -= found?.size ?? 0
      return found
    }
  }
}

/// A submission as it was created, with the values that its forms show.
struct RecentSubmission: Sendable {
  let values: SubmittedValues
  /// The digest of the signed content.
  let digest: [UInt8]

  /// The size of the stored texts, in bytes.
  var size: Int {
    let submission = values.submission
    return submission.values.utf8.count + (submission.captions?.utf8.count ?? 0)
      + (submission.warnings?.utf8.count ?? 0)
  }
}
