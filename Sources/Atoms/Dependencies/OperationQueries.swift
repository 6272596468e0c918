/// The queries to bank systems that an operation makes, and the nodes that make them.
struct OperationQueries {
  var all: [any SystemQuery] = []
  /// True if a condition calls a verification by a bank system.
  var asksVerifications = false
  /// The atoms, lookups and named values that read an answer directly.
  var seeds: [Int] = []

  /// Returns, for each atom, whether its state can depend on an answer; empty without queries.
  func reach(in graph: DependencyGraph, atoms: Int) -> [Bool] {
    if all.isEmpty { return [] }
    var reached = [Bool](repeating: false, count: graph.reads.count)
    var waiting = seeds
    while let node = waiting.popLast() {
      if reached[node] { continue }
      reached[node] = true
      waiting += graph.valueReaders[node]
    }
    // No node reads an appearance or a check, so their readers need no further propagation.
    for node in reached.indices where reached[node] {
      for reader in graph.appearanceReaders[node] { reached[reader] = true }
      for reader in graph.checkReaders[node] { reached[reader] = true }
    }
    return Array(reached.prefix(atoms))
  }
}

extension Operation {
  /// A fact about the caller, with its query if a bank system provides it.
  final class Fact: Sendable {
    let name: String
    /// The query; nil for a fact of the server.
    let query: (any SystemQuery)?

    init(_ name: String, _ query: (any SystemQuery)?) { (self.name, self.query) = (name, query) }
  }
}
