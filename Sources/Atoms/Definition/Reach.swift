/// How far a change goes: by node, how many indexes of the changed path its items share with it.
struct Reach {
  /// The nodes whose value may change.
  private(set) var values: [Int: Int] = [:]
  /// The nodes that are told of.
  private(set) var told: [Int: Int] = [:]
  /// The atoms of which a check reads what changed.
  private(set) var checked: [Int: Int] = [:]

  /// What a change of these nodes reaches.
  init(of changed: [Int], in graph: DependencyGraph) {
    var whole: [Int: Int] = [:]
    var stack = changed.map { (node: $0, shared: graph.items.depth(of: $0), isWhole: true) }
    while let (node, shared, isWhole) = stack.popLast() {
      // A repeat of which an item changed is not told of itself; one that changed as a whole is, with all its items.
      let visited = isWhole ? whole[node] : values[node]
      if let visited, visited <= shared { continue }
      Self.note(node, shared, in: &values)
      if isWhole {
        Self.note(node, shared, in: &whole)
        Self.note(node, shared, in: &told)
        stack += graph.items.members(of: node).map { ($0, shared, true) }
      } else if graph.items.checksItself(node) {
        Self.note(node, shared, in: &checked)
      }
      func sharedBy(_ reader: Int) -> Int { min(shared, graph.items.depth(of: reader)) }
      for reader in graph.appearanceReaders[node] { Self.note(reader, sharedBy(reader), in: &told) }
      for reader in graph.checkReaders[node] { Self.note(reader, sharedBy(reader), in: &checked) }
      for reader in graph.valueReaders[node] {
        stack.append((reader, sharedBy(reader), reader != graph.items.owner(of: node)))
      }
    }
  }

  private static func note(_ node: Int, _ shared: Int, in list: inout [Int: Int]) {
    list[node] = min(list[node] ?? shared, shared)
  }
}
