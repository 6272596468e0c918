/// The nodes to evaluate for a question, each after the nodes that it reads.
struct EvaluationPlan: Sendable {
  /// The nodes to evaluate in the items of a repeat.
  struct Items: Sendable {
    /// The nodes that the value of the repeat depends on. They are evaluated with the repeat.
    let early: [Int]
    /// The other nodes, which can depend on the repeat. They are evaluated when their item is
    /// opened for its states.
    let late: [Int]
    let isRead: Bool
    /// True if a row reads the values of the previous row.
    let isCarried: Bool
    /// True if only the items that contain a change are needed.
    let onlyChanged: Bool
    var isAny: Bool { !(early.isEmpty && late.isEmpty) }
  }

  /// The nodes outside of items.
  let nodes: [Int]
  /// The nodes in items, by the number of the repeat; empty if the operation has no repeats.
  let items: [Items]

  init(everythingOf graph: DependencyGraph) {
    self.init(graph.order, graph) { _ in (isRead: true, onlyChanged: false) }
  }

  /// Plans the nodes for a report of atoms: the atoms, their dependencies, and the nodes that their
  /// appearance reads.
  ///
  /// - Parameter judging: True to include the nodes that the checks of these atoms read.
  init(for reportedAtoms: [AffectedAtoms.ReportedAtom], judging: Bool, in graph: DependencyGraph) {
    let items = graph.items
    var needed: Set<Int> = []
    var entered: Set<Int> = []
    var stack: [Int] = []
    for entry in reportedAtoms {
      let atom = entry.place
      stack.append(atom)
      stack += graph.appearanceReads[atom]
      if judging { stack += graph.checkReads[atom] }
    }
    while let node = stack.popLast() {
      guard needed.insert(node).inserted else { continue }
      stack += graph.reads[node]
      if let partners = graph.partners[node] { stack += partners }
      stack += items.inputs(ofRow: node)
      // A node in items is evaluated with its item. That requires the state of the repeat, but not
      // its value.
      var inner = node
      while let owner = items.owner(of: inner), entered.insert(owner).inserted {
        stack += graph.ownReads[owner]
        inner = owner
      }
    }
    let all = needed.union(entered).sorted { graph.rank[$0] < graph.rank[$1] }
    self.init(all, graph) { place in
      let isRead = needed.contains(place)
      let inside = reportedAtoms.filter { items.isInside($0.place, place) }
      let others = SharedIndexes(items.depth(of: place), orLater: true)
      let isCarried = items.row(of: place).map(needed.contains) ?? false
      let onlyChanged =
        !isRead && !isCarried && inside.allSatisfy { min($0.reported ?? .every, $0.checked ?? .every) > others }
      return (isRead, onlyChanged)
    }
  }

  private init(
    _ all: [Int], _ graph: DependencyGraph, _ describe: (Int) -> (isRead: Bool, onlyChanged: Bool)
  ) {
    guard !graph.items.repeats.isEmpty else {
      (nodes, items) = (all, [])
      return
    }
    nodes = all.filter { graph.items.owner(of: $0) == nil }
    items = graph.items.repeats.map { place in
      let own = all.filter { graph.items.owner(of: $0) == place }
      let (isRead, onlyChanged) = describe(place)
      return Items(
        early: own.filter { !graph.items.isLate($0) }, late: own.filter(graph.items.isLate), isRead: isRead,
        isCarried: graph.items.row(of: place).map(own.contains) ?? false, onlyChanged: onlyChanged)
    }
  }
}
