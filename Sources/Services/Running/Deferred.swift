import Dispatch
import Synchronization

/// A value whose computation begins with `start`. The callback is called once, on any thread.
@usableFromInline
package struct Deferred<Success: Sendable>: Sendable {
  @usableFromInline package typealias Completion = @Sendable (Result<Success, any Error>) -> Void

  @usableFromInline let begin: @Sendable (@escaping Completion) -> Void

  /// Creates a deferred value. `begin` must call its argument exactly once.
  @inlinable
  package init(_ begin: @escaping @Sendable (@escaping Completion) -> Void) { self.begin = begin }

  /// Returns an immediately available value.
  @inlinable
  package static func now(_ value: Success) -> Deferred { Deferred { $0(.success(value)) } }

  /// Returns an immediate failure.
  @inlinable
  package static func failed(_ error: any Error) -> Deferred { Deferred { $0(.failure(error)) } }

  /// Returns the value of `body`, which runs on the thread that calls `start`. An error of `body`
  /// becomes the outcome.
  @inlinable
  package static func from(_ body: @escaping @Sendable () throws -> Deferred) -> Deferred {
    Deferred { then in
      do { try body().start(then) } catch { then(.failure(error)) }
    }
  }

  /// Starts the computation, and calls `then` with the outcome as part of the current request.
  @inlinable
  package func start(_ then: @escaping Completion) {
    guard let request = CurrentRequest.mark else { return begin(then) }
    begin { result in CurrentRequest.with(request) { then(result) } }
  }

  /// Starts the computation and blocks this thread until the outcome is available. For the command
  /// line and tests.
  package func wait() throws -> Success {
    let outcome = Outcome<Success>()
    let done = DispatchSemaphore(value: 0)
    start { result in
      outcome.value.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    guard let result = outcome.value.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
  }

  /// Returns this value, transformed on the thread that delivers it. An error of `transform`
  /// becomes the outcome.
  @inlinable
  package func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Success) throws -> Other
  ) -> Deferred<Other> {
    Deferred<Other> { then in
      start { result in then(Result { try transform(try result.get()) }) }
    }
  }

  /// Returns the value of a second computation, which `next` creates from this value. An error of
  /// this computation or of `next` becomes the outcome.
  @inlinable
  package func then<Other: Sendable>(
    _ next: @escaping @Sendable (Success) throws -> Deferred<Other>
  ) -> Deferred<Other> {
    Deferred<Other> { then in
      start { result in
        do { try next(try result.get()).start(then) } catch { then(.failure(error)) }
      }
    }
  }
}

/// The outcome for a blocked thread, set by the thread that delivers the value.
private final class Outcome<Success: Sendable>: Sendable {
  let value = Mutex<Result<Success, any Error>?>(nil)
}
