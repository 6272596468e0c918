import Platform

/// An HTTP client that sends arbitrary bytes, so that tests can send invalid requests.
///
/// By default, every read and write times out after a minute. A server that hangs fails the test
/// and does not block the run.
package final class RawClient {
  /// A received response.
  package struct Answer: Sendable {
    package var status: Int
    /// Lower-case names and values, in order.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]

    /// The value of the first header with this lower-case name.
    package subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

    package var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// A failure of the connection or an invalid response.
  package enum Failure: Error {
    case system(String, errno: Int32)
    case closed(after: String)
    case timedOut(after: String)
    case malformed(String)
  }

  private let descriptor: Int32
  private var buffer: [UInt8] = []

  /// Connects to a port of this machine. If `source` is set, connects from that address.
  ///
  /// `seconds` is the timeout of each read and write.
  package init(port: UInt16, host: String = "127.0.0.1", from source: String? = nil, patience seconds: Int = 60) throws
  {
    descriptor = socket(AF_INET, Libc.streamSocket, 0)
    guard descriptor >= 0 else { throw Failure.system("socket", errno: errno) }
    var patience = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    if let source {
      var own = sockaddr_in()
      own.sin_family = sa_family_t(AF_INET)
      inet_pton(AF_INET, source, &own.sin_addr)
      let bound = withUnsafePointer(to: &own) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard bound == 0 else { throw Failure.system("bind", errno: errno) }
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, host, &address.sin_addr)
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw Failure.system("connect", errno: errno) }
  }

  deinit { close(descriptor) }

  package func send(_ text: String) throws { try send(Array(text.utf8)) }

  package func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(descriptor, $0, Libc.noSignal) }
      guard count > 0 else { throw Failure.system("send", errno: errno) }
      sent += count
    }
  }

  /// Half-closes the connection, so that the server reads the end of input.
  package func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Makes the release of this client reset the connection, instead of an orderly close.
  package func resetAtTheEnd() {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
  }

  /// Reads one response. `hasBody` is false after HEAD. An informational response (1xx) counts as a
  /// response.
  package func receive(hasBody: Bool = true) throws -> Answer {
    while true {
      if let end = firstRange(of: [13, 10, 13, 10]) {
        let head = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeFirst(end + 4)
        return try answer(head, hasBody: hasBody)
      }
      try fill()
    }
  }

  /// Reads the next chunk of a response with `Transfer-Encoding: chunked`; empty for the last
  /// chunk.
  package func chunk() throws -> [UInt8] {
    while true {
      if let end = firstRange(of: [13, 10]) {
        let size = String(decoding: buffer[..<end], as: UTF8.self)
        guard let count = Int(size, radix: 16) else { throw Failure.malformed(size) }
        while buffer.count < end + 2 + count + 2 { try fill() }
        let chunk = Array(buffer[(end + 2)..<(end + 2 + count)])
        buffer.removeFirst(end + 2 + count + 2)
        return chunk
      }
      try fill()
    }
  }

  /// Sends a request and reads its response.
  package func exchange(
    _ method: String, _ target: String, headers: [(String, String)] = [], body: String? = nil
  ) throws -> Answer {
    var text = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if let body { text += "Content-Length: \(body.utf8.count)\r\n" }
    try send(text + "\r\n" + (body ?? ""))
    return try receive(hasBody: method != "HEAD")
  }

  /// Reads until the server closes the connection; returns the received bytes. Throws if it stays
  /// open.
  package func rest() throws -> [UInt8] {
    while true {
      do { try fill() } catch Failure.closed { break }
    }
    defer { buffer = [] }
    return buffer
  }

  /// Waits for the server to close the connection, at most `milliseconds`.
  package func isClosed(within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, milliseconds) > 0 else { return false }
    do { try fill() } catch { return true }
    return false
  }

  /// Waits until bytes have arrived, and keeps them for the next read.
  package func waitForBytes() throws { if buffer.isEmpty { try fill() } }

  private func answer(_ head: String, hasBody: Bool) throws -> Answer {
    // A carriage return and a line feed are one Character.
    let lines = head.split(separator: "\r\n")
    guard let first = lines.first, case let parts = first.split(separator: " ", maxSplits: 2), parts.count >= 2,
      parts[0].hasPrefix("HTTP/1."), let status = Int(parts[1])
    else { throw Failure.malformed(head) }
    let headers: [(name: String, value: String)] = try lines.dropFirst().map { line in
      guard let colon = line.firstIndex(of: ":") else { throw Failure.malformed(head) }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      return (line[..<colon].lowercased(), String(value))
    }
    var answer = Answer(status: status, headers: headers, body: [])
    let length = answer["content-length"].flatMap { Int($0) } ?? 0
    if hasBody && answer["transfer-encoding"] == "chunked" {
      while case let chunk = try chunk(), !chunk.isEmpty { answer.body += chunk }
    } else if hasBody && status >= 200 && status != 204 && status != 304 {
      while buffer.count < length { try fill() }
      answer.body = Array(buffer[..<length])
      buffer.removeFirst(length)
    }
    return answer
  }

  private func firstRange(of pattern: [UInt8]) -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return nil }
      var end = 0
      while let found = memchr(start + end, Int32(pattern[0]), bytes.count - end) {
        let place = UnsafeRawPointer(found) - start
        if bytes[place...].starts(with: pattern) { return place }
        end = place + 1
      }
      return nil
    }
  }

  private func fill() throws {
    var bytes = [UInt8](repeating: 0, count: 16 * 1024)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    if count > 0 {
      buffer += bytes[..<count]
    } else if count == 0 || errno == ECONNRESET {
      throw Failure.closed(after: String(decoding: buffer.prefix(200), as: UTF8.self))
    } else if errno == EAGAIN || errno == EWOULDBLOCK {
      throw Failure.timedOut(after: String(decoding: buffer.prefix(200), as: UTF8.self))
    } else {
      throw Failure.system("recv", errno: errno)
    }
  }
}

/// `send(2)`, which the method with the name `send` hides.
private func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32) -> Int {
  send(descriptor, bytes.baseAddress, bytes.count, flags)
}
