import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The time of the processor that an input may take, over all threads.
package enum Budget {
  /// Milliseconds of the processor that this process has used.
  package static var used: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }

  /// Runs `body`, which must not take more than `milliseconds` of the processor. What is over it is run three times more:
  /// an input that is too dear is so each time, and a machine that others use is not.
  package static func hold(_ milliseconds: Double, _ what: @autoclosure () -> String, _ body: () -> Void) {
    var minimum = Double.infinity
    for _ in 0..<4 {
      let before = used
      body()
      minimum = min(minimum, used - before)
      if minimum <= milliseconds { return }
    }
    fail("\(what()) takes \(minimum) ms of the processor, at most \(milliseconds)")
  }
}

/// Says what an input has shown, and ends as a crash: a message of `preconditionFailure` is not in a program for use.
package func fail(_ fault: String) -> Never {
  FileHandle.standardError.write(Data("\(fault)\n".utf8))
  abort()
}
