import Platform

/// An accepted connection that has not sent a whole head; libmicrohttpd does not have it yet. A silent newcomer costs
/// only a descriptor and can be closed at once, and faults that the library would answer by itself are answered here.
struct PendingConnection {
  /// The socket.
  let descriptor: Int32
  /// The peer's address in the system's form.
  let address: sockaddr_storage
  /// Bytes used in `address`.
  let length: socklen_t
  /// The peer's address as text, without the port.
  let peer: String
  /// The site whose limits the connection counts toward.
  let site: ClientNetwork
  /// Time of acceptance, in milliseconds of `CoarseClock`.
  let came: Int64
  /// Time by which the head must be here or, once refused, the client must have read the answer.
  var deadline: Int64
  /// True once its request was refused. Later bytes are read and dropped: closing a socket over unread bytes discards
  /// the answer.
  var isRefused = false
}

/// The next step for a newcomer.
enum Step {
  /// Wait for more bytes.
  case wait
  /// Hand it to libmicrohttpd.
  case handOver
  /// Refuse the request that begins with these bytes.
  case refuse(RequestRefusal, [UInt8])
  /// Close it.
  case close
}

extension PendingConnection {
  /// Peeks at the bytes that are here and returns the next step; after a refusal, reads and drops them. `isEnded` is
  /// true if no more bytes will come.
  func inspect(_ isEnded: Bool, within limits: HeadLimits, isTLS: Bool, _ buffer: inout [UInt8]) -> Step {
    if isRefused { return drain(&buffer) }
    let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    if count < 0 { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? .wait : .close }
    if count == 0 { return .close }
    // Encrypted bytes cannot be judged.
    if isTLS { return .handOver }
    let verdict = buffer.withUnsafeBufferPointer {
      HeadValidation(of: UnsafeBufferPointer(rebasing: $0[..<count]), within: limits)
    }
    switch verdict {
    case .whole: return .handOver
    case .refused(let refusal): return .refuse(refusal, Array(buffer[..<count]))
    case .incomplete:
      if isEnded { return .close }
      // The kernel keeps no more of a head unread than a full buffer. Without `reportsChanges` each wait would return at
      // once.
      return count == buffer.count || !SocketReadiness.reportsChanges ? .handOver : .wait
    }
  }

  private func drain(_ buffer: inout [UInt8]) -> Step {
    // Other clients wait for this thread: a client that still sends after 16 reads is closed.
    for _ in 0..<16 {
      let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count == 0 { return .close }
      if count < 0 { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? .wait : .close }
    }
    return .close
  }
}

/// Sockets in the order of their arrival; any of them can be removed in constant time.
struct Line: Sequence {
  private var neighbours: [Int32: (before: Int32?, following: Int32?)] = [:]
  private var last: Int32?
  /// The socket that arrived first; nil if there is none.
  private(set) var first: Int32?

  /// Appends a socket.
  mutating func append(_ descriptor: Int32) {
    neighbours[descriptor] = (last, nil)
    if let last { neighbours[last]?.following = descriptor } else { first = descriptor }
    last = descriptor
  }

  /// Removes a socket; does nothing if it is absent.
  mutating func remove(_ descriptor: Int32) {
    guard let (before, following) = neighbours.removeValue(forKey: descriptor) else { return }
    if let before { neighbours[before]?.following = following } else { first = following }
    if let following { neighbours[following]?.before = before } else { last = before }
  }

  /// Iterates from the first socket on.
  func makeIterator() -> AnyIterator<Int32> {
    var next = first
    return AnyIterator {
      defer { next = next.flatMap { neighbours[$0]?.following } }
      return next
    }
  }
}
