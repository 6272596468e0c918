/// Parses the response stream of a server, like a client.
enum Answers {
  /// Returns the first fault in the responses; nil if all are valid.
  static func fault(in bytes: [UInt8], to sent: [UInt8]) -> String? {
    var place = 0
    while place < bytes.count {
      let rest = bytes[place...]
      guard let end = endOfHead(rest) else { return "a response without the end of its head" }
      let lines = String(decoding: rest[..<end], as: UTF8.self).split(separator: "\r\n")
      let first = lines.first ?? ""
      guard first.hasPrefix("HTTP/1.1 "), let status = Int(first.dropFirst(9).prefix(3)) else {
        return "not a response: `\(first.prefix(60))`"
      }
      if status == 500 { return "a 500" }
      if rest[end...].starts(with: Array("<html".utf8)) { return "an error page of libmicrohttpd" }
      place = end + 4
      if status >= 200 && status != 204 && status != 304 {
        guard let length = length(lines) else { return "a \(status) without a length" }
        // The response to `HEAD` has a length but no body, so the next response can follow
        // directly.
        let isHead = contains(sent, "HEAD")
        if !isHead && place + length > bytes.count { return "a \(status) is truncated" }
        if !isHead || (place + length <= bytes.count && !bytes[place...].starts(with: Array("HTTP/1.1 ".utf8))) {
          place += length
        }
      }
    }
    return nil
  }

  private static func endOfHead(_ bytes: ArraySlice<UInt8>) -> Int? {
    var place = bytes.startIndex
    while place + 3 < bytes.endIndex {
      if bytes[place] == 13, bytes[place + 1] == 10, bytes[place + 2] == 13, bytes[place + 3] == 10 { return place }
      place += 1
    }
    return nil
  }

  private static func length(_ lines: [Substring]) -> Int? {
    let line = lines.first { $0.lowercased().hasPrefix("content-length:") }
    return line.flatMap { Int($0.dropFirst(15).filter { $0 != " " }) }
  }

  private static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains(text)
  }
}
