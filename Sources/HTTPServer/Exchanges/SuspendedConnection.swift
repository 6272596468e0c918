import CMicroHTTPD

/// A connection that is suspended and occupies no thread until it is resumed.
struct SuspendedConnection: Sendable {
  private let connection: UInt
  /// The event loop of the connection; nil if libmicrohttpd uses its own threads.
  private let loop: EventLoop?

  /// Suspends a connection. Must be called on the connection's thread.
  init?(_ address: UInt) {
    guard let connection = OpaquePointer(bitPattern: address) else { return nil }
    MHD_suspend_connection(connection)
    (self.connection, loop) = (address, EventLoop.current)
  }

  /// Resumes the connection, from any thread, at most once. After that, libmicrohttpd may close it
  /// at any time.
  func wake() {
    if let loop { return loop.wake(connection) }
    if let connection = OpaquePointer(bitPattern: connection) { MHD_resume_connection(connection) }
  }
}
