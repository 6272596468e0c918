import CGnuTLS
// `SHUT_WR`: with the static libraries the compiler finds it in libmicrohttpd's header alone.
import CMicroHTTPD
import Platform

/// Operations on a connection's socket that bypass libmicrohttpd.
enum Socket {
  /// Writes bytes, on the connection's thread and while libmicrohttpd has nothing to send. Bytes that the kernel does
  /// not take at once are lost: the connection ends after them.
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    let flags = Libc.noSignal | Int32(MSG_DONTWAIT)
    bytes.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = send(descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, flags)
        if count <= 0 { break }
        sent += count
      }
    }
  }

  /// Writes bytes in a TLS session, under the same conditions.
  static func write(_ bytes: [UInt8], in session: UnsafeMutableRawPointer) {
    bytes.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = valence_TLS_send(session, bytes.baseAddress.map { $0 + sent }, bytes.count - sent)
        if count <= 0 { break }
        sent += count
      }
    }
  }

  /// Returns true if the peer has ended its sending and all that it sent was read.
  static func isEnded(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
  }

  /// Returns those of the sockets whose peers have ended their sending or whose connections broke, whatever bytes are
  /// still unread.
  static func left(among descriptors: [Int32]) -> [Int32] {
    #if os(Linux)
      // POLLRDHUP, which Swift does not see, has the same bit.
      let ended = Int16(EPOLLRDHUP.rawValue)
    #else
      let ended: Int16 = 0
    #endif
    var watched = descriptors.map { pollfd(fd: $0, events: ended, revents: 0) }
    guard poll(&watched, nfds_t(watched.count), 0) > 0 else { return [] }
    return watched.filter { $0.revents != 0 }.map(\.fd)
  }

  /// Breaks a connection whose peer has confirmed nothing for `milliseconds`, also while it has no room for more.
  ///
  /// Without it the kernel tries for a quarter of an hour to reach a telephone that has lost its network. Linux only.
  static func breakUnconfirmed(_ descriptor: Int32, after milliseconds: Int64) {
    #if os(Linux)
      var limit = UInt32(clamping: milliseconds)
      setsockopt(
        descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &limit, socklen_t(MemoryLayout<UInt32>.size))
    #endif
  }

  /// Ends both directions; libmicrohttpd sees the end and closes the socket.
  static func cutOff(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Ends sending; bytes already written are still sent.
  static func endWriting(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Ends reading; bytes that have arrived are still read.
  static func endReading(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_RD)) }
}
