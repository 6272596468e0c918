import CGnuTLS
// With static libraries, the compiler finds `SHUT_WR` only through this import.
import CMicroHTTPD
import Platform

/// Socket operations that bypass libmicrohttpd.
enum Socket {
  /// Writes bytes without blocking. Bytes that the kernel does not accept at once are lost, so the
  /// connection must close afterwards.
  ///
  /// Must be called on the connection's thread while libmicrohttpd has nothing to send.
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

  /// Writes bytes to a TLS session, with the same restrictions.
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

  /// Returns true if the peer has half-closed and all its bytes have been read.
  static func isEnded(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
  }

  /// Returns the sockets whose peers have half-closed or disconnected, even if unread bytes remain.
  /// Half-closing is detected only on Linux.
  static func left(among descriptors: [Int32]) -> [Int32] {
    #if os(Linux)
      // `POLLRDHUP` has the same value, but Swift does not import it.
      let ended = Int16(EPOLLRDHUP.rawValue)
    #else
      let ended: Int16 = 0
    #endif
    var watched = descriptors.map { pollfd(fd: $0, events: ended, revents: 0) }
    guard poll(&watched, nfds_t(watched.count), 0) > 0 else { return [] }
    return watched.filter { $0.revents != 0 }.map(\.fd)
  }

  /// Breaks the connection if the peer acknowledges nothing for `milliseconds`, even while its
  /// receive window is full. Linux only.
  ///
  /// With the kernel's default, a phone without a network would occupy the connection for about 15
  /// minutes.
  static func breakUnconfirmed(_ descriptor: Int32, after milliseconds: Int64) {
    #if os(Linux)
      var limit = UInt32(clamping: milliseconds)
      setsockopt(
        descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &limit, socklen_t(MemoryLayout<UInt32>.size))
    #endif
  }

  /// Shuts down both directions. libmicrohttpd detects this and closes the socket, unless the
  /// connection is suspended.
  static func cutOff(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Shuts down the write side. Bytes already written are still sent.
  static func endWriting(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Shuts down the read side. Bytes that have already arrived are still read.
  static func endReading(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_RD)) }
}
