/// The syntax tree of a condition or expression, kept flat: children stand before their parents, the root last.
///
/// Every later stage is therefore a plain walk over an array, and no depth of nesting can exhaust a thread's stack.
struct Tree: Sendable {
  /// The nodes, children first; a node names its children by their place here.
  var nodes: [Node] = []
  /// For each node the stretch of text that it was read from, brackets around it included.
  var ranges: [Range<Int>] = []

  /// For each node the stretch to point at when its own name or sign is at fault: the key of a key path.
  var marks: [Range<Int>] = []

  /// The place of the root.
  var root: Int { nodes.count - 1 }

  /// Appends a node and answers its place.
  mutating func append(_ node: Node, _ range: Range<Int>, mark: Range<Int>? = nil) -> Int {
    nodes.append(node)
    ranges.append(range)
    marks.append(mark ?? range)
    return nodes.count - 1
  }
}

extension Tree: Hashable {
  /// Whether both say the same, wherever it was written.
  static func == (left: Tree, right: Tree) -> Bool { left.nodes == right.nodes }
  /// Feeds what the tree says.
  func hash(into hasher: inout Hasher) { hasher.combine(nodes) }
}

extension Tree {
  /// For each node the place at which its own subtree begins.
  func subtreeStarts() -> [Int] {
    var starts: [Int] = []
    starts.reserveCapacity(nodes.count)
    for (place, node) in nodes.enumerated() { starts.append(node.firstChild.map { starts[$0] } ?? place) }
    return starts
  }
}
