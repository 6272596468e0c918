/// What a change reaches: which nodes to work out, and which atoms to tell of. All lists are sorted.
final class AffectedAtoms: Sendable {
  /// An atom that may have to be told of.
  struct Telling: Sendable {
    /// Its place.
    let place: Int
    /// Whether it is told of whatever is asked; else only where it is judged.
    let isTold: Bool
    /// Whether it is one that changed: then it is judged once editing has ended.
    let isChanged: Bool
    /// Whether a check of it reads what changed.
    let isChecked: Bool
  }

  /// Nodes whose value may change, the changed ones included.
  let values: [Int]
  /// Atoms to tell of: those of `values` and those whose appearance or checks read one of them.
  let tellings: [Telling]
  /// The nodes to work out, each after all that it reads, so that the states are known.
  let needed: [Int]
  /// The same with what is only judged, and with what the checks of all read.
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
    tellings = told.union(judged).filter { $0 < atoms }.sorted().map {
      Telling(
        place: $0, isTold: told.contains($0), isChanged: changed.contains($0), isChecked: judged.contains($0))
    }
    needed = Self.needed(for: tellings.filter(\.isTold).map(\.place), judging: false, in: graph)
    neededToJudge = Self.needed(for: tellings.map(\.place), judging: true, in: graph)
  }

  /// All that a question asks for that tells of no change: no value is still being typed.
  init(everyOneOf atoms: Int, in graph: DependencyGraph) {
    values = []
    tellings = (0..<atoms).map { Telling(place: $0, isTold: true, isChanged: true, isChecked: true) }
    (needed, neededToJudge) = (graph.order, graph.order)
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
