import Synchronization

/// The token buckets of many holders (persons or addresses), all with the same rate.
///
/// Each bucket is stored as one time, at which it would be full again (the generic cell rate algorithm). The table has
/// a fixed size and takes no lock: a request is a few reads and one compare-and-swap in a set of four buckets.
///
/// If a set is full, a new holder takes the place of the one that owes least, who later begins with a full bucket. So a
/// full table never refuses a holder for the requests of another.
///
///     let budgets = RequestBudgets(RequestRate(perSecond: 10, burst: 5), now: 0)
///     budgets.take(7, at: 0)  // nil: admitted
final class RequestBudgets: Sendable {
  private let quartets: [Quartet]
  private let mask: UInt64
  /// The time that one request costs, in units of 1024 ns.
  private let interval: UInt64
  /// The cost of a full burst, in the same units.
  private let allowance: UInt64
  private let start: UInt64

  /// Masks the time of a bucket, in units of 1024 ns since `start`: 48 bits last nine years.
  private static let timeMask: UInt64 = (1 << 48) - 1
  /// The maximum count of attempts if other threads change the same bucket; after that the request is admitted.
  private static let attempts = 8

  /// Creates full buckets for at most `4 << bits` holders at a time; time begins at `now`, in nanoseconds.
  init(_ rate: RequestRate, now: Int64, bits: Int = 13) {
    quartets = (0..<(1 << bits)).map { _ in Quartet() }
    mask = UInt64(quartets.count - 1)
    interval = max(1, 976_562 / UInt64(rate.perSecond))
    allowance = interval * UInt64(max(1, rate.burst))
    start = UInt64(now) >> 10
  }

  /// Takes one request of `holder` out of its bucket at `now`, in nanoseconds.
  ///
  /// Returns nil if it is admitted, else the nanoseconds until it would be. The numbers of holders must be evenly
  /// distributed, because their bits choose the place.
  func take(_ holder: UInt64, at now: Int64) -> Int64? {
    let quartet = quartets[Int(truncatingIfNeeded: holder & mask)]
    let tag = holder & ~Self.timeMask
    // The time begins at 1, because 0 marks an empty place.
    let present = (UInt64(now) >> 10) &- start &+ 1
    for _ in 0..<Self.attempts {
      let (place, old, isOwn) = quartet.find(tag)
      let full = isOwn ? max(old & Self.timeMask, present) : present
      let next = full + interval
      if next - present > allowance { return Int64(next - present - allowance) << 10 }
      if quartet.exchange(place, old, tag | (next & Self.timeMask)) { return nil }
    }
    return nil
  }

  /// Returns true if a bucket belongs to a tag; false for an empty place.
  @inline(__always)
  private static func isOf(_ tag: UInt64, _ bucket: UInt64) -> Bool {
    (bucket ^ tag) & ~timeMask == 0 && bucket & timeMask != 0
  }

  /// Four buckets. The upper 16 bits of each are the holder's tag, the others the time at which it is full.
  private final class Quartet: Sendable {
    let first = Atomic<UInt64>(0)
    let second = Atomic<UInt64>(0)
    let third = Atomic<UInt64>(0)
    let fourth = Atomic<UInt64>(0)

    /// Returns the bucket of a tag and its place, or else the bucket that owes least.
    @inline(__always)
    func find(_ tag: UInt64) -> (place: Int, bucket: UInt64, isOwn: Bool) {
      let one = first.load(ordering: .relaxed)
      if RequestBudgets.isOf(tag, one) { return (0, one, true) }
      let two = second.load(ordering: .relaxed)
      if RequestBudgets.isOf(tag, two) { return (1, two, true) }
      let three = third.load(ordering: .relaxed)
      if RequestBudgets.isOf(tag, three) { return (2, three, true) }
      let four = fourth.load(ordering: .relaxed)
      if RequestBudgets.isOf(tag, four) { return (3, four, true) }
      var minimum = (place: 0, bucket: one, isOwn: false)
      for (place, bucket) in [(1, two), (2, three), (3, four)]
      where bucket & RequestBudgets.timeMask < minimum.bucket & RequestBudgets.timeMask {
        minimum = (place, bucket, false)
      }
      return minimum
    }

    func exchange(_ place: Int, _ old: UInt64, _ new: UInt64) -> Bool {
      switch place {
      case 0: first.compareExchange(expected: old, desired: new, ordering: .relaxed).exchanged
      case 1: second.compareExchange(expected: old, desired: new, ordering: .relaxed).exchanged
      case 2: third.compareExchange(expected: old, desired: new, ordering: .relaxed).exchanged
      default: fourth.compareExchange(expected: old, desired: new, ordering: .relaxed).exchanged
      }
    }
  }
}
