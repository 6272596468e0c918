/// The edges of a graph in two arrays, however many nodes there are: a server keeps seven for each operation.
///
///     let reads = Adjacency([[], [0], [0, 1]])
///     Array(reads[2])  // [0, 1]
struct Adjacency: Sendable {
  /// The nodes at the other ends of a node's edges.
  typealias Nodes = LazyMapSequence<ArraySlice<Int32>, Int>

  /// For each node, the index behind its last edge.
  private let ends: [Int32]
  private let edges: [Int32]

  /// Takes for each node the nodes at the other ends of its edges, in order.
  init(_ lists: [[Int]]) {
    var (ends, edges): ([Int32], [Int32]) = ([], [])
    ends.reserveCapacity(lists.count)
    edges.reserveCapacity(lists.reduce(0) { $0 + $1.count })
    for list in lists {
      edges += list.lazy.map(Int32.init)
      ends.append(Int32(edges.count))
    }
    (self.ends, self.edges) = (ends, edges)
  }

  /// The count of nodes.
  var count: Int { ends.count }

  /// The nodes at the other ends of a node's edges.
  subscript(node: Int) -> Nodes {
    edges[(node == 0 ? 0 : Int(ends[node - 1]))..<Int(ends[node])].lazy.map(Int.init)
  }
}
