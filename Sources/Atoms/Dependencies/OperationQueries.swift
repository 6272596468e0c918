/// The queries of the bank's systems that an operation makes, and the nodes that make them.
struct OperationQueries {
  /// The queries.
  var all: [any SystemQuery] = []
  /// True if a condition calls a verification that a system of the bank makes.
  var asksVerifications = false
  /// The atoms and lookups that read an answer themselves.
  var seeds: [Int] = []

  /// Returns for each atom whether its state may depend on an answer; empty without queries.
  func reach(in graph: DependencyGraph, atoms: Int) -> [Bool] {
    if all.isEmpty { return [] }
    var reached = [Bool](repeating: false, count: graph.reads.count)
    var waiting = seeds
    while let node = waiting.popLast() {
      if reached[node] { continue }
      reached[node] = true
      waiting += graph.valueReaders[node]
    }
    // Nothing reads an appearance or a check, so one more step is enough.
    for node in reached.indices where reached[node] {
      for reader in graph.appearanceReaders[node] { reached[reader] = true }
      for reader in graph.checkReaders[node] { reached[reader] = true }
    }
    return Array(reached.prefix(atoms))
  }
}

extension Operation {
  /// A fact about the caller, with its query if a system of the bank knows it.
  final class Fact: Sendable {
    /// The name in conditions.
    let name: String
    /// The query; nil for a fact of the server's own.
    let query: (any SystemQuery)?

    init(_ name: String, _ query: (any SystemQuery)?) { (self.name, self.query) = (name, query) }
  }
}
