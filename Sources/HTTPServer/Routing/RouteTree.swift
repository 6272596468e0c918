import Platform

/// The patterns of a router as a flat tree of segments: a walk reads plain numbers and counts no references. It knows
/// routes by number only, so that it is compiled once and not for each type of handler.
struct RouteTree: Sendable {
  /// A literal segment that leads on.
  fileprivate struct Edge: Sendable {
    /// Range of the segment in the text of all segments.
    var text: Range<Int>
    /// The node that it leads to.
    var node: Int
  }

  /// A position between two segments.
  fileprivate struct Node: Sendable {
    /// Range of the literal segments that lead on from here, among all edges.
    var edges = 0..<0
    /// The node that any other segment leads to; nil if there is none.
    var parameter: Int?
    /// True if a pattern ends here.
    var isEnd = false
  }

  private var nodes: [Node] = []
  private var edges: [Edge] = []
  private var text: [UInt8] = []

  /// Builds the tree of `patterns`, and finds the node at which each ends.
  init(_ patterns: [Pattern]) {
    ends = Array(repeating: 0, count: patterns.count)
    build(patterns.indices.map { ($0, patterns[$0].segments[...]) })
  }

  /// The node at which each pattern ends; the same for patterns that match the same paths.
  private(set) var ends: [Int]

  /// Builds the node at which all of `rests` begin, and returns it.
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

  /// Returns the node at which a path ends, and the places of its parameters; nil if no pattern matches. The path is
  /// percent-encoded, as it was sent.
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

/// One walk of a path through a `RouteTree`.
private struct RouteWalk {
  /// The path as it was sent.
  let path: UnsafeBufferPointer<UInt8>
  let nodes: UnsafeBufferPointer<RouteTree.Node>
  let edges: UnsafeBufferPointer<RouteTree.Edge>
  /// The text of all edges.
  let text: UnsafeBufferPointer<UInt8>
  /// Places of the parameters on the way so far.
  var places = Places()

  /// Returns the node at which the rest of the path ends, beginning at `node`; nil if it leads nowhere. A literal
  /// segment wins over a parameter, but if its way fails, the parameter is tried.
  ///
  /// - `start` is the offset of the next segment; nil behind the last one.
  /// - `count` is the count of parameters before it.
  mutating func end(from node: Int, start: Int?, count: Int) -> Int? {
    let place = nodes[node]
    guard let start else { return place.isEnd ? node : nil }
    let rest = UnsafeBufferPointer(rebasing: path[start...])
    let end = rest.position(of: UInt8(ascii: "/")).map { start + $0 } ?? path.count
    let isEncoded = UnsafeBufferPointer(rebasing: rest[..<(end - start)]).position(of: UInt8(ascii: "%")) != nil
    let next = end < path.count ? end + 1 : nil
    for edge in place.edges where isEncoded || edges[edge].text.count == end - start {
      guard spells(edges[edge].text, start..<end, isEncoded: isEncoded) else { continue }
      if let found = self.end(from: edges[edge].node, start: next, count: count) { return found }
    }
    guard let parameter = place.parameter, start < end else { return nil }
    places[count] = start..<end
    return self.end(from: parameter, start: next, count: count + 1)
  }

  /// Returns true if the segment spells the literal, also with percent-encoding that it does not need.
  private func spells(_ literal: Range<Int>, _ segment: Range<Int>, isEncoded: Bool) -> Bool {
    if isEncoded {
      let decoded = try? PercentEncoding.decode(UnsafeBufferPointer(rebasing: path[segment]))
      return decoded?.utf8.elementsEqual(text[literal]) ?? false
    }
    guard literal.count == segment.count, let path = path.baseAddress, let text = text.baseAddress else { return false }
    return memcmp(text + literal.lowerBound, path + segment.lowerBound, literal.count) == 0
  }
}

/// The segments of a route's pattern; the last one is empty if the pattern ends with a slash.
struct Pattern {
  /// A piece between two slashes.
  enum Segment {
    case literal([UInt8])
    case parameter(String)
  }

  /// The segments in order; none for `/`.
  let segments: [Segment]

  /// Reads a pattern. Throws `RouterError.badPattern` if it is malformed.
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
