import CMicroHTTPD
import Platform

/// Starts libmicrohttpd daemons and adds connections to them.
enum MicroHTTPD {
  /// Starts a daemon; returns nil if libmicrohttpd or the system fails. `mode` contains the flags
  /// of the threading mode.
  static func start(_ core: ServerState, _ mode: UInt32, threads: Int = 1) -> OpaquePointer? {
    let configuration = core.configuration
    var flags =
      MHD_USE_NO_LISTEN_SOCKET.rawValue | MHD_USE_ERROR_LOG.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue | mode
    if configuration.identity != nil { flags |= MHD_USE_TLS.rawValue }
    var options = [
      // The acceptor enforces the limit. libmicrohttpd splits its own limit among its threads and
      // frees places late, so twice the total per thread ensures that it rejects no accepted
      // connection.
      MHD_OptionItem(option: .CONNECTION_LIMIT, value: 2 * configuration.connectionLimit * threads, ptr_value: nil),
      MHD_OptionItem(option: .CONNECTION_TIMEOUT, value: configuration.idleTimeout, ptr_value: nil),
      MHD_OptionItem(option: .CONNECTION_MEMORY_LIMIT, value: configuration.connectionMemory, ptr_value: nil),
    ]
    // Event loops block SIGPIPE themselves. On other systems libmicrohttpd's own threads do so.
    #if os(Linux)
      options.append(MHD_OptionItem(option: .SIGPIPE_HANDLED_BY_APP, value: 1, ptr_value: nil))
    #endif
    // Without a pool, the daemon has a single thread.
    if threads > 1 { options.append(MHD_OptionItem(option: .THREAD_POOL_SIZE, value: threads, ptr_value: nil)) }
    options.append(MHD_OptionItem(option: .END, value: 0, ptr_value: nil))
    var callbacks = Callbacks.make(core)
    return valence_MHD_start(flags, &callbacks, &options)
  }

  /// Adds a connection to a daemon. If libmicrohttpd rejects it, returns false; libmicrohttpd has
  /// then closed the socket.
  static func add(_ connection: PendingConnection, to daemon: OpaquePointer) -> Bool {
    withUnsafePointer(to: connection.address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        MHD_add_connection(daemon, connection.descriptor, $0, connection.length) == .YES
      }
    }
  }
}
