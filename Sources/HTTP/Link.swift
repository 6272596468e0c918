import Synchronization

/// One connection: its socket, where it comes from, and how long it may take with what it is doing. Made when the
/// connection is accepted, and in use until just before its socket is closed.
final class Link: Sendable {
  /// The socket; it belongs to libmicrohttpd.
  let descriptor: Int32
  /// The address of the other end.
  let peer: String

  /// What the connection was shown, kept for as long as its session may use it; nil without TLS.
  private let identity: TLSIdentity?
  private let number: UInt32
  private let requests = Atomic<UInt32>(0)
  private let deadline: Atomic<Int64>
  private let busy = Atomic(false)

  /// The `number`-th connection of a server, which may take so many milliseconds for its first request.
  init(descriptor: Int32, peer: String, number: UInt32, milliseconds: Int64, identity: TLSIdentity? = nil) {
    self.descriptor = descriptor
    self.peer = peer
    self.number = number
    self.identity = identity
    deadline = Atomic(Clock.now + milliseconds)
  }

  /// Whether a request has begun to arrive (its first line is here) and its answer is not fully sent.
  var isBusy: Bool { busy.load(ordering: .sequentiallyConsistent) }

  /// Whether what the connection does now should have ended before `now`.
  func isLate(_ now: Int64) -> Bool { deadline.load(ordering: .relaxed) < now }

  /// A request line is here: the rest has so many milliseconds.
  func begin(milliseconds: Int64) {
    busy.store(true, ordering: .sequentiallyConsistent)
    allow(milliseconds: milliseconds)
  }

  /// What comes next has so many milliseconds from now.
  func allow(milliseconds: Int64) { deadline.store(Clock.now + milliseconds, ordering: .relaxed) }

  /// The client has done its part; how long the answer takes is not its fault.
  func waitForAnswer() { deadline.store(.max, ordering: .relaxed) }

  /// The answer is sent, or the connection broke: the next request has so many milliseconds to come.
  func finish(milliseconds: Int64) {
    allow(milliseconds: milliseconds)
    busy.store(false, ordering: .sequentiallyConsistent)
  }

  /// A name for the next request.
  func nextIdentifier() -> String {
    let request = requests.load(ordering: .relaxed) &+ 1
    requests.store(request, ordering: .relaxed)
    return RequestIdentifier.make(connection: number, request: request)
  }
}
