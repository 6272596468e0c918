import Platform

/// Time for deadlines: whole milliseconds of a monotonic clock, read cheaply and some milliseconds coarse.
enum CoarseClock {
  /// Milliseconds since an arbitrary start.
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

/// A point on a monotonic clock, to measure durations. `ContinuousClock` counts attoseconds of 128 bits, which costs
/// ten times as much.
///
///     let began = Moment.now
///     let spent = began.microsecondsAgo
package struct Moment: Sendable {
  /// Nanoseconds since an arbitrary start.
  package let nanoseconds: Int64

  /// The present.
  package static var now: Moment {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Moment(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// Whole microseconds since this moment.
  package var microsecondsAgo: Int64 { (Moment.now.nanoseconds - nanoseconds) / 1000 }
}
