import Synchronization

/// One connection that the library has: its socket, where it comes from, and how long it may take with what it is doing.
/// Made when the connection is handed over, and in use until just before its socket is closed.
final class Link: Sendable {
  /// What a connection is doing.
  private enum Phase {
    /// No request has begun since the last answer.
    static let silent: UInt8 = 0
    /// A request has begun to arrive: its first line is here.
    static let receiving: UInt8 = 1
    /// The request is here, and its answer is not.
    static let working: UInt8 = 2
    /// The answer is on its way.
    static let sending: UInt8 = 3
  }

  /// The socket; it belongs to libmicrohttpd.
  let descriptor: Int32
  /// The address of the other end.
  let peer: String
  /// Whose connection it is.
  let site: Site

  /// What the connection was shown, kept for as long as its session may use it; nil without TLS.
  private let identity: TLSIdentity?
  private let number: UInt32
  private let requests = Atomic<UInt32>(0)
  private let deadline: Atomic<Int64>
  private let phase = Atomic(Phase.silent)
  /// When the phase began.
  private let since: Atomic<Int64>
  private let held = Atomic(0)
  private let isGoing = Atomic(false)

  /// The `number`-th connection of a server, which may take so many milliseconds for its first request.
  init(
    descriptor: Int32, peer: String, site: Site, number: UInt32, milliseconds: Int64, identity: TLSIdentity? = nil
  ) {
    self.descriptor = descriptor
    self.peer = peer
    self.site = site
    self.number = number
    self.identity = identity
    let now = Clock.now
    deadline = Atomic(now + milliseconds)
    since = Atomic(now)
  }

  /// Whether a request has begun to arrive (its first line is here) and its answer is not fully sent.
  var isBusy: Bool { phase.load(ordering: .sequentiallyConsistent) != Phase.silent }

  /// Since when the connection does what it does, in milliseconds.
  var began: Int64 { since.load(ordering: .relaxed) }

  /// Since when the connection has waited for bytes of the client; nil where the client waits for the server.
  var waitsSince: Int64? {
    phase.load(ordering: .sequentiallyConsistent) <= Phase.receiving ? began : nil
  }

  /// Bytes that wait in memory for the client.
  var bytesHeld: Int { held.load(ordering: .relaxed) }

  /// Whether what the connection does now should have ended before `now`.
  func isLate(_ now: Int64) -> Bool { deadline.load(ordering: .relaxed) < now }

  /// A request line is here: the rest has so many milliseconds.
  func begin(milliseconds: Int64) { enter(Phase.receiving, milliseconds: milliseconds) }

  /// The request is here whole.
  func work() { phase.store(Phase.working, ordering: .sequentiallyConsistent) }

  /// The answer is handed over, and has so many milliseconds.
  func send(milliseconds: Int64) { enter(Phase.sending, milliseconds: milliseconds) }

  /// The client has done its part; how long the answer takes is not its fault.
  func waitForAnswer() { deadline.store(.max, ordering: .relaxed) }

  /// The answer is sent, or the connection broke: the next request has so many milliseconds to come.
  func finish(milliseconds: Int64) { enter(Phase.silent, milliseconds: milliseconds) }

  private func enter(_ next: UInt8, milliseconds: Int64) {
    let now = Clock.now
    deadline.store(now + milliseconds, ordering: .relaxed)
    since.store(now, ordering: .relaxed)
    phase.store(next, ordering: .sequentiallyConsistent)
  }

  /// Notes how many bytes wait for the client; returns how many did.
  func hold(_ bytes: Int) -> Int { held.exchange(bytes, ordering: .relaxed) }

  /// Whether the connection is being ended.
  var isLeaving: Bool { isGoing.load(ordering: .relaxed) }

  /// Marks the connection as one that is being ended; false where it was already.
  func leave() -> Bool { !isGoing.exchange(true, ordering: .relaxed) }

  /// A name for the next request.
  func nextIdentifier() -> String {
    let request = requests.load(ordering: .relaxed) &+ 1
    requests.store(request, ordering: .relaxed)
    return RequestIdentifier.make(connection: number, request: request)
  }
}
