import FuzzedBank

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One connection to the server: bytes that were sent, and what has come back.
final class Wire {
  /// The bytes that were sent.
  let sent: [UInt8]
  /// The bytes of the answer so far.
  private(set) var answer: [UInt8] = []
  /// True if the server has closed its side.
  private(set) var isClosed = false
  /// The time of opening.
  let opened = ContinuousClock.now
  private let link: Int32

  /// Sends bytes from an address that follows from `number`, and closes this side.
  init(_ bytes: [UInt8], port: UInt16, from number: Int) {
    sent = bytes
    link = Wire.connect(port, from: number)
    var place = 0
    while place < bytes.count {
      let count = bytes[place...].withUnsafeBytes { rest in
        Wire.again { send(link, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL)) }
      }
      // It has answered, and reads no more.
      if count <= 0 { break }
      place += count
    }
    shutdown(link, Int32(SHUT_WR))
  }

  deinit { close(link) }

  /// Reads what comes until the server closes its side, or nothing has come for so many milliseconds.
  func read(for milliseconds: Int32) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !isClosed {
      var entry = pollfd(fd: link, events: Int16(POLLIN), revents: 0)
      guard Wire.again({ Int(poll(&entry, 1, milliseconds)) }) > 0 else { return }
      let count = Wire.again { recv(link, &buffer, buffer.count, 0) }
      if count > 0 { answer += buffer[..<count] } else { isClosed = true }
    }
  }

  /// Calls the system again for as long as a signal interrupts it: libFuzzer's clock sends one each second.
  private static func again(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  private static func connect(_ port: UInt16, from number: Int) -> Int32 {
    let link = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if link < 0 { fail("no socket: \(errno)") }
    var patience = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(link, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(link, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var yes: Int32 = 1
    setsockopt(link, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    let own = UInt32(127) << 24 | UInt32(1 + number / 200 % 200) << 16 | UInt32(number % 200 + 1) << 8 | 7
    if named(own, 0, { bind(link, $0, $1) }) != 0 { fail("no address: \(errno)") }
    if named(0x7F00_0001, port, { Glibc.connect(link, $0, $1) }) != 0 {
      // An interrupted call continues by itself.
      var entry = pollfd(fd: link, events: Int16(POLLOUT), revents: 0)
      guard errno == EINTR, again({ Int(poll(&entry, 1, 5000)) }) == 1, entry.revents & Int16(POLLERR) == 0 else {
        fail("no connection: \(errno)")
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
