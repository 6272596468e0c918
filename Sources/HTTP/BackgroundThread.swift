#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A thread of the server's own. It inherits the signal mask of the thread that starts it.
struct BackgroundThread: Sendable {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let thread: pthread_t

  /// Starts to run `run`.
  init(_ run: @escaping @Sendable () -> Void) throws(ServerError) {
    var thread = pthread_t()
    let body = Unmanaged.passRetained(Body(run))
    let result = pthread_create(
      &thread, nil,
      { body in
        guard let body else { return nil }
        Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    guard result == 0 else {
      body.release()
      throw .system(call: "pthread_create", errno: result)
    }
    self.thread = thread
  }

  /// Waits until `run` has returned; to be called once.
  func join() { pthread_join(thread, nil) }
}
