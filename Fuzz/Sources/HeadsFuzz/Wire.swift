import FuzzedBank

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One connection to the server, with the sent and received bytes.
final class Wire {
  let sent: [UInt8]
  /// The received bytes.
  private(set) var answer: [UInt8] = []
  /// True if the server has closed the connection.
  private(set) var isClosed = false
  let opened = ContinuousClock.now
  private let link: Int32

  /// Sends bytes from a client address that depends on `number`, and half-closes the connection.
  init(_ bytes: [UInt8], port: UInt16, from number: Int) {
    sent = bytes
    link = Wire.connect(port, from: number)
    var place = 0
    while place < bytes.count {
      let count = bytes[place...].withUnsafeBytes { rest in
        Wire.again { send(link, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL)) }
      }
      // The server has responded and no longer reads.
      if count <= 0 { break }
      place += count
    }
    shutdown(link, Int32(SHUT_WR))
  }

  deinit { close(link) }

  /// Reads until the server closes the connection, or until nothing has arrived for `milliseconds`.
  func read(for milliseconds: Int32) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !isClosed {
      var entry = pollfd(fd: link, events: Int16(POLLIN), revents: 0)
      guard Wire.again({ Int(poll(&entry, 1, milliseconds)) }) > 0 else { return }
      let count = Wire.again { recv(link, &buffer, buffer.count, 0) }
      if count > 0 { answer += buffer[..<count] } else { isClosed = true }
    }
  }

  /// Repeats a system call that a signal interrupts. libFuzzer's timer sends a signal each second.
  private static func again(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  private static func connect(_ port: UInt16, from number: Int) -> Int32 {
    let link = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if link < 0 { fail("socket failed: errno \(errno)") }
    var patience = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(link, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(link, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var yes: Int32 = 1
    setsockopt(link, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    let own = UInt32(127) << 24 | UInt32(1 + number / 200 % 200) << 16 | UInt32(number % 200 + 1) << 8 | 7
    if named(own, 0, { bind(link, $0, $1) }) != 0 { fail("bind failed: errno \(errno)") }
    if named(0x7F00_0001, port, { Glibc.connect(link, $0, $1) }) != 0 {
      // An interrupted `connect` continues asynchronously.
      var entry = pollfd(fd: link, events: Int16(POLLOUT), revents: 0)
      guard errno == EINTR, again({ Int(poll(&entry, 1, 5000)) }) == 1, entry.revents & Int16(POLLERR) == 0 else {
        fail("connect failed: errno \(errno)")
      }
    }
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
