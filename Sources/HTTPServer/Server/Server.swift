import CMicroHTTPD
import Platform
import Synchronization

/// An HTTP/1.1 server on libmicrohttpd.
///
/// Each thread runs an event loop (`EventLoop`) that reads complete requests, calls one function
/// for each and sends the responses. `Batch` describes their order. The server listens from `init`
/// until `stop`. Its threads inherit the signal mask of the thread that calls `init`.
package final class Server: Sendable {
  /// The bound port. If port 0 was configured, this is the port that the system chose.
  package let port: UInt16

  private let core: ServerState
  private let acceptor: Acceptor
  private let loops: Mutex<[EventLoop]>
  private let reaper: ConnectionReaper

  /// Opens the port and starts serving. `respond` is called concurrently on several threads and
  /// must not block. For longer work it returns `.later`.
  ///
  /// - Throws: `ServerError`:
  ///   - `.badConfiguration` if a value is out of range
  ///   - `.portInUse`, `.notPermitted` or `.badAddress` if the port cannot be opened
  ///   - `.noTLS` if an identity is configured and libmicrohttpd was built without TLS
  ///   - `.unsuitableLibrary` if libmicrohttpd is too old or fails `LibrarySelfTest`
  ///   - `.system` if a system call fails
  package init(
    configuration: ServerConfiguration, respond: @escaping @Sendable (Request) -> Reply
  ) throws(ServerError) {
    try configuration.check()
    _ = Memory.isTuned
    guard configuration.identity == nil || valence_MHD_has_tls() != 0 else { throw .noTLS }
    try LibrarySelfTest.outcome.get()
    let listener = try Listener(address: configuration.address, port: configuration.port)
    port = listener.port
    do throws(ServerError) {
      core = try ServerState(configuration: configuration, respond: respond)
    } catch {
      close(listener.descriptor)
      throw error
    }
    acceptor = Acceptor(listener.descriptor, core)
    reaper = try ConnectionReaper(core.links, core.held, every: configuration.sweepInterval)
    var running: [EventLoop] = []
    do throws(ServerError) {
      running = try EventLoop.start(core)
      let loops = running
      // Descriptors are small, reused numbers, so the remainder distributes connections over the
      // loops.
      try acceptor.start { loops[Int($0.descriptor) % loops.count].take($0) }
    } catch {
      EventLoop.stop(running)
      reaper.stop()
      throw error
    }
    loops = Mutex(running)
  }

  deinit { stop(grace: .zero) }

  /// Throws if the configuration is invalid or its port cannot be opened now, and leaves the port
  /// closed. A program can report the error before lengthy work at startup.
  package static func probe(_ configuration: ServerConfiguration) throws(ServerError) {
    try configuration.check()
    close(try Listener(address: configuration.address, port: configuration.port).descriptor)
  }

  /// Replaces the certificate for new connections. The server must have been created with one.
  package func use(_ identity: TLSIdentity) { core.identities.replace(with: identity) }

  package var connections: Int { core.quota.count }

  /// True if any connection has a request in flight. It may remain true briefly after the client
  /// has received the response.
  package var isBusy: Bool { core.links.areBusy }

  /// The number of event loop iterations; 0 on systems where libmicrohttpd uses its own threads.
  package var runs: Int { loops.withLock { $0.reduce(0) { $0 + $1.count } } }

  /// Calls `done` on a thread of the server once every event loop has run queued work, which shows
  /// that none of them is blocked. Must not be called after `stop`.
  package func whenLoopsRun(_ done: @escaping @Sendable () -> Void) {
    let loops = loops.withLock(\.self)
    let left = Remaining(loops.count)
    for loop in loops {
      loop.run { if left.count.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { done() } }
    }
  }

  private final class Remaining: Sendable {
    let count: Atomic<Int>
    init(_ count: Int) { self.count = Atomic(count) }
  }

  /// The time at which the certificate for new connections expires, in seconds since the epoch; nil
  /// without TLS.
  package var certificateExpires: Int64? { core.identities.present?.expires }

  /// The number of active streams.
  package var streams: Int { core.links.streams }

  /// Continues to serve, and closes each connection after its next response (`Connection: close`).
  /// Clients then reconnect, possibly to another server. New streams also close their connection.
  package func drain() { core.beginDraining() }

  /// Stops the server: accepts no new connections or requests, finishes the open streams, and waits
  /// up to `grace` for pending responses. Requests still pending after `grace` get a 503 response.
  ///
  /// Must not be called on a thread of the server. A second call has no effect.
  package func stop(grace: Duration) {
    guard core.beginStopping() else { return }
    loops.withLock { loops in
      acceptor.stop()
      core.links.endIdle()
      core.links.endStreams()
      let end = CoarseClock.now + grace.milliseconds
      // Partially received requests and finished streams get at most `partialTimeout`. After that
      // they no longer delay the stop.
      drain(until: min(end, CoarseClock.now + Server.partialTimeout))
      core.links.cutOffStreams()
      core.links.endReceiving()
      drain(until: end)
      core.waiting.giveUp()
      drain(until: CoarseClock.now + 1000)
      reaper.stop()
      EventLoop.stop(loops)
      loops = []
    }
  }

  /// Time limit, in milliseconds, during a stop: for receiving the rest of a request, and for a
  /// client to receive the last bytes of a stream.
  private static let partialTimeout: Int64 = 3000

  private func drain(until end: Int64) {
    while core.links.areBusy {
      let left = end - CoarseClock.now
      if left <= 0 { return }
      core.watch.sleep(milliseconds: left)
    }
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}

/// An error that prevents a server from starting.
package enum ServerError: Error, Hashable, CustomStringConvertible {
  case portInUse(UInt16)
  case notPermitted(UInt16)
  /// The text is not an IPv4 or IPv6 address of this machine.
  case badAddress(String)
  case badConfiguration(String)
  /// The certificate or its key is unreadable, or they do not match. The value is GnuTLS's message.
  case badCertificate(String)
  case noTLS
  /// The loaded libmicrohttpd cannot be used. The values are its version and the reason.
  case unsuitableLibrary(String, String)
  case system(call: String, errno: Int32)

  package var description: String {
    switch self {
    case .portInUse(let port): "port \(port) is in use"
    case .notPermitted(let port): "no permission to listen on port \(port)"
    case .badAddress(let address): "cannot listen on \(address): not an address of this machine"
    case .badConfiguration(let fault): fault
    case .badCertificate(let reason): "cannot use the certificate and its key: \(reason)"
    case .noTLS: "libmicrohttpd was built without TLS support"
    case .unsuitableLibrary(let version, let reason): "libmicrohttpd \(version) cannot be used: \(reason)"
    case .system(let call, let number): "\(call): \(String(cString: strerror(number)))"
    }
  }
}
