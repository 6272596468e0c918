import Dispatch
import ValenceClient

/// A function of the driver: it answers a question.
typealias DriverFunction = @MainActor (Members) async throws -> Members

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
