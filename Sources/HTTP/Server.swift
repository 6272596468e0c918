import CMicroHTTPD

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Platform
import Synchronization

/// An HTTP/1.1 server on libmicrohttpd: a pool of threads, each with its own epoll loop, that read requests whole, hand
/// them to one function, and send its answers (see `Batch` for the order of the three). It listens from `init` until
/// `stop`. Threads inherit the signal mask of the thread that calls `init`.
package final class Server: Sendable {
  /// The port that was opened, also where 0 was asked for.
  package let port: UInt16

  private let core: Core
  private let acceptor: Acceptor
  private let daemon: Mutex<OpaquePointer?>
  private let sweep: Sweep

  /// Opens the port and serves. `respond` is called on many threads at a time and must not block: what takes longer
  /// answers `.later`.
  package init(
    configuration: Configuration, respond: @escaping @Sendable (Request) -> Reply
  ) throws(ServerError) {
    try configuration.check()
    _ = Memory.isTuned
    guard configuration.identity == nil || valence_MHD_has_tls() != 0 else { throw .noTLS }
    let listener = try Listener(address: configuration.address, port: configuration.port)
    port = listener.port
    do throws(ServerError) {
      core = try Core(configuration: configuration, respond: respond)
    } catch {
      close(listener.descriptor)
      throw error
    }
    acceptor = Acceptor(listener.descriptor, core)
    sweep = try Sweep(core.links, core.held, every: configuration.sweepInterval)
    guard let running = Server.start(core) else {
      let number = errno
      sweep.stop()
      throw .system(call: "MHD_start_daemon", errno: number)
    }
    do throws(ServerError) {
      // A pointer is a number to the thread that hands connections over; the daemon outlives it (see `stop`).
      let number = UInt(bitPattern: running)
      try acceptor.start { descriptor, peer, length in
        guard let daemon = OpaquePointer(bitPattern: number) else { return false }
        return MHD_add_connection(daemon, descriptor, peer, length) == .YES
      }
    } catch {
      MHD_stop_daemon(running)
      sweep.stop()
      throw error
    }
    daemon = Mutex(running)
  }

  deinit { stop(grace: .zero) }

  /// Fails where a server of this configuration could not open its port now, and leaves it closed: for a program that
  /// has things to do before it serves, and should not do them in vain.
  package static func probe(_ configuration: Configuration) throws(ServerError) {
    try configuration.check()
    close(try Listener(address: configuration.address, port: configuration.port).descriptor)
  }

  private static func start(_ core: Core) -> OpaquePointer? {
    let configuration = core.configuration
    var flags =
      MHD_USE_NO_LISTEN_SOCKET.rawValue | MHD_USE_ERROR_LOG.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
      | MHD_USE_ITC.rawValue
    if configuration.identity != nil { flags |= MHD_USE_TLS.rawValue }
    #if os(Linux)
      flags |= MHD_USE_EPOLL_INTERNAL_THREAD.rawValue
    #else
      flags |= MHD_USE_AUTO_INTERNAL_THREAD.rawValue
    #endif
    var options = [
      // The acceptor keeps the limit. The library splits its own among its threads, and counts a connection for a
      // while after it has told of its end: with all of it twice for each thread it refuses none that was let in.
      MHD_OptionItem(
        option: .CONNECTION_LIMIT, value: 2 * configuration.connectionLimit * configuration.threads, ptr_value: nil),
      MHD_OptionItem(option: .CONNECTION_TIMEOUT, value: configuration.idleTimeout, ptr_value: nil),
      MHD_OptionItem(option: .CONNECTION_MEMORY_LIMIT, value: configuration.connectionMemory, ptr_value: nil),
    ]
    // A pool of one is a daemon with its one thread.
    if configuration.threads > 1 {
      options.append(MHD_OptionItem(option: .THREAD_POOL_SIZE, value: configuration.threads, ptr_value: nil))
    }
    options.append(MHD_OptionItem(option: .END, value: 0, ptr_value: nil))
    var callbacks = Callbacks.make(core)
    return valence_MHD_start(flags, &callbacks, &options)
  }

  /// Shows connections that come from now on another certificate; for a server that has one.
  package func use(_ identity: TLSIdentity) { core.identities.replace(with: identity) }

  /// How many connections are open.
  package var connections: Int { core.quota.count }

  /// Takes nothing new, lets the answers under way finish for as long as `grace`, gives up the rest with 503, and
  /// ends all threads. Must not be called on a thread of the server. A second call does nothing.
  package func stop(grace: Duration) {
    guard core.beginStopping() else { return }
    daemon.withLock { daemon in
      guard let running = daemon else { return }
      acceptor.stop()
      core.links.endIdle()
      let end = Clock.now + grace.milliseconds
      // Whoever has sent a part of a request has a while for the rest, and holds up the end no longer.
      drain(until: min(end, Clock.now + Server.patience))
      core.links.endReceiving()
      drain(until: end)
      core.waiting.giveUp()
      drain(until: Clock.now + 1000)
      sweep.stop()
      MHD_stop_daemon(running)
      daemon = nil
    }
  }

  /// Milliseconds that a request which has begun to arrive has for the rest when the server stops.
  private static let patience: Int64 = 3000

  private func drain(until end: Int64) {
    while core.links.areBusy {
      let left = end - Clock.now
      if left <= 0 { return }
      core.watch.sleep(milliseconds: left)
    }
  }
}

extension Duration {
  /// Whole milliseconds.
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
