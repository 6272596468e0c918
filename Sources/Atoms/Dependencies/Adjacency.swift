/// The edges of a graph in compressed form: one array of edges and one of offsets.
struct Adjacency: Sendable {
  /// The nodes that are connected to a node.
  typealias Nodes = LazyMapSequence<ArraySlice<Int32>, Int>

  /// For each node, the offset after its last edge.
  private let ends: [Int32]
  private let edges: [Int32]

  /// Creates the edges from a list of connected nodes for each node.
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

  var count: Int { ends.count }

  /// The nodes that are connected to `node`, in the order of the list.
  subscript(node: Int) -> Nodes {
    edges[(node == 0 ? 0 : Int(ends[node - 1]))..<Int(ends[node])].lazy.map(Int.init)
  }
}
