import Synchronization

/// A connection that libmicrohttpd has: its socket, its peer, its phase and its deadline. It lives from the hand-over
/// until just before the library closes the socket.
final class ClientConnection: Sendable {
  /// The phases of a connection.
  private enum Phase {
    /// No request has begun since the last answer, or since the connection began.
    static let silent: UInt8 = 0
    /// A request is arriving: its request line is here.
    static let receiving: UInt8 = 1
    /// The whole request is here, its answer is not.
    static let working: UInt8 = 2
    /// The answer is being sent.
    static let sending: UInt8 = 3
    /// The answer is a stream: it goes on until one side ends it.
    static let streaming: UInt8 = 4
  }

  /// The socket, which libmicrohttpd owns.
  let descriptor: Int32
  /// The peer's address as text, without the port.
  let peer: String
  /// The site whose limits the connection counts toward.
  let site: ClientNetwork

  /// The identity of the TLS session, kept while the session may use it; nil without TLS.
  private let identity: TLSIdentity?
  private let number: UInt32
  private let requests = Atomic<UInt32>(0)
  private let deadline: Atomic<Int64>
  private let phase: Atomic<UInt8>
  private let since: Atomic<Int64>
  private let held = Atomic(0)
  private let isGoing = Atomic(false)
  private let isShaking: Atomic<Bool>

  /// Makes the `number`-th connection of a server; its first request must begin within `milliseconds`. `isShaking` tells that its
  /// thread counts the handshake that is under way.
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
    // Without TLS a connection is handed over with its first request's whole head.
    phase = Atomic(identity == nil ? Phase.receiving : Phase.silent)
    let now = CoarseClock.now
    deadline = Atomic(now + milliseconds)
    since = Atomic(now)
  }

  /// True from the arrival of a request line until the answer is fully sent.
  var isBusy: Bool { phase.load(ordering: .sequentiallyConsistent) != Phase.silent }

  /// True before the first request of a connection without TLS, whose head was here when libmicrohttpd got the connection.
  var isHandedOver: Bool {
    identity == nil && SocketReadiness.reportsChanges && phase.load(ordering: .relaxed) == Phase.receiving
  }

  /// True while the answer is a stream.
  var isStreaming: Bool { phase.load(ordering: .sequentiallyConsistent) == Phase.streaming }

  /// Start of the phase, in milliseconds of `CoarseClock`; the start of receiving while the server works.
  var began: Int64 { since.load(ordering: .relaxed) }

  /// Start of the wait for the client's bytes; nil while the client waits for the server.
  var waitsSince: Int64? {
    phase.load(ordering: .sequentiallyConsistent) <= Phase.receiving ? began : nil
  }

  /// Bytes in memory that wait for the client.
  var bytesHeld: Int { held.load(ordering: .relaxed) }

  /// Returns true if the deadline of the phase lies before `now`.
  func isLate(_ now: Int64) -> Bool { deadline.load(ordering: .relaxed) < now }

  /// Begins a request whose line is here; the rest must arrive within `milliseconds`.
  func begin(milliseconds: Int64) { enter(Phase.receiving, milliseconds: milliseconds) }

  /// Notes that the whole request is here.
  func work() { phase.store(Phase.working, ordering: .sequentiallyConsistent) }

  /// Notes that libmicrohttpd has the answer; the client must take it within `milliseconds`.
  func send(milliseconds: Int64) { enter(Phase.sending, milliseconds: milliseconds) }

  /// Notes that the answer is a stream, which has no deadline while nothing is to be sent.
  func stream() { enter(Phase.streaming, at: CoarseClock.now, until: .max) }

  /// Sets the deadline of a stream that has bytes: the client must take them within `milliseconds`.
  func expectTaking(milliseconds: Int64) {
    deadline.store(CoarseClock.now + milliseconds, ordering: .relaxed)
  }

  /// Lifts the deadline: the client has done its part, and the server may take its time.
  func waitForAnswer() { deadline.store(.max, ordering: .relaxed) }

  /// Ends the exchange, answered or broken; the next request line must arrive within `milliseconds`.
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

  /// Sets the bytes that wait for the client, and returns the count before.
  func hold(_ bytes: Int) -> Int { held.exchange(bytes, ordering: .relaxed) }

  /// Notes on the connection's thread that its first request begins or that it ends: the handshake is over.
  func endHandshake() {
    guard isShaking.load(ordering: .relaxed) else { return }
    isShaking.store(false, ordering: .relaxed)
    EventLoop.endHandshake()
  }

  /// True once the connection is being ended.
  var isLeaving: Bool { isGoing.load(ordering: .relaxed) }

  /// Marks the connection as being ended; returns false if it already was.
  func leave() -> Bool { !isGoing.exchange(true, ordering: .relaxed) }

  /// Returns the identifier of the connection's next request.
  func nextIdentifier() -> String {
    let request = requests.load(ordering: .relaxed) &+ 1
    requests.store(request, ordering: .relaxed)
    return RequestIdentifier.make(connection: number, request: request)
  }
}

/// The open connections. A socket is shut down only under the lock, and leaves the table under the lock before it is
/// closed: no shutdown hits a descriptor that the kernel has given to another socket.
final class OpenConnections: Sendable {
  private struct Table {
    var links: [Int32: ClientConnection] = [:]
    /// The streams that are being sent, by their connections' sockets.
    var streams: [Int32: BodyStream] = [:]

    /// Cuts a connection off, and wakes it if it sleeps over a stream: otherwise libmicrohttpd would not see the end.
    func cutOff(_ link: ClientConnection) {
      Socket.cutOff(link.descriptor)
      streams[link.descriptor]?.abandon()
    }
  }

  private let table = Mutex(Table())

  /// Adds a connection that libmicrohttpd has started.
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

  /// Notes that the connection sends a stream from now on.
  func begin(_ stream: BodyStream, over link: ClientConnection) {
    link.stream()
    table.withLock { $0.streams[link.descriptor] = stream }
  }

  /// Notes that the connection's stream was sent to its end.
  func endStream(over link: ClientConnection) {
    _ = table.withLock { $0.streams.removeValue(forKey: link.descriptor) }
  }

  /// Cuts off every connection whose deadline lies before `now`; libmicrohttpd sees the end and closes it.
  func cutOff(before now: Int64) {
    table.withLock { table in
      for link in table.links.values where link.isLate(now) {
        Socket.cutOff(link.descriptor)
      }
    }
  }

  /// Returns the start of the longest silence of a connection, of `site` or, if nil, of all. Returns nil if none is
  /// silent.
  func silentSince(of site: ClientNetwork?) -> Int64? {
    table.withLock { table in
      table.links.values.lazy.filter { !$0.isBusy && !$0.isLeaving && (site == nil || $0.site == site) }.map(\.began)
        .min()
    }
  }

  /// Ends the connection that has been silent longest, of `site` or, if nil, of all; without one, the oldest stream,
  /// whose client loses nothing by asking again. Returns false if there is neither.
  ///
  /// The thread that has the connection closes it a moment later.
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

  /// Ends connections until those ended held `bytes` together, the oldest phase first; of `site` or, if nil, of all.
  /// Spares `kept`.
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

  /// Ends connections that have waited for a request since before `now`, and whose client has ended its sending.
  ///
  /// libmicrohttpd has read all that there is. Its epoll loop learns of an end once, together with the last bytes, and
  /// then waits for more.
  func endHalfClosed(before now: Int64) {
    table.withLock { table in
      for link in table.links.values {
        if let since = link.waitsSince, since < now, Socket.isEnded(link.descriptor), link.leave() {
          Socket.cutOff(link.descriptor)
        }
      }
    }
  }

  /// Ends the streams whose clients have left: libmicrohttpd does not look at a connection that sleeps. A client of a short stream may
  /// have ended its own sending before.
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

  /// Ends every stream after the bytes that wait for its client.
  func endStreams() {
    table.withLock { table in
      for stream in table.streams.values { stream.end() }
    }
  }

  /// Cuts off every connection that still sends a stream: its client has not taken what waits.
  func cutOffStreams() {
    table.withLock { table in
      for descriptor in table.streams.keys {
        if let link = table.links[descriptor] { table.cutOff(link) }
      }
    }
  }

  /// Count of the streams that are being sent.
  var streams: Int { table.withLock { $0.streams.count } }

  /// Ends reading on every connection without a request; bytes that have arrived are still read.
  func endIdle() {
    table.withLock { table in
      for link in table.links.values where !link.isBusy {
        Socket.endReading(link.descriptor)
      }
    }
  }

  /// Cuts off every connection that still waits for a request or for the rest of one.
  func endReceiving() {
    table.withLock { table in
      for link in table.links.values where link.waitsSince != nil {
        Socket.cutOff(link.descriptor)
      }
    }
  }

  /// True if a request is under way on any connection.
  var areBusy: Bool {
    table.withLock { table in table.links.values.contains { $0.isBusy } }
  }
}
