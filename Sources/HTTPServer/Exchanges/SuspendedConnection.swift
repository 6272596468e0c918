import CMicroHTTPD

/// A connection that sleeps, and holds no thread, until it is woken.
struct SuspendedConnection: Sendable {
  private let connection: UInt
  /// The thread that serves it; nil if libmicrohttpd has threads of its own.
  private let loop: EventLoop?

  /// Puts a connection to sleep; must be called on the connection's own thread.
  init?(_ address: UInt) {
    guard let connection = OpaquePointer(bitPattern: address) else { return nil }
    MHD_suspend_connection(connection)
    (self.connection, loop) = (address, EventLoop.current)
  }

  /// Wakes the connection, on any thread, once. Nothing touches it after that: libmicrohttpd may close it at any time.
  func wake() {
    if let loop { return loop.wake(connection) }
    if let connection = OpaquePointer(bitPattern: connection) { MHD_resume_connection(connection) }
  }
}
