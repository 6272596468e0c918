import Dispatch
import Synchronization

/// A value that is computed later: nothing happens before `start`, which calls back once, on any thread.
///
///     let count = services.retention.sweep().map { $0.count }
///     count.start { result in log.info("kinds swept: \(result)") }
///
/// Compiled for its type wherever it is used: a payment passes through a dozen of them.
@usableFromInline
package struct Deferred<Success: Sendable>: Sendable {
  /// Receives the outcome.
  @usableFromInline package typealias Completion = @Sendable (Result<Success, any Error>) -> Void

  @usableFromInline let begin: @Sendable (@escaping Completion) -> Void

  /// The value that `begin` passes to its argument, exactly once.
  @inlinable
  package init(_ begin: @escaping @Sendable (@escaping Completion) -> Void) { self.begin = begin }

  /// A value that is there already.
  @inlinable
  package static func now(_ value: Success) -> Deferred { Deferred { $0(.success(value)) } }

  /// A value that has failed already.
  @inlinable
  package static func failed(_ error: any Error) -> Deferred { Deferred { $0(.failure(error)) } }

  /// The value that `body` returns when started, on the starting thread; its error becomes the outcome.
  @inlinable
  package static func from(_ body: @escaping @Sendable () throws -> Deferred) -> Deferred {
    Deferred { then in
      do { try body().start(then) } catch { then(.failure(error)) }
    }
  }

  /// Begins, and calls `then` with the outcome, as part of the same request.
  @inlinable
  package func start(_ then: @escaping Completion) {
    guard let request = CurrentRequest.id else { return begin(then) }
    begin { result in CurrentRequest.with(request) { then(result) } }
  }

  /// Begins, and blocks this thread until the outcome is there. For the command line and tests.
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

  /// The same value after `transform`, on the thread that delivers it.
  @inlinable
  package func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Success) throws -> Other
  ) -> Deferred<Other> {
    Deferred<Other> { then in
      start { result in then(Result { try transform(try result.get()) }) }
    }
  }

  /// This value, then the one that `next` makes of it.
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

/// A place for an outcome that another thread fills.
private final class Outcome<Success: Sendable>: Sendable {
  let value = Mutex<Result<Success, any Error>?>(nil)
}
