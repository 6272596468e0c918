import Synchronization

/// The remaining requests of many persons or addresses at a rate: a token bucket for each, stored as the time at which
/// it is full again (the generic cell rate algorithm).
///
/// The table has a fixed size and no lock: a request takes a few reads and one compare-and-swap in a set of four. A
/// full set forgets the bucket with the least debt, which begins anew as a full one. So nobody is refused for the
/// requests of another.
final class RequestBudgets: Sendable {
  /// Four buckets: the upper 16 bits of each are those of whose it is, the rest the time at which it is full.
  private final class Quartet: Sendable {
    let first = Atomic<UInt64>(0)
    let second = Atomic<UInt64>(0)
    let third = Atomic<UInt64>(0)
    let fourth = Atomic<UInt64>(0)

    /// The bucket of a tag and its place, or else the bucket that owes least.
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
      var least = (place: 0, bucket: one, isOwn: false)
      for (place, bucket) in [(1, two), (2, three), (3, four)]
      where bucket & RequestBudgets.timeMask < least.bucket & RequestBudgets.timeMask {
        least = (place, bucket, false)
      }
      return least
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

  /// Time is counted in units of 1024 nanoseconds: 48 bits of them are nine years.
  private static let timeMask: UInt64 = (1 << 48) - 1
  /// The tries while other threads change the same bucket; then the request passes.
  private static let attempts = 8

  /// True if a bucket is that of a tag, and no empty place.
  @inline(__always)
  private static func isOf(_ tag: UInt64, _ bucket: UInt64) -> Bool {
    (bucket ^ tag) & ~timeMask == 0 && bucket & timeMask != 0
  }

  private let quartets: [Quartet]
  private let mask: UInt64
  private let interval: UInt64
  private let allowance: UInt64
  private let start: UInt64

  /// Creates budgets of a rate for about `4 << bits` clients at a time; time begins at `now`, in nanoseconds.
  init(_ rate: RequestRate, now: Int64, bits: Int = 13) {
    quartets = (0..<(1 << bits)).map { _ in Quartet() }
    mask = UInt64(quartets.count - 1)
    interval = max(1, 976_562 / UInt64(rate.perSecond))
    allowance = interval * UInt64(max(1, rate.burst))
    start = UInt64(now) >> 10
  }

  /// Takes one request at `now`, in nanoseconds, out of the budget of `holder`, a number that is spread evenly: nil where
  /// it was there, else the nanoseconds until it is.
  func take(_ holder: UInt64, at now: Int64) -> Int64? {
    let quartet = quartets[Int(truncatingIfNeeded: holder & mask)]
    let tag = holder & ~Self.timeMask
    // A time of 0 is an empty place.
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
}
