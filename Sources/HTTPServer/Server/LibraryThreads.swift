import CMicroHTTPD
import Synchronization

#if !os(Linux)
  import Darwin

  /// The threads of a server on a system without epoll: libmicrohttpd's own.
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

    /// Starts the threads of a server. Throws `ServerError.system` if the system refuses what they need.
    static func start(_ core: ServerState) throws(ServerError) -> [EventLoop] { [try EventLoop(core)] }

    /// Ends all connections and the threads. No connection may sleep.
    static func stop(_ loops: [EventLoop]) {
      for loop in loops {
        loop.daemon.withLock { daemon in
          if let running = OpaquePointer(bitPattern: daemon) { MHD_stop_daemon(running) }
          daemon = 0
        }
      }
    }

    /// Nil: libmicrohttpd's threads do no work of others.
    package static var current: EventLoop? { nil }

    /// Always 0: nobody counts the runs of libmicrohttpd's threads.
    var count: Int { 0 }

    /// Does nothing: libmicrohttpd's threads wait by themselves.
    static func noteProgress() {}
    /// False: libmicrohttpd's threads wait by themselves.
    static func beginHandshake() -> Bool { false }
    /// Never called: no handshake is counted.
    static func endHandshake() {}

    /// Never called: no connection has such a thread.
    func wake(_ connection: UInt) {}

    /// Does the work at once.
    package func run(_ work: @escaping @Sendable () -> Void) { work() }

    /// Serves a connection; frees its place if libmicrohttpd refuses it, which then has closed the socket.
    func take(_ connection: PendingConnection) {
      let isTaken = daemon.withLock { daemon in
        OpaquePointer(bitPattern: daemon).map { MicroHTTPD.add(connection, to: $0) } ?? false
      }
      if !isTaken { core.quota.free(connection.site) }
    }
  }
#endif
