import CMicroHTTPD
import Platform
import Synchronization

/// An HTTP/1.1 server on libmicrohttpd.
///
///     let server = try Server(configuration: ServerConfiguration()) { request in
///       .now(Response(status: 200, body: Array("You asked for \(request.path)".utf8)))
///     }
///     server.stop(grace: .seconds(20))
///
/// Each of its threads has its own loop (`EventLoop`): it reads requests whole, hands them to one function, and sends the
/// answers (see `Batch` for the order of the three). The server listens from `init` until `stop`. Its threads inherit
/// the signal mask of the thread that calls `init`.
package final class Server: Sendable {
  /// The open port; the system's choice if 0 was asked for.
  package let port: UInt16

  private let core: ServerState
  private let acceptor: Acceptor
  private let loops: Mutex<[EventLoop]>
  private let sweep: ConnectionReaper

  /// Opens the port and serves. `respond` is called on many threads at a time and must not block: longer work answers
  /// `.later`.
  ///
  /// - Throws `.badConfiguration` if a value of the configuration is out of its range.
  /// - Throws `.portInUse`, `.notPermitted` or `.badAddress` if the port cannot be opened.
  /// - Throws `.noTLS` if there is an identity and libmicrohttpd was built without TLS.
  /// - Throws `.unsuitableLibrary` if libmicrohttpd is too old or fails the `LibrarySelfTest`.
  /// - Throws `.system` if a system call fails.
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
    sweep = try ConnectionReaper(core.links, core.held, every: configuration.sweepInterval)
    var running: [EventLoop] = []
    do throws(ServerError) {
      running = try EventLoop.start(core)
      let loops = running
      // Descriptors are small numbers, used again and again: each thread gets its part.
      try acceptor.start { loops[Int($0.descriptor) % loops.count].take($0) }
    } catch {
      EventLoop.stop(running)
      sweep.stop()
      throw error
    }
    loops = Mutex(running)
  }

  deinit { stop(grace: .zero) }

  /// Throws if a server of this configuration could not open its port now; leaves the port closed. A program that has
  /// work to do before it serves learns of the fault before that work.
  package static func probe(_ configuration: ServerConfiguration) throws(ServerError) {
    try configuration.check()
    close(try Listener(address: configuration.address, port: configuration.port).descriptor)
  }

  /// Gives new connections another certificate; for a server that has one.
  package func use(_ identity: TLSIdentity) { core.identities.replace(with: identity) }

  /// Count of open connections.
  package var connections: Int { core.quota.count }

  /// True while a request is under way on any connection. A client may have its whole answer a moment before this turns false.
  package var isBusy: Bool { core.links.areBusy }

  /// How often the threads have had libmicrohttpd look at their connections; 0 where it has threads of its own.
  package var runs: Int { loops.withLock { $0.reduce(0) { $0 + $1.count } } }

  /// Count of the streams that are being sent.
  package var streams: Int { core.links.streams }

  /// Serves on, and ends each connection behind its next answer (`Connection: close`), so that clients which keep connections
  /// take their next request to another server. A stream that begins now ends its connection too.
  package func drain() { core.beginDraining() }

  /// Takes nothing new, ends streams, lets the other answers under way finish within `grace`, answers the rest with 503,
  /// and ends all threads. Must not be called on a thread of the server; a second call does nothing.
  package func stop(grace: Duration) {
    guard core.beginStopping() else { return }
    loops.withLock { loops in
      acceptor.stop()
      core.links.endIdle()
      core.links.endStreams()
      let end = CoarseClock.now + grace.milliseconds
      // A request that has arrived in part gets a moment for the rest, and a client a moment to take the end of its
      // stream; then they hold up the end no longer.
      drain(until: min(end, CoarseClock.now + Server.patience))
      core.links.cutOffStreams()
      core.links.endReceiving()
      drain(until: end)
      core.waiting.giveUp()
      drain(until: CoarseClock.now + 1000)
      sweep.stop()
      EventLoop.stop(loops)
      loops = []
    }
  }

  /// Milliseconds that a request which has begun to arrive has for the rest, and a client for the end of a stream, when
  /// the server stops.
  private static let patience: Int64 = 3000

  private func drain(until end: Int64) {
    while core.links.areBusy {
      let left = end - CoarseClock.now
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

/// The reason why a server did not start.
package enum ServerError: Error, Hashable, CustomStringConvertible {
  /// Another program listens on the port.
  case portInUse(UInt16)
  /// Only a privileged user may open the port.
  case notPermitted(UInt16)
  /// The address is not written as IPv4 or IPv6, or is not one of this machine's.
  case badAddress(String)
  /// A limit or a time-out is out of its range.
  case badConfiguration(String)
  /// GnuTLS's reason why it cannot read the certificate or its key, or why they do not belong together.
  case badCertificate(String)
  /// libmicrohttpd was built without TLS.
  case noTLS
  /// The loaded libmicrohttpd of this version does not show requests in the way that the server reads them, and why.
  case unsuitableLibrary(String, String)
  /// A system call failed with this error number.
  case system(call: String, errno: Int32)

  /// One line that names the reason.
  package var description: String {
    switch self {
    case .portInUse(let port): "port \(port) is in use"
    case .notPermitted(let port): "this user may not open port \(port)"
    case .badAddress(let address): "cannot listen on \(address): not an address of this machine"
    case .badConfiguration(let fault): fault
    case .badCertificate(let reason): "cannot use the certificate and its key: \(reason)"
    case .noTLS: "libmicrohttpd was built without TLS"
    case .unsuitableLibrary(let version, let reason): "libmicrohttpd \(version) cannot be used: \(reason)"
    case .system(let call, let number): "\(call): \(String(cString: strerror(number)))"
    }
  }
}
