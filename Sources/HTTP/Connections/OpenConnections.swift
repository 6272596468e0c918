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
  }

  /// The socket, which libmicrohttpd owns.
  let descriptor: Int32
  /// The peer's address as text, without the port.
  let peer: String
  /// The site whose limits the connection counts toward.
  let site: Site

  /// The identity of the TLS session, kept while the session may use it; nil without TLS.
  private let identity: TLSIdentity?
  private let number: UInt32
  private let requests = Atomic<UInt32>(0)
  private let deadline: Atomic<Int64>
  private let phase = Atomic(Phase.silent)
  private let since: Atomic<Int64>
  private let held = Atomic(0)
  private let isGoing = Atomic(false)

  /// Makes the `number`-th connection of a server; its first request must begin within `milliseconds`.
  init(
    descriptor: Int32, peer: String, site: Site, number: UInt32, milliseconds: Int64, identity: TLSIdentity? = nil
  ) {
    self.descriptor = descriptor
    self.peer = peer
    self.site = site
    self.number = number
    self.identity = identity
    let now = CoarseClock.now
    deadline = Atomic(now + milliseconds)
    since = Atomic(now)
  }

  /// True from the arrival of a request line until the answer is fully sent.
  var isBusy: Bool { phase.load(ordering: .sequentiallyConsistent) != Phase.silent }

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

  /// Lifts the deadline: the client has done its part, and the server may take its time.
  func waitForAnswer() { deadline.store(.max, ordering: .relaxed) }

  /// Ends the exchange, answered or broken; the next request line must arrive within `milliseconds`.
  func finish(milliseconds: Int64) { enter(Phase.silent, milliseconds: milliseconds) }

  private func enter(_ next: UInt8, milliseconds: Int64) {
    let now = CoarseClock.now
    deadline.store(now + milliseconds, ordering: .relaxed)
    since.store(now, ordering: .relaxed)
    phase.store(next, ordering: .sequentiallyConsistent)
  }

  /// Sets the bytes that wait for the client, and returns the count before.
  func hold(_ bytes: Int) -> Int { held.exchange(bytes, ordering: .relaxed) }

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
  private let table = Mutex<[Int32: ClientConnection]>([:])

  /// Adds a connection that libmicrohttpd has started.
  func add(_ link: ClientConnection) {
    table.withLock { $0[link.descriptor] = link }
  }

  /// Removes a connection whose socket is about to be closed.
  func remove(_ link: ClientConnection) {
    _ = table.withLock { $0.removeValue(forKey: link.descriptor) }
  }

  /// Cuts off every connection whose deadline lies before `now`; libmicrohttpd sees the end and closes it.
  func cutOff(before now: Int64) {
    table.withLock { table in
      for link in table.values where link.isLate(now) {
        Socket.cutOff(link.descriptor)
      }
    }
  }

  /// Returns the start of the longest silence of a connection, of `site` or, if nil, of all. Returns nil if none is
  /// silent.
  func silentSince(of site: Site?) -> Int64? {
    table.withLock { table in
      table.values.lazy.filter { !$0.isBusy && !$0.isLeaving && (site == nil || $0.site == site) }.map(\.began).min()
    }
  }

  /// Ends the connection that has been silent longest, of `site` or, if nil, of all; returns false if none is silent.
  /// The thread that has the connection closes it a moment later.
  func endSilent(of site: Site?) -> Bool {
    table.withLock { table in
      var oldest: ClientConnection?
      for link in table.values where (site == nil || link.site == site) && !link.isBusy {
        if link.began < oldest?.began ?? .max, !link.isLeaving { oldest = link }
      }
      guard let oldest, oldest.leave() else { return false }
      Socket.cutOff(oldest.descriptor)
      return true
    }
  }

  /// Ends connections until those ended held `bytes` together, the oldest phase first; of `site` or, if nil, of all.
  /// Spares `kept`.
  func cutOff(holding bytes: Int, of site: Site?, but kept: ClientConnection) {
    table.withLock { table in
      let holding = table.values.filter {
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
      for link in table.values {
        if let since = link.waitsSince, since < now, Socket.isEnded(link.descriptor), link.leave() {
          Socket.cutOff(link.descriptor)
        }
      }
    }
  }

  /// Ends reading on every connection without a request; bytes that have arrived are still read.
  func endIdle() {
    table.withLock { table in
      for link in table.values where !link.isBusy {
        Socket.endReading(link.descriptor)
      }
    }
  }

  /// Cuts off every connection that still waits for a request or for the rest of one.
  func endReceiving() {
    table.withLock { table in
      for link in table.values where link.waitsSince != nil {
        Socket.cutOff(link.descriptor)
      }
    }
  }

  /// True if a request is under way on any connection.
  var areBusy: Bool {
    table.withLock { table in table.values.contains { $0.isBusy } }
  }
}
