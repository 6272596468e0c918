import CGnuTLS
// `SHUT_WR`: with the static libraries the compiler finds it in the header of libmicrohttpd alone.
import CMicroHTTPD

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What is done to a connection's socket past the library.
enum Socket {
  /// Writes bytes, on the thread of the connection, when nothing of the library's waits to be sent. What the kernel
  /// does not take at once is lost: the connection ends after it.
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    #else
      let flags = Int32(MSG_DONTWAIT)
    #endif
    bytes.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = send(descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, flags)
        if count <= 0 { break }
        sent += count
      }
    }
  }

  /// Writes bytes in a TLS session, in the same way.
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

  /// Whether the other end has ended its sending, and all that it sent is read.
  static func isEnded(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
  }

  /// Ends both directions: the library sees the end and closes the socket.
  static func cutOff(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Sends nothing more; what was written is still sent.
  static func endWriting(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Takes nothing more from the client; what has arrived is still read.
  static func endReading(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_RD)) }
}
