/// As much of a head as can be told of a request that is refused before the library has seen it: what the access log and the
/// language of the answer need.
struct RefusedHead {
  private let lines: [ArraySlice<UInt8>]

  /// The head that these bytes begin with.
  init(_ bytes: [UInt8]) {
    lines = bytes.drop { $0 == 0x0D || $0 == 0x0A }
      .split(separator: 0x0A, maxSplits: HeadLimits.lines, omittingEmptySubsequences: false)
      .map { $0.last == 0x0D ? $0.dropLast() : $0 }
  }

  /// The request, refused; `-` stands for a method that cannot be read.
  func request(_ refusal: Refusal, from peer: String, trusting proxies: [Network], id: String) -> Request {
    let parts = (lines.first ?? []).split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
    let name = parts.first ?? []
    let isToken = (1...32).contains(name.count) && name.allSatisfy(\.isTokenCharacter)
    let target = Array(parts.count > 1 ? parts[1] : [])
    let read = target.withUnsafeBufferPointer { Target($0) }
    let headers = Headers(pairs())
    let own = headers.value(of: "X-Request-Id").flatMap { value in
      value.withUnsafeBufferPointer { RequestIdentifier.isAcceptable($0) }
        ? String(decoding: value, as: UTF8.self) : nil
    }
    return Request(
      method: Method(isToken ? String(decoding: name, as: UTF8.self) : "-"),
      path: read.fault == nil ? read.path : "-", query: read.query, headers: headers,
      peer: ForwardedFor.client(of: headers, from: peer, trusting: proxies), id: own ?? id, refusal: refusal)
  }

  /// The headers that are well-formed and in ASCII, up to the first line that is not.
  private func pairs() -> [(String, String)] {
    var pairs: [(String, String)] = []
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: 0x3A), colon > line.startIndex,
        line[..<colon].allSatisfy(\.isTokenCharacter),
        line[colon...].allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 })
      else { break }
      let value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
      pairs.append((String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self)))
    }
    return pairs
  }
}
