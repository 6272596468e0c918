import Platform

/// An accepted connection whose first request head is incomplete. It is not yet handed over to
/// libmicrohttpd.
///
/// An idle pending connection costs only a descriptor and can be closed at once. Requests that
/// libmicrohttpd would reject with its own error page are rejected before the handover.
struct PendingConnection {
  let descriptor: Int32
  let address: sockaddr_storage
  let length: socklen_t
  /// The peer's address as text, without the port.
  let peer: String
  let site: ClientNetwork
  /// Time of acceptance, in milliseconds of `CoarseClock`.
  let came: Int64
  /// The deadline for a complete head or, after a rejection, for the client to read the response.
  var deadline: Int64
  /// True once the request was rejected. Later bytes are read and discarded: closing a socket with
  /// unread bytes would discard the response.
  var isRefused = false
}

enum Step {
  case wait
  /// Hand the connection over to libmicrohttpd.
  case handOver
  /// Reject the request that begins with these bytes.
  case refuse(RequestRefusal, [UInt8])
  case close
}

extension PendingConnection {
  /// Peeks at the received bytes and returns the next step. After a rejection, reads and discards
  /// them.
  ///
  /// - Parameter isEnded: True if no more bytes will arrive.
  func inspect(_ isEnded: Bool, within limits: HeadLimits, isTLS: Bool, _ buffer: inout [UInt8]) -> Step {
    if isRefused { return drain(&buffer) }
    let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    if count < 0 { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? .wait : .close }
    if count == 0 { return .close }
    // The bytes are encrypted and cannot be validated here.
    if isTLS { return .handOver }
    let verdict = buffer.withUnsafeBufferPointer {
      HeadValidation(of: UnsafeBufferPointer(rebasing: $0[..<count]), within: limits)
    }
    switch verdict {
    case .whole: return .handOver
    case .refused(let refusal): return .refuse(refusal, Array(buffer[..<count]))
    case .incomplete:
      if isEnded { return .close }
      // If the buffer is full, waiting yields no more bytes. Without `reportsChanges`, each wait
      // would return at once.
      return count == buffer.count || !SocketReadiness.reportsChanges ? .handOver : .wait
    }
  }

  private func drain(_ buffer: inout [UInt8]) -> Step {
    // Limit the reads, because other clients wait for this thread.
    for _ in 0..<16 {
      let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count == 0 { return .close }
      if count < 0 { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? .wait : .close }
    }
    return .close
  }
}

/// An ordered set of sockets with removal in constant time.
struct Line: Sequence {
  private var neighbours: [Int32: (before: Int32?, following: Int32?)] = [:]
  private var last: Int32?
  /// The socket that was appended first; nil if the set is empty.
  private(set) var first: Int32?

  mutating func append(_ descriptor: Int32) {
    neighbours[descriptor] = (last, nil)
    if let last { neighbours[last]?.following = descriptor } else { first = descriptor }
    last = descriptor
  }

  mutating func remove(_ descriptor: Int32) {
    guard let (before, following) = neighbours.removeValue(forKey: descriptor) else { return }
    if let before { neighbours[before]?.following = following } else { first = following }
    if let following { neighbours[following]?.before = before } else { last = before }
  }

  func makeIterator() -> AnyIterator<Int32> {
    var next = first
    return AnyIterator {
      defer { next = next.flatMap { neighbours[$0]?.following } }
      return next
    }
  }
}
