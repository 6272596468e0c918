/// The machine's clocks, read as numbers: the standard library's clocks take five times as long.
///
///     let micros = SystemClock.microseconds  // since 1970-01-01T00:00:00Z
package enum SystemClock {
  /// Microseconds since 1970-01-01T00:00:00Z by the system's clock, which may be set.
  package static var microseconds: Int64 { read(CLOCK_REALTIME) }

  /// Microseconds since an arbitrary start by a clock that is never set, and counts while the machine sleeps.
  package static var running: Int64 {
    #if os(Linux)
      read(CLOCK_BOOTTIME)
    #else
      read(CLOCK_MONOTONIC_RAW)
    #endif
  }

  /// Microseconds that a processor has worked for this thread.
  package static var worked: Int64 { read(CLOCK_THREAD_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
