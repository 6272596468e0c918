import Platform

/// The patterns of a router as a tree of segments in flat arrays.
///
/// A lookup reads plain numbers without reference counting. The tree identifies routes by number,
/// so it is not generic over the handler.
struct RouteTree: Sendable {
  /// A transition for a literal segment.
  fileprivate struct Edge: Sendable {
    var text: Range<Int>
    var node: Int
  }

  /// A position between two segments.
  fileprivate struct Node: Sendable {
    /// Range of the outgoing literal edges in `edges`.
    var edges = 0..<0
    /// The next node for any other segment; nil if absent.
    var parameter: Int?
    var isEnd = false
  }

  private var nodes: [Node] = []
  private var edges: [Edge] = []
  private var text: [UInt8] = []

  /// Builds the tree of `patterns` and sets `ends`.
  init(_ patterns: [Pattern]) {
    ends = Array(repeating: 0, count: patterns.count)
    build(patterns.indices.map { ($0, patterns[$0].segments[...]) })
  }

  /// The node at which each pattern ends. Patterns that match the same paths share a node.
  private(set) var ends: [Int]

  /// Builds the node that is the common start of `rests` and returns it.
  @discardableResult
  private mutating func build(_ rests: [(pattern: Int, segments: ArraySlice<Pattern.Segment>)]) -> Int {
    let node = nodes.count
    nodes.append(Node())
    var literals: [(bytes: [UInt8], rests: [(Int, ArraySlice<Pattern.Segment>)])] = []
    var parameters: [(Int, ArraySlice<Pattern.Segment>)] = []
    for (pattern, segments) in rests {
      switch segments.first {
      case nil:
        nodes[node].isEnd = true
        ends[pattern] = node
      case .parameter:
        parameters.append((pattern, segments.dropFirst()))
      case .literal(let bytes):
        let known = literals.firstIndex { $0.bytes == bytes }
        if known == nil { literals.append((bytes, [])) }
        literals[known ?? literals.count - 1].rests.append((pattern, segments.dropFirst()))
      }
    }
    let first = edges.count
    for literal in literals {
      edges.append(Edge(text: text.count..<(text.count + literal.bytes.count), node: 0))
      text += literal.bytes
    }
    nodes[node].edges = first..<edges.count
    for (index, literal) in literals.enumerated() { edges[first + index].node = build(literal.rests) }
    if !parameters.isEmpty { nodes[node].parameter = build(parameters) }
    return node
  }

  /// Returns the node at which a path ends, and the ranges of its parameters; nil if no pattern
  /// matches. The path is percent-encoded.
  func find(_ path: String) -> (node: Int, places: Places)? {
    var path = path
    return path.withUTF8 { path in
      guard path.first == UInt8(ascii: "/") else { return nil }
      return nodes.withUnsafeBufferPointer { nodes in
        edges.withUnsafeBufferPointer { edges in
          text.withUnsafeBufferPointer { text in
            var walk = RouteWalk(path: path, nodes: nodes, edges: edges, text: text)
            guard let node = walk.end(from: 0, start: path.count == 1 ? nil : 1, count: 0) else { return nil }
            return (node, walk.places)
          }
        }
      }
    }
  }
}

/// One lookup of a path in a `RouteTree`.
private struct RouteWalk {
  let path: UnsafeBufferPointer<UInt8>
  let nodes: UnsafeBufferPointer<RouteTree.Node>
  let edges: UnsafeBufferPointer<RouteTree.Edge>
  let text: UnsafeBufferPointer<UInt8>
  /// Ranges of the parameters found so far.
  var places = Places()

  /// Returns the node at which the rest of the path ends, starting from `node`; nil if no pattern
  /// matches. A literal segment takes precedence. If it leads to no match, the parameter is tried.
  ///
  /// - Parameters:
  ///   - start: The offset of the next segment; nil after the last one.
  ///   - count: The number of parameters found so far.
  mutating func end(from node: Int, start: Int?, count: Int) -> Int? {
    let place = nodes[node]
    guard let start else { return place.isEnd ? node : nil }
    let rest = UnsafeBufferPointer(rebasing: path[start...])
    let end = rest.position(of: UInt8(ascii: "/")).map { start + $0 } ?? path.count
    let isEncoded = UnsafeBufferPointer(rebasing: rest[..<(end - start)]).position(of: UInt8(ascii: "%")) != nil
    let next = end < path.count ? end + 1 : nil
    for edge in place.edges where isEncoded || edges[edge].text.count == end - start {
      guard matches(edges[edge].text, start..<end, isEncoded: isEncoded) else { continue }
      if let found = self.end(from: edges[edge].node, start: next, count: count) { return found }
    }
    guard let parameter = place.parameter, start < end else { return nil }
    places[count] = start..<end
    return self.end(from: parameter, start: next, count: count + 1)
  }

  /// Returns true if the segment equals the literal after percent-decoding.
  private func matches(_ literal: Range<Int>, _ segment: Range<Int>, isEncoded: Bool) -> Bool {
    if isEncoded {
      let decoded = try? PercentEncoding.decode(UnsafeBufferPointer(rebasing: path[segment]))
      return decoded?.utf8.elementsEqual(text[literal]) ?? false
    }
    guard literal.count == segment.count, let path = path.baseAddress, let text = text.baseAddress else { return false }
    return memcmp(text + literal.lowerBound, path + segment.lowerBound, literal.count) == 0
  }
}

/// The segments of a route's pattern. The last one is empty if the pattern ends with a slash.
struct Pattern {
  enum Segment {
    case literal([UInt8])
    case parameter(String)
  }

  /// The segments in order; empty for `/`.
  let segments: [Segment]

  /// Parses a pattern. Throws `RouterError.badPattern` if it is malformed.
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

  var names: [String] {
    segments.compactMap { segment in
      if case .parameter(let name) = segment { name } else { nil }
    }
  }
}
