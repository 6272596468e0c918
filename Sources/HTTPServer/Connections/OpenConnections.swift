import Synchronization

/// A connection that was handed over to libmicrohttpd: its socket, peer, phase and deadline.
///
/// It exists from the handover until just before libmicrohttpd closes the socket.
final class ClientConnection: Sendable {
  private enum Phase {
    /// Idle: no request has begun since the last response, or since the connection began.
    static let silent: UInt8 = 0
    /// The request line has arrived, the rest of the request has not.
    static let receiving: UInt8 = 1
    /// The request is complete, and the response is pending.
    static let working: UInt8 = 2
    static let sending: UInt8 = 3
    static let streaming: UInt8 = 4
  }

  /// The socket. libmicrohttpd owns it.
  let descriptor: Int32
  /// The peer's address as text, without the port.
  let peer: String
  /// The network whose limits apply to this connection.
  let site: ClientNetwork

  /// The TLS identity, retained because the session may use it; nil without TLS.
  private let identity: TLSIdentity?
  private let number: UInt32
  private let requests = Atomic<UInt32>(0)
  private let deadline: Atomic<Int64>
  private let phase: Atomic<UInt8>
  private let since: Atomic<Int64>
  private let held = Atomic(0)
  private let isShuttingDown = Atomic(false)
  private let isShaking: Atomic<Bool>

  /// Creates connection number `number` of a server.
  ///
  /// - Parameters:
  ///   - milliseconds: The time limit for the first request line, in milliseconds.
  ///   - isShaking: True if the event loop counts this connection's TLS handshake as in progress.
  init(
    descriptor: Int32, peer: String, site: ClientNetwork, number: UInt32, milliseconds: Int64,
    identity: TLSIdentity? = nil,
    isShaking: Bool = false
  ) {
    self.descriptor = descriptor
    self.peer = peer
    self.site = site
    self.number = number
    self.identity = identity
    self.isShaking = Atomic(isShaking)
    // Without TLS, the head of the first request has normally arrived before the handover.
    phase = Atomic(identity == nil ? Phase.receiving : Phase.silent)
    let now = CoarseClock.now
    deadline = Atomic(now + milliseconds)
    since = Atomic(now)
  }

  /// True from the arrival of a request line until the response is fully sent. A connection without
  /// TLS is also busy from the handover until its first request line.
  var isBusy: Bool { phase.load(ordering: .sequentiallyConsistent) != Phase.silent }

  /// True while a request on a connection without TLS is being received; always false without
  /// epoll. Before `begin` it is true only for the first request. Its head has normally arrived,
  /// because the acceptor waits for it.
  var isHandedOver: Bool {
    identity == nil && SocketReadiness.reportsChanges && phase.load(ordering: .relaxed) == Phase.receiving
  }

  var isStreaming: Bool { phase.load(ordering: .sequentiallyConsistent) == Phase.streaming }

  /// Start of the current phase, in milliseconds of `CoarseClock`. While a response is pending,
  /// this is the start of the `receiving` phase.
  var began: Int64 { since.load(ordering: .relaxed) }

  /// When the connection began waiting for bytes from the client; nil while the server processes or
  /// sends.
  var waitsSince: Int64? {
    phase.load(ordering: .sequentiallyConsistent) <= Phase.receiving ? began : nil
  }

  /// Bytes in memory that are held for this client.
  var bytesHeld: Int { held.load(ordering: .relaxed) }

  /// Returns true if the deadline of the phase is before `now`.
  func isLate(_ now: Int64) -> Bool { deadline.load(ordering: .relaxed) < now }

  /// Begins a request whose request line has arrived. The rest must arrive within `milliseconds`.
  func begin(milliseconds: Int64) { enter(Phase.receiving, milliseconds: milliseconds) }

  /// Records that the request is complete.
  func work() { phase.store(Phase.working, ordering: .sequentiallyConsistent) }

  /// Records that the response is queued in libmicrohttpd. The client must receive it within
  /// `milliseconds`.
  func send(milliseconds: Int64) { enter(Phase.sending, milliseconds: milliseconds) }

  /// Records that the response is a stream. A stream with no data to send has no deadline.
  func stream() { enter(Phase.streaming, at: CoarseClock.now, until: .max) }

  /// Sets the deadline of a stream with data: the client must receive it within `milliseconds`.
  func expectTaking(milliseconds: Int64) {
    deadline.store(CoarseClock.now + milliseconds, ordering: .relaxed)
  }

  /// Removes the deadline while the response is pending or a stream has no data.
  func waitForAnswer() { deadline.store(.max, ordering: .relaxed) }

  /// Records that the exchange is complete, with or without a response. The next request line must
  /// arrive within `milliseconds`.
  func finish(milliseconds: Int64) { enter(Phase.silent, milliseconds: milliseconds) }

  private func enter(_ next: UInt8, milliseconds: Int64) {
    let now = CoarseClock.now
    enter(next, at: now, until: now + milliseconds)
  }

  private func enter(_ next: UInt8, at now: Int64, until end: Int64) {
    deadline.store(end, ordering: .relaxed)
    since.store(now, ordering: .relaxed)
    phase.store(next, ordering: .sequentiallyConsistent)
  }

  /// Sets the number of bytes held for the client and returns the previous number.
  func hold(_ bytes: Int) -> Int { held.exchange(bytes, ordering: .relaxed) }

  /// Records that the TLS handshake has completed or failed: the first request begins, or the
  /// connection closes. Must be called on the connection's thread.
  func endHandshake() {
    guard isShaking.load(ordering: .relaxed) else { return }
    isShaking.store(false, ordering: .relaxed)
    EventLoop.endHandshake()
  }

  /// True once a shutdown of the connection has begun.
  var isLeaving: Bool { isShuttingDown.load(ordering: .relaxed) }

  /// Marks the connection as shutting down. Returns false if it already was.
  func leave() -> Bool { !isShuttingDown.exchange(true, ordering: .relaxed) }

  /// Returns the identifier of the connection's next request.
  func nextIdentifier() -> String {
    let request = requests.load(ordering: .relaxed) &+ 1
    requests.store(request, ordering: .relaxed)
    return RequestIdentifier.make(connection: number, request: request)
  }
}

/// The open connections of a server.
///
/// Other threads shut a socket down only under the lock, and the connection is removed under the
/// lock before its socket is closed. A shutdown therefore never hits a descriptor that the kernel
/// has reused.
final class OpenConnections: Sendable {
  private struct Table {
    var links: [Int32: ClientConnection] = [:]
    /// The active streams, by the socket of their connection.
    var streams: [Int32: BodyStream] = [:]

    /// Shuts a connection down. Resumes it if it is suspended for a stream, because libmicrohttpd
    /// would not notice the shutdown otherwise.
    func cutOff(_ link: ClientConnection) {
      Socket.cutOff(link.descriptor)
      streams[link.descriptor]?.abandon()
    }
  }

  private let table = Mutex(Table())

  func add(_ link: ClientConnection) {
    table.withLock { $0.links[link.descriptor] = link }
  }

  /// Removes a connection whose socket is about to be closed.
  func remove(_ link: ClientConnection) {
    table.withLock { table in
      table.links[link.descriptor] = nil
      table.streams[link.descriptor] = nil
    }
  }

  /// Records that the connection now sends a stream.
  func begin(_ stream: BodyStream, over link: ClientConnection) {
    link.stream()
    table.withLock { $0.streams[link.descriptor] = stream }
  }

  /// Records that the connection no longer sends its stream.
  func endStream(over link: ClientConnection) {
    _ = table.withLock { $0.streams.removeValue(forKey: link.descriptor) }
  }

  /// Shuts down every connection whose deadline is before `now`. libmicrohttpd then closes it.
  func cutOff(before now: Int64) {
    table.withLock { table in
      for link in table.links.values where link.isLate(now) {
        Socket.cutOff(link.descriptor)
      }
    }
  }

  /// Returns the start of the longest idle period of any connection of `site`, or of all networks
  /// if `site` is nil; nil if no connection is idle.
  func silentSince(of site: ClientNetwork?) -> Int64? {
    table.withLock { table in
      table.links.values.lazy.filter { !$0.isBusy && !$0.isLeaving && (site == nil || $0.site == site) }.map(\.began)
        .min()
    }
  }

  /// Shuts down the longest-idle connection of `site`, or of all networks if `site` is nil. If none
  /// is idle, shuts down the oldest stream, because its client can reconnect without loss. Returns
  /// false if there is neither.
  ///
  /// The connection's event loop closes the socket asynchronously.
  func endSilent(of site: ClientNetwork?) -> Bool {
    table.withLock { table in
      var (oldest, streaming): (ClientConnection?, ClientConnection?)
      for link in table.links.values where (site == nil || link.site == site) && !link.isLeaving {
        if !link.isBusy {
          if link.began < oldest?.began ?? .max { oldest = link }
        } else if link.isStreaming, link.began < streaming?.began ?? .max {
          streaming = link
        }
      }
      guard let ended = oldest ?? streaming, ended.leave() else { return false }
      table.cutOff(ended)
      return true
    }
  }

  /// Shuts down connections, oldest phase first, until they account for `bytes` held bytes. Limits
  /// the search to `site` unless it is nil, and never shuts down `kept`.
  func cutOff(holding bytes: Int, of site: ClientNetwork?, but kept: ClientConnection) {
    table.withLock { table in
      let holding = table.links.values.filter {
        $0 !== kept && $0.bytesHeld > 0 && !$0.isLeaving && (site == nil || $0.site == site)
      }
      var left = bytes
      for link in holding.sorted(by: { $0.began < $1.began }) where left > 0 {
        left -= link.bytesHeld
        if link.leave() { Socket.cutOff(link.descriptor) }
      }
    }
  }

  /// Shuts down connections that have waited for a request since before `now` and whose client has
  /// half-closed.
  ///
  /// libmicrohttpd does not detect this: its epoll loop gets the half-close once, together with the
  /// last bytes, and then waits for more.
  func endHalfClosed(before now: Int64) {
    table.withLock { table in
      for link in table.links.values {
        if let since = link.waitsSince, since < now, Socket.isEnded(link.descriptor), link.leave() {
          Socket.cutOff(link.descriptor)
        }
      }
    }
  }

  /// Shuts down the connections of streams whose clients have half-closed or disconnected.
  /// libmicrohttpd does not check suspended connections. Short streams are skipped, because their
  /// clients may half-close and still read.
  func endAbandonedStreams() {
    table.withLock { table in
      guard !table.streams.isEmpty else { return }
      for descriptor in Socket.left(among: table.streams.lazy.filter { !$0.value.isShort }.map(\.key)) {
        guard let link = table.links[descriptor] else { continue }
        _ = link.leave()
        table.cutOff(link)
      }
    }
  }

  /// Finishes every stream once its queued bytes are sent.
  func endStreams() {
    table.withLock { table in
      for stream in table.streams.values { stream.end() }
    }
  }

  /// Shuts down every connection with an active stream.
  func cutOffStreams() {
    table.withLock { table in
      for descriptor in table.streams.keys {
        if let link = table.links[descriptor] { table.cutOff(link) }
      }
    }
  }

  var streams: Int { table.withLock { $0.streams.count } }

  /// Shuts down the read side of every idle connection. Bytes that have already arrived are still
  /// read.
  func endIdle() {
    table.withLock { table in
      for link in table.links.values where !link.isBusy {
        Socket.endReading(link.descriptor)
      }
    }
  }

  /// Shuts down every connection that is waiting for a request or for the rest of one.
  func endReceiving() {
    table.withLock { table in
      for link in table.links.values where link.waitsSince != nil {
        Socket.cutOff(link.descriptor)
      }
    }
  }

  /// True if any connection has a request in flight.
  var areBusy: Bool {
    table.withLock { table in table.links.values.contains { $0.isBusy } }
  }
}
