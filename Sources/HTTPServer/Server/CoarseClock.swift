import Platform

/// A monotonic clock for deadlines. On Linux it is accurate to a few milliseconds.
enum CoarseClock {
  static var now: Int64 {
    var time = timespec()
    #if os(Linux)
      clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    #else
      clock_gettime(CLOCK_MONOTONIC, &time)
    #endif
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

/// A point in time on a monotonic clock, for measuring durations.
package struct Moment: Sendable {
  /// Nanoseconds since an arbitrary start.
  package let nanoseconds: Int64

  package static var now: Moment {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Moment(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// Whole microseconds since this moment.
  package var microsecondsAgo: Int64 { (Moment.now.nanoseconds - nanoseconds) / 1000 }
}
