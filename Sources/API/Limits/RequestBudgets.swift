import Synchronization

/// The token buckets of many holders (persons or addresses), all with the same rate.
///
/// Each bucket is stored as the time at which it will be full (generic cell rate algorithm). The
/// table has a fixed size and uses no locks. A request takes a few reads and one compare-and-swap
/// in a set of four buckets.
///
/// If a set is full, a new holder replaces the holder whose bucket is full first. The replaced
/// holder later starts with a full bucket. A full table therefore never rejects a holder because of
/// the requests of another.
final class RequestBudgets: Sendable {
  private let quartets: [Quartet]
  private let mask: UInt64
  /// The cost of one request, in units of 1024 ns.
  private let interval: UInt64
  /// The cost of a full burst, in the same units.
  private let allowance: UInt64
  private let start: UInt64

  /// The mask of a bucket's time, in units of 1024 ns since `start`. 48 bits last nine years.
  private static let timeMask: UInt64 = (1 << 48) - 1
  /// The maximum number of attempts if other threads change the same bucket. After that the request
  /// is admitted.
  private static let attempts = 8

  /// Creates full buckets for at most `4 << bits` concurrent holders. `now` is the start time in
  /// nanoseconds.
  init(_ rate: RequestRate, now: Int64, bits: Int = 13) {
    quartets = (0..<(1 << bits)).map { _ in Quartet() }
    mask = UInt64(quartets.count - 1)
    interval = max(1, 976_562 / UInt64(rate.perSecond))
    allowance = interval * UInt64(max(1, rate.burst))
    start = UInt64(now) >> 10
  }

  /// Takes one request from the bucket of `holder` at `now`, in nanoseconds.
  ///
  /// Returns nil if the request is admitted, otherwise the nanoseconds until it would be. `holder`
  /// must be evenly distributed, because its bits select the bucket.
  func take(_ holder: UInt64, at now: Int64) -> Int64? {
    let quartet = quartets[Int(truncatingIfNeeded: holder & mask)]
    let tag = holder & ~Self.timeMask
    // The time starts at 1, because 0 marks an empty bucket.
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

  /// Returns true if a bucket belongs to a tag; false for an empty bucket.
  @inline(__always)
  private static func isOf(_ tag: UInt64, _ bucket: UInt64) -> Bool {
    (bucket ^ tag) & ~timeMask == 0 && bucket & timeMask != 0
  }

  /// Four buckets. The upper 16 bits of each are the holder's tag. The other bits are the time at
  /// which it is full.
  private final class Quartet: Sendable {
    let first = Atomic<UInt64>(0)
    let second = Atomic<UInt64>(0)
    let third = Atomic<UInt64>(0)
    let fourth = Atomic<UInt64>(0)

    /// Returns the bucket of a tag and its index. If the tag has no bucket, returns the bucket that
    /// is full first.
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
