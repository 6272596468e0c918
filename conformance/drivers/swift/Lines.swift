import Dispatch

/// The lines of standard input. They are read by a thread of their own, so that the client works
/// while none arrives.
func lines() -> AsyncStream<String> {
  AsyncStream { continuation in
    DispatchQueue(label: "lines").async {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }
  }
}
