import CMicroHTTPD
import Platform

/// libmicrohttpd's part of a server: it reads the requests of the connections that it is given, and sends the answers.
enum MicroHTTPD {
  /// Starts a daemon of the server; nil if libmicrohttpd or the system refuses. `mode` has the flags that tell who runs it.
  static func start(_ core: ServerState, _ mode: UInt32, threads: Int = 1) -> OpaquePointer? {
    let configuration = core.configuration
    var flags =
      MHD_USE_NO_LISTEN_SOCKET.rawValue | MHD_USE_ERROR_LOG.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue | mode
    if configuration.identity != nil { flags |= MHD_USE_TLS.rawValue }
    var options = [
      // The acceptor keeps the limit. Give each daemon and each of its threads twice the total: libmicrohttpd splits its limit among
      // its threads and frees slots late, and must refuse none that was let in.
      MHD_OptionItem(option: .CONNECTION_LIMIT, value: 2 * configuration.connectionLimit * threads, ptr_value: nil),
      MHD_OptionItem(option: .CONNECTION_TIMEOUT, value: configuration.idleTimeout, ptr_value: nil),
      MHD_OptionItem(option: .CONNECTION_MEMORY_LIMIT, value: configuration.connectionMemory, ptr_value: nil),
    ]
    // Whoever runs a daemon blocks the signal, and libmicrohttpd's own threads do.
    #if os(Linux)
      options.append(MHD_OptionItem(option: .SIGPIPE_HANDLED_BY_APP, value: 1, ptr_value: nil))
    #endif
    // A pool of one is a daemon with its one thread.
    if threads > 1 { options.append(MHD_OptionItem(option: .THREAD_POOL_SIZE, value: threads, ptr_value: nil)) }
    options.append(MHD_OptionItem(option: .END, value: 0, ptr_value: nil))
    var callbacks = Callbacks.make(core)
    return valence_MHD_start(flags, &callbacks, &options)
  }

  /// Gives a daemon a connection; returns false if libmicrohttpd refuses it and has closed the socket.
  static func add(_ connection: PendingConnection, to daemon: OpaquePointer) -> Bool {
    withUnsafePointer(to: connection.address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        MHD_add_connection(daemon, connection.descriptor, $0, connection.length) == .YES
      }
    }
  }
}
