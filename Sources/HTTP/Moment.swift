#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A point of a clock that never goes back, to tell how long something took. `ContinuousClock` tells the same in
/// attoseconds of 128 bits, which costs ten times as much.
package struct Moment: Sendable {
  /// Nanoseconds since an arbitrary start.
  package let nanoseconds: Int64

  /// The present.
  package static var now: Moment {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Moment(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// How long ago it was, in whole microseconds.
  package var microsecondsAgo: Int64 { (Moment.now.nanoseconds - nanoseconds) / 1000 }
}
