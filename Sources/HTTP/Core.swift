import Synchronization

/// What the callbacks of a server share: its configuration, the application, and what is under way.
final class Core: Sendable {
  /// The limits.
  let configuration: Configuration
  /// The application.
  let respond: @Sendable (Request) -> Reply
  /// The open connections.
  let links = Links()
  /// The answers that are awaited.
  let waiting = Waiting()
  /// How many connections may be open.
  let quota: ConnectionQuota
  /// The bytes that wait for clients.
  let held: HeldBytes
  /// The certificate that new connections are shown.
  let identities: TLSIdentities
  /// What every answer carries.
  let headers: [FixedHeader]
  /// Wakes the thread that waits for the end.
  let watch: Watch
  private let accepted = Atomic<UInt32>(0)
  private let stopping = Atomic(false)

  /// The shared state of a server that has not started.
  init(configuration: Configuration, respond: @escaping @Sendable (Request) -> Reply) throws(ServerError) {
    self.configuration = configuration
    self.respond = respond
    identities = TLSIdentities(configuration.identity)
    headers = configuration.headers + (configuration.identity == nil ? [] : [.strictTransport])
    quota = try ConnectionQuota(
      limit: configuration.connectionLimit, perSite: configuration.connectionLimitPerAddress)
    held = HeldBytes(limit: configuration.heldLimit, perSite: configuration.heldLimitPerAddress)
    watch = try Watch()
  }

  /// Milliseconds in which a request must arrive, and in which its answer must be taken.
  var requestTimeout: Int64 { Int64(configuration.requestTimeout) * 1000 }

  /// Milliseconds from one answer to the headers of the next request.
  var nextTimeout: Int64 { Int64(configuration.idleTimeout + configuration.requestTimeout) * 1000 }

  /// Whether the server takes nothing new.
  var isStopping: Bool { stopping.load(ordering: .sequentiallyConsistent) }

  /// Takes nothing new from now on; false when that was so already.
  func beginStopping() -> Bool { !stopping.exchange(true, ordering: .sequentiallyConsistent) }

  /// The number of the next connection.
  func nextNumber() -> UInt32 { accepted.wrappingAdd(1, ordering: .relaxed).newValue }

  /// The application's answer to a request that has a refusal; bare where the application would answer later.
  func refusal(_ request: Request) -> Response {
    switch respond(request) {
    case .now(let response): response
    case .later: Response(status: request.refusal?.status ?? 500)
    }
  }
}
