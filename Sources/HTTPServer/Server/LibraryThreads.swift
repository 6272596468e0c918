import CMicroHTTPD
import Synchronization

#if !os(Linux)
  import Darwin

  /// The server threads on a system without epoll: libmicrohttpd's own.
  package final class EventLoop: Sendable {
    private let core: ServerState
    private let daemon: Mutex<UInt>

    private init(_ core: ServerState) throws(ServerError) {
      self.core = core
      guard
        let running = MicroHTTPD.start(
          core, MHD_USE_AUTO_INTERNAL_THREAD.rawValue | MHD_USE_ITC.rawValue, threads: core.configuration.threads)
      else { throw .system(call: "MHD_start_daemon", errno: errno) }
      daemon = Mutex(UInt(bitPattern: running))
    }

    /// Starts the threads of a server. Throws `ServerError.system` if libmicrohttpd does not start.
    static func start(_ core: ServerState) throws(ServerError) -> [EventLoop] { [try EventLoop(core)] }

    /// Closes all connections and stops all threads. No connection may be suspended.
    static func stop(_ loops: [EventLoop]) {
      for loop in loops {
        loop.daemon.withLock { daemon in
          if let running = OpaquePointer(bitPattern: daemon) { MHD_stop_daemon(running) }
          daemon = 0
        }
      }
    }

    /// Always nil: libmicrohttpd's threads run no queued work.
    package static var current: EventLoop? { nil }

    /// Always 0: the iterations of libmicrohttpd's threads are not counted.
    var count: Int { 0 }

    /// Does nothing, because libmicrohttpd's threads wait by themselves.
    static func noteProgress() {}
    /// Always false, because libmicrohttpd's threads wait by themselves.
    static func beginHandshake() -> Bool { false }
    /// Never called, because no handshake is counted.
    static func endHandshake() {}

    /// Never called, because no connection refers to this loop.
    func wake(_ connection: UInt) {}

    /// Runs `work` inline.
    package func run(_ work: @escaping @Sendable () -> Void) { work() }

    /// Adds a connection. If libmicrohttpd rejects it, libmicrohttpd closes the socket, and this
    /// method frees its place in the quota.
    func take(_ connection: PendingConnection) {
      let isTaken = daemon.withLock { daemon in
        OpaquePointer(bitPattern: daemon).map { MicroHTTPD.add(connection, to: $0) } ?? false
      }
      if !isTaken { core.quota.free(connection.site) }
    }
  }
#endif
