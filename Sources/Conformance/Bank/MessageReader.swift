/// Reads HTTP/1.1 messages from a connection.
struct MessageReader {
  /// The first line and the headers of a message.
  struct Head {
    let line: String
    let headers: [HeaderLine]

    /// The words of the first line.
    var words: [String] { line.split(separator: " ").map(String.init) }
    var isChunked: Bool { headers.first("Transfer-Encoding")?.lowercased().contains("chunked") ?? false }
    /// The length of the body: nil without a header, and -1 for a malformed one.
    var length: Int? { headers.first("Content-Length").map { Int($0) ?? -1 } }
  }

  private static let maximumHead = 64 << 10
  private static let maximumBody = 4 << 20

  private let socket: StreamSocket
  private var unread: [UInt8] = []
  private var isAtEnd = false

  init(_ socket: StreamSocket) { self.socket = socket }

  /// Reads the head of the next message; nil at the end of the connection or if it is malformed.
  mutating func head() -> Head? {
    guard let first = line(), !first.isEmpty else { return nil }
    var headers: [HeaderLine] = []
    var size = first.utf8.count
    while let line = line() {
      if line.isEmpty { return Head(line: first, headers: headers) }
      size += line.utf8.count
      guard size <= Self.maximumHead, let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      headers.append(HeaderLine(name: String(line[..<colon]), value: String(value)))
    }
    return nil
  }

  /// Reads the body of a message; nil if it is incomplete. `toEnd` is true for an answer without a
  /// length.
  mutating func body(of head: Head, toEnd: Bool) -> [UInt8]? {
    if head.isChunked {
      var body: [UInt8] = []
      while let chunk = chunk() {
        if chunk.isEmpty { return body }
        body += chunk
        if body.count > Self.maximumBody { return nil }
      }
      return nil
    }
    if let length = head.length { return (0...Self.maximumBody).contains(length) ? bytes(length) : nil }
    guard toEnd else { return [] }
    while fill(), unread.count <= Self.maximumBody {}
    defer { unread = [] }
    return unread
  }

  /// Reads a chunk: empty for the last one, nil at the end of the connection.
  mutating func chunk() -> [UInt8]? {
    guard let text = line()?.split(separator: ";").first, let size = Int(text, radix: 16),
      (0...Self.maximumBody).contains(size), let chunk = bytes(size)
    else { return nil }
    // The line break after the chunk. Trailers are not sent by the server.
    return line() == nil ? nil : chunk
  }

  private mutating func line() -> String? {
    var searched = 0
    while true {
      if let end = unread[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = unread[..<end].last == UInt8(ascii: "\r") ? unread[..<(end - 1)] : unread[..<end]
        defer { unread.removeSubrange(...end) }
        return String(decoding: line, as: UTF8.self)
      }
      searched = unread.count
      guard searched <= Self.maximumHead, fill() else { return nil }
    }
  }

  private mutating func bytes(_ count: Int) -> [UInt8]? {
    while unread.count < count { guard fill() else { return nil } }
    defer { unread.removeSubrange(..<count) }
    return Array(unread[..<count])
  }

  private mutating func fill() -> Bool {
    if isAtEnd { return false }
    let bytes = socket.receive()
    isAtEnd = bytes.isEmpty
    unread += bytes
    return !isAtEnd
  }
}
