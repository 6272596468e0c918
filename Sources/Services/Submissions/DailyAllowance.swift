import Dates
import Model
import DataAccess
import Storage
import Synchronization

/// Limits the submissions that are stored for a person in one day of the bank.
///
/// A count of the day's rows permits further submissions without another count: a sixteenth of those that remain. Up to sixteen
/// servers of one database keep the limit together, and a person near the limit is counted at each submission.
final class DailyAllowance: Sendable {
  private struct Count {
    /// The end of the day.
    let end: Instant
    /// The submissions that may be stored before the next count; nil if the limit is reached.
    var free: Int?
  }

  /// The most persons whose counts are remembered.
  private static let remembered = 10_000
  /// The divisor of the remaining submissions: one count permits that part of them.
  private static let share = 16
  private let limit: Int
  private let days: BusinessDays
  private let counts = Mutex<[PersonID: Count]>([:])

  /// Allows `limit` submissions in a day of the bank's time zone.
  init(limit: Int, days: BusinessDays) { (self.limit, self.days) = (limit, days) }

  /// Takes one submission of the person's allowance at `now`, in the transaction that stores it and locks the person.
  ///
  /// Throws `SubmissionError.tooMany` if the person has stored as many today as the limit allows.
  func take(_ person: PersonID, at now: Instant, _ table: SubmissionDAO) throws {
    let known = counts.withLock { counts -> Count? in
      guard let count = counts[person], now < count.end else { return nil }
      guard let free = count.free else { return count }
      guard free > 0 else { return nil }
      counts[person]?.free = free - 1
      return count
    }
    let count = try known ?? counted(person, at: now, table)
    guard count.free != nil else { throw SubmissionError.tooMany(limit: limit, wait: count.end - now) }
  }

  /// Counts the rows of the day, and remembers how many more may follow.
  private func counted(_ person: PersonID, at now: Instant, _ table: SubmissionDAO) throws -> Count {
    let second = days.time(at: now).second
    let begin = SubmissionID(at: now + .seconds(-second), random: (0, 0))
    let left = limit - (try table.count(person: person, from: begin, upTo: limit))
    let count = Count(end: now + .seconds(86_400 - second), free: left > 0 ? (left - 1) / Self.share : nil)
    counts.withLock { counts in
      if counts.count >= Self.remembered { counts.removeAll(keepingCapacity: true) }
      counts[person] = count
    }
    return count
  }
}
