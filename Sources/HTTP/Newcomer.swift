#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A connection that was accepted and has not sent a whole head: the library does not have it yet. So a silent one costs a
/// descriptor and can be closed at once, and what the library would answer by itself is answered here.
struct Newcomer {
  /// The socket.
  let descriptor: Int32
  /// The other end, as the system writes it.
  let address: sockaddr_storage
  /// How long that is.
  let length: socklen_t
  /// The address of the other end as text.
  let peer: String
  /// Whose connection it is.
  let site: Site
  /// When it was accepted.
  let came: Int64
  /// When it must have sent a head, or, once refused, have read why.
  var deadline: Int64
  /// Whether its request was refused: what still comes is read and dropped, since a socket that is closed over unread bytes
  /// takes the answer along.
  var isRefused = false
}

/// What becomes of a newcomer when something has come from it.
enum Step {
  /// It is waited for further.
  case wait
  /// The library takes it.
  case handOver
  /// Its request is refused, with what is here of it.
  case refuse(Refusal, [UInt8])
  /// It is closed.
  case close
}

extension Newcomer {
  /// Looks at what is here, and leaves it there. `isEnded` says that no more will come.
  func look(_ isEnded: Bool, within limits: HeadLimits, isTLS: Bool, _ buffer: inout [UInt8]) -> Step {
    if isRefused { return drain(&buffer) }
    let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    if count < 0 { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? .wait : .close }
    if count == 0 { return .close }
    // What is enciphered tells nothing.
    if isTLS { return .handOver }
    let verdict = buffer.withUnsafeBufferPointer {
      HeadVerdict(of: UnsafeBufferPointer(rebasing: $0[..<count]), within: limits)
    }
    switch verdict {
    case .whole: return .handOver
    case .refused(let refusal): return .refuse(refusal, Array(buffer[..<count]))
    case .incomplete:
      if isEnded { return .close }
      // The kernel keeps no more of a head unread than this, and tells no changes everywhere.
      return count == buffer.count || !Readiness.tellsChanges ? .handOver : .wait
    }
  }

  private func drain(_ buffer: inout [UInt8]) -> Step {
    // So much at a time: others wait for this thread.
    for _ in 0..<16 {
      let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count == 0 { return .close }
      if count < 0 { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? .wait : .close }
    }
    return .close
  }
}
