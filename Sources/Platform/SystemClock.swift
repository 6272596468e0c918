/// The clocks of the machine, as integers.
package enum SystemClock {
  /// Microseconds since 1970-01-01T00:00:00Z of the system clock, which can be set.
  package static var microseconds: Int64 { read(CLOCK_REALTIME) }

  /// Microseconds since an arbitrary start. This clock cannot be set and counts while the machine
  /// is suspended.
  package static var running: Int64 {
    #if os(Linux)
      read(CLOCK_BOOTTIME)
    #else
      read(CLOCK_MONOTONIC_RAW)
    #endif
  }

  /// Microseconds of processor time that this thread has used.
  package static var worked: Int64 { read(CLOCK_THREAD_CPUTIME_ID) }

  /// The present day in the time zone of the system.
  package static var localDay: (year: Int, month: Int, day: Int) {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
