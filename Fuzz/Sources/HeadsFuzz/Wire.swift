#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Connections to the server.
enum Wire {
  /// Sends bytes, closes this side, and reads until the server closes its own; nil where it has not in five seconds.
  static func exchange(_ bytes: [UInt8], port: UInt16, from number: Int) -> [UInt8]? {
    let link = connect(port, from: number)
    defer { close(link) }
    var place = 0
    while place < bytes.count {
      let count = bytes[place...].withUnsafeBytes { send(link, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      // It has answered, and reads no more.
      if count <= 0 { break }
      place += count
    }
    shutdown(link, Int32(SHUT_WR))
    var (answer, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while true {
      let count = recv(link, &buffer, buffer.count, 0)
      if count == 0 { return answer }
      if count < 0 { return errno == EAGAIN ? nil : answer }
      answer += buffer[..<count]
    }
  }

  private static func connect(_ port: UInt16, from number: Int) -> Int32 {
    let link = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    precondition(link >= 0, "no socket: \(errno)")
    var patience = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(link, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(link, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var yes: Int32 = 1
    setsockopt(link, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    let own = UInt32(127) << 24 | UInt32(1 + number / 200 % 200) << 16 | UInt32(number % 200 + 1) << 8 | 7
    precondition(named(own, 0) { bind(link, $0, $1) } == 0, "no address: \(errno)")
    precondition(named(0x7F00_0001, port) { Glibc.connect(link, $0, $1) } == 0, "no connection: \(errno)")
    return link
  }

  private static func named(_ address: UInt32, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32)
    -> Int32
  {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    name.sin_addr.s_addr = address.bigEndian
    return withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }
}
