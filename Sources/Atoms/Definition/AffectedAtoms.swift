/// What a change reaches: which nodes to work out, and which atoms to tell of. All lists are sorted.
final class AffectedAtoms: Sendable {
  /// Nodes whose value may change, the changed ones included.
  let values: [Int]
  /// Atoms to tell of: those of `values` and those whose appearance reads one of them.
  let told: [Int]
  /// Atoms whose checks read one of `values`.
  let judged: [Int]
  /// The nodes to work out, each after all that it reads, so that the states of `told` are known.
  let needed: [Int]
  /// The same for `told` and `judged`, with what the checks of both read.
  let neededToJudge: [Int]

  /// What a change of these atoms reaches in an operation of that many atoms.
  init(_ changed: [Int], in graph: DependencyGraph, atoms: Int) {
    var values: Set<Int> = []
    var told: Set<Int> = []
    var judged: Set<Int> = []
    var stack = changed
    while let node = stack.popLast() {
      guard values.insert(node).inserted else { continue }
      told.insert(node)
      told.formUnion(graph.appearanceReaders[node])
      judged.formUnion(graph.checkReaders[node])
      stack += graph.valueReaders[node]
    }
    self.values = values.sorted()
    self.told = told.filter { $0 < atoms }.sorted()
    self.judged = judged.filter { $0 < atoms }.sorted()
    needed = Self.needed(for: self.told, judging: false, in: graph)
    neededToJudge = Self.needed(for: self.told + self.judged, judging: true, in: graph)
  }

  private static func needed(for atoms: [Int], judging: Bool, in graph: DependencyGraph) -> [Int] {
    var needed: Set<Int> = []
    var stack: [Int] = []
    for atom in atoms {
      stack += [atom] + graph.appearanceReads[atom] + (judging ? graph.checkReads[atom] : [])
    }
    while let node = stack.popLast() {
      guard needed.insert(node).inserted else { continue }
      stack += graph.reads[node]
    }
    return needed.sorted { graph.rank[$0] < graph.rank[$1] }
  }
}
