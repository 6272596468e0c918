#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Time for deadlines: whole milliseconds of a clock that never goes back, read cheaply and some milliseconds coarse.
enum Clock {
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
