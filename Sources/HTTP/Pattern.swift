/// The segments of a route's pattern; the last one is empty where the pattern ends with a slash.
struct Pattern {
  /// A piece between two slashes.
  enum Segment {
    case literal([UInt8])
    case parameter(String)
  }

  /// The segments in order; none for `/`.
  let segments: [Segment]

  /// Reads a pattern.
  init(_ text: String) throws(RouterError) {
    guard text.utf8.first == UInt8(ascii: "/") else { throw .badPattern(text) }
    var segments: [Segment] = []
    var names: Set<String> = []
    if text != "/" {
      let pieces = text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      for (index, piece) in pieces.enumerated() {
        let bytes = Array(piece)
        if bytes.first == UInt8(ascii: "{") && bytes.last == UInt8(ascii: "}") && bytes.count > 2 {
          let name = String(decoding: bytes[1..<(bytes.count - 1)], as: UTF8.self)
          guard !name.contains("{") && !name.contains("}") && names.insert(name).inserted else {
            throw .badPattern(text)
          }
          segments.append(.parameter(name))
        } else {
          let isPresent = !bytes.isEmpty || (index > 0 && index == pieces.count - 1)
          let isSound = isPresent && !bytes.contains { "{}%?#".utf8.contains($0) || $0 <= 0x20 }
          guard isSound else { throw .badPattern(text) }
          segments.append(.literal(bytes))
        }
      }
    }
    guard names.count <= Places.limit else { throw .badPattern(text) }
    self.segments = segments
  }

  /// The names of the parameters in order.
  var names: [String] {
    segments.compactMap { segment in
      if case .parameter(let name) = segment { name } else { nil }
    }
  }
}
