import Dates
import Model
import DataAccess
import Storage
import Synchronization

/// The limit on the number of a person's submissions in one day of the bank.
///
/// After a count of the day's submissions, a sixteenth of the remaining submissions is permitted
/// without another count. With up to sixteen servers, the limit therefore holds for all servers
/// together. Near the limit, each submission is counted.
final class DailyAllowance: Sendable {
  private struct Count {
    /// The end of the day.
    let end: Instant
    /// The number of submissions permitted before the next count; nil if the limit is reached.
    var free: Int?
  }

  /// The maximum number of people whose counts are cached.
  private static let remembered = 10_000
  /// The divisor of the remaining submissions that one count permits.
  private static let share = 16
  private let limit: Int
  private let days: BusinessDays
  private let counts = Mutex<[PersonID: Count]>([:])

  /// Allows `limit` submissions in a day of the bank's time zone.
  init(limit: Int, days: BusinessDays) { (self.limit, self.days) = (limit, days) }

  /// Takes one submission from the person's allowance, in the transaction that stores it and locks
  /// the person.
  ///
  /// Throws `SubmissionError.tooMany` if the limit of the day is reached.
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

  /// Counts the submissions of the day, and caches the number that it permits.
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
