import CMicroHTTPD
import Platform
import Synchronization

/// The state that the callbacks of a server share: configuration, application and requests in
/// flight.
final class ServerState: Sendable {
  let configuration: ServerConfiguration
  let respond: @Sendable (Request) -> Reply
  let links = OpenConnections()
  let waiting = Waiting()
  let quota: ConnectionQuota
  let held: BufferedBytes
  /// The identity for new connections.
  let identities: TLSIdentities
  let isTLS: Bool
  let headers: [FixedHeader]
  let headerLimit: Int
  let trustedProxies: [Network]
  /// Maximum size of a body in bytes, in general and for paths with a prefix.
  private let bodyLimit: Int
  private let bodyLimits: [(prefix: [UInt8], limit: Int)]
  /// Time limit, in milliseconds, for receiving a request, and for the client to receive the
  /// response.
  let requestTimeout: Int64
  /// Milliseconds from a response to the next request line.
  let nextTimeout: Int64
  /// Wakes the thread that waits in `Server.stop`.
  let watch: WakePipe
  private let accepted = Atomic<UInt32>(0)
  private let stopping = Atomic(false)
  private let draining = Atomic(false)

  /// Creates the state of a server that has not started. Throws `ServerError.system` if a pipe
  /// cannot be created.
  init(configuration: ServerConfiguration, respond: @escaping @Sendable (Request) -> Reply) throws(ServerError) {
    self.configuration = configuration
    self.respond = respond
    identities = TLSIdentities(configuration.identity)
    isTLS = configuration.identity != nil
    headers = configuration.headers + (configuration.identity == nil ? [] : [.strictTransport])
    quota = try ConnectionQuota(
      limit: configuration.connectionLimit, perSite: configuration.connectionLimitPerAddress)
    held = BufferedBytes(limit: configuration.heldLimit, perSite: configuration.heldLimitPerAddress)
    watch = try WakePipe()
    // Every request reads these copies. Copying the whole configuration would retain each of its
    // members.
    (headerLimit, trustedProxies) = (configuration.headerLimit, configuration.trustedProxies)
    bodyLimit = configuration.bodyLimit
    bodyLimits = configuration.bodyLimits.map { (Array($0.prefix.utf8), min($0.limit, configuration.bodyLimit)) }
    requestTimeout = Int64(configuration.requestTimeout) * 1000
    nextTimeout = Int64(configuration.idleTimeout + configuration.requestTimeout) * 1000
  }

  /// Returns the maximum size of a body for a path, in bytes.
  func bodyLimit(of path: UnsafeBufferPointer<UInt8>) -> Int {
    for (prefix, limit) in bodyLimits where path.count >= prefix.count {
      if path.prefix(prefix.count).elementsEqual(prefix) { return limit }
    }
    return bodyLimit
  }

  /// True if the server accepts no new connections or requests.
  var isStopping: Bool { stopping.load(ordering: .sequentiallyConsistent) }

  /// True if each connection closes after its next response, because the server is draining or
  /// stopping.
  var endsConnections: Bool { draining.load(ordering: .relaxed) || isStopping }

  /// From now on, closes each connection after its next response.
  func beginDraining() { draining.store(true, ordering: .relaxed) }

  /// From now on, accepts no new connections or requests. Returns false if the server was already
  /// stopping.
  func beginStopping() -> Bool { !stopping.exchange(true, ordering: .sequentiallyConsistent) }

  func nextNumber() -> UInt32 { accepted.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Returns the application's response to a rejected request. If the application defers its reply,
  /// returns an empty response with the status of the refusal.
  func refusal(_ request: Request) -> Response {
    switch respond(request) {
    case .now(let response): response
    case .later:
      Response(
        status: request.refusal?.status ?? 500, headers: request.refusal?.status == 503 ? [("Retry-After", "1")] : [])
    }
  }
}

/// The functions that libmicrohttpd calls, on the threads that run it. Each, except `complaint`,
/// receives a context:
/// - a daemon: its `ServerState`, which outlives it;
/// - a connection: its `ClientConnection`, retained until libmicrohttpd closes the connection;
/// - a request: its `Exchange`, retained until libmicrohttpd completes the request.
enum Callbacks {
  /// Returns the callbacks of a daemon with the state `core`.
  static func make(_ core: ServerState) -> valence_MHD_callbacks {
    valence_MHD_callbacks(
      access: { context, connection, _, method, version, part, size, state in
        guard let connection, let method, let version, let size, let exchange = state?.pointee else { return .NO }
        noteProgress(context)
        return Unmanaged<Exchange>.fromOpaque(exchange)._withUnsafeGuaranteedRef {
          $0.proceed(connection, method: method, version: version, part: part, size: size)
        }
      },
      target: { context, target, connection in
        guard let context, let connection, let link = valence_MHD_socket_context(connection) else { return nil }
        return Unmanaged<ServerState>.fromOpaque(context)._withUnsafeGuaranteedRef { core in
          let link = Unmanaged<ClientConnection>.fromOpaque(link).takeUnretainedValue()
          if core.isTLS {
            EventLoop.noteProgress()
            link.endHandshake()
          }
          let exchange = Exchange(core: core, link: link, connection, target: target)
          Batch.ofThisThread.expectHead(of: exchange)
          return Unmanaged.passRetained(exchange).toOpaque()
        }
      },
      completed: { context, connection, state, code in
        guard let context, let connection, let exchange = state?.pointee else { return }
        noteProgress(context)
        let ended = Unmanaged<Exchange>.fromOpaque(exchange)
        ended._withUnsafeGuaranteedRef { $0.end(isFault: code == .REQUEST_TERMINATED_WITH_ERROR) }
        ended.release()
        state?.pointee = nil
        guard let link = valence_MHD_socket_context(connection) else { return }
        Unmanaged<ServerState>.fromOpaque(context)._withUnsafeGuaranteedRef { core in
          Unmanaged<ClientConnection>.fromOpaque(link).takeUnretainedValue().finish(milliseconds: core.nextTimeout)
          if core.isStopping { core.watch.wake() }
        }
      },
      connection: { context, connection, state, code in
        guard let context, let connection, let state else { return }
        noteProgress(context)
        let core = Unmanaged<ServerState>.fromOpaque(context).takeUnretainedValue()
        switch code {
        case .CONNECTION_NOTIFY_STARTED:
          let session = valence_MHD_tls_session(connection)
          let identity = session == nil ? nil : core.identities.present
          let peer = valence_MHD_peer(connection).map(numericAddress) ?? "unknown"
          let link = ClientConnection(
            descriptor: valence_MHD_socket(connection), peer: peer,
            site: ClientNetwork(peer, trusting: core.configuration.trustedProxies), number: core.nextNumber(),
            milliseconds: core.requestTimeout, identity: identity,
            isShaking: session != nil && EventLoop.beginHandshake())
          core.links.add(link)
          if let session { identity?.use(in: session) }
          state.pointee = Unmanaged.passRetained(link).toOpaque()
        default:
          guard let link = state.pointee else { return }
          let ended = Unmanaged<ClientConnection>.fromOpaque(link).takeRetainedValue()
          ended.endHandshake()
          core.links.remove(ended)
          state.pointee = nil
          core.held.hold(0, by: ended, among: core.links)
          core.held.giveBack(core.configuration.connectionMemory)
          core.quota.free(ended.site)
        }
      },
      complaint: { Batch.ofThisThread.answerForLibrary() },
      context: Unmanaged.passUnretained(core).toOpaque())
  }
}

/// Records progress for an event loop that counts TLS handshakes.
private func noteProgress(_ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  let isTLS = Unmanaged<ServerState>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.isTLS }
  if isTLS { EventLoop.noteProgress() }
}
