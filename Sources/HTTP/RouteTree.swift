/// The patterns of a router as a tree of segments, laid out flat: a walk reads plain numbers and counts no references.
/// It knows routes by their number only, so that it is compiled once and not for each kind of handler.
struct RouteTree: Sendable {
  /// A literal segment that leads on.
  struct Edge: Sendable {
    /// Where the segment stands in the text of all segments.
    var text: Range<Int>
    /// The node it leads to.
    var node: Int
  }

  /// A place between two segments.
  struct Node: Sendable {
    /// The literal segments that lead on from here, among all edges.
    var edges = 0..<0
    /// The node to which any other segment leads.
    var parameter: Int?
    /// Whether a pattern ends here.
    var isEnd = false
  }

  private var nodes: [Node] = []
  private var edges: [Edge] = []
  private var text: [UInt8] = []

  /// The tree of `patterns`, and for each the node at which it ends.
  init(_ patterns: [Pattern]) {
    ends = Array(repeating: 0, count: patterns.count)
    build(patterns.indices.map { ($0, patterns[$0].segments[...]) })
  }

  /// For each pattern, the node at which it ends; the same for patterns that match the same paths.
  private(set) var ends: [Int]

  /// Builds the node at which all of `rests` begin.
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

  /// The node at which a path as it was sent ends, with the places of its parameters; nil where no pattern matches.
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
