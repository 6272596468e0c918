/// What a change reaches: which nodes to work out, and which atoms to tell of.
struct AffectedAtoms {
  /// Nodes whose value may change, the changed ones included.
  private(set) var values: Set<Int> = []
  /// Atoms to tell of: those of `values` and those whose appearance reads one of them.
  private(set) var told: Set<Int> = []
  /// Atoms whose checks read one of `values`.
  private(set) var judged: Set<Int> = []

  /// What a change of these atoms reaches.
  init(_ changed: [Int], in operation: Operation) {
    let graph = operation.graph
    var stack = changed
    while let node = stack.popLast() {
      guard values.insert(node).inserted else { continue }
      told.insert(node)
      told.formUnion(graph.appearanceReaders[node])
      judged.formUnion(graph.checkReaders[node])
      stack += graph.valueReaders[node]
    }
    told = told.filter { $0 < operation.atoms.count }
    judged = judged.filter { $0 < operation.atoms.count }
  }

  /// The nodes to work out, in order, so that all these atoms' states are known.
  static func needed(for atoms: some Sequence<Int>, in operation: Operation) -> [Int] {
    let graph = operation.graph
    var needed: Set<Int> = []
    var stack: [Int] = []
    for atom in atoms { stack += [atom] + graph.appearanceReads[atom] + graph.checkReads[atom] }
    while let node = stack.popLast() {
      guard needed.insert(node).inserted else { continue }
      stack += graph.reads[node]
    }
    return graph.order.filter(needed.contains)
  }
}
