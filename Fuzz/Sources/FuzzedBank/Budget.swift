import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The CPU time that an input may use, over all threads.
package enum Budget {
  /// The CPU time of this process in milliseconds.
  package static var used: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }

  /// Runs `body` and fails if it uses more than `milliseconds` of CPU time. If the first run
  /// exceeds the budget, up to three more runs follow, because a shared machine can delay one run
  /// but not all of them.
  package static func hold(_ milliseconds: Double, _ what: @autoclosure () -> String, _ body: () -> Void) {
    var minimum = Double.infinity
    for _ in 0..<4 {
      let before = used
      body()
      minimum = min(minimum, used - before)
      if minimum <= milliseconds { return }
    }
    fail("\(what()) used \(minimum) ms of CPU time, more than \(milliseconds)")
  }
}

/// Prints a fault and aborts. Release builds do not print the message of `preconditionFailure`.
package func fail(_ fault: String) -> Never {
  FileHandle.standardError.write(Data("\(fault)\n".utf8))
  abort()
}
