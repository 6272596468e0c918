/// Which nodes to work out, each after all that it reads.
struct WorkPlan: Sendable {
  /// What to work out of the items of a repeat.
  struct Items: Sendable {
    /// The nodes that the repeat's value follows, worked out with it.
    let early: [Int]
    /// The others, which may read what follows the repeat: worked out where their states are asked for.
    let late: [Int]
    /// Whether somebody reads the repeat's value.
    let isRead: Bool
    /// Whether only the items are asked for that hold what changed.
    let onlyChanged: Bool
    /// Whether there is anything to work out.
    var isAny: Bool { !(early.isEmpty && late.isEmpty) }
  }

  /// The nodes outside of items.
  let nodes: [Int]
  /// By the repeat's number; empty where the operation has none.
  let items: [Items]

  /// A plan for everything.
  init(everythingOf graph: DependencyGraph) {
    self.init(graph.order, graph) { _ in (isRead: true, onlyChanged: false) }
  }

  /// A plan for these atoms and all that they follow, with what their appearance reads, and what their checks read
  /// where they are judged.
  init(for tellings: [AffectedAtoms.Telling], judging: Bool, in graph: DependencyGraph) {
    let items = graph.items
    var needed: Set<Int> = []
    var entered: Set<Int> = []
    var stack: [Int] = []
    for telling in tellings {
      let atom = telling.place
      stack += [atom] + graph.appearanceReads[atom] + (judging ? graph.checkReads[atom] : [])
    }
    while let node = stack.popLast() {
      guard needed.insert(node).inserted else { continue }
      stack += graph.reads[node]
      // What stands in items is worked out there: whether the repeat is shown must be known, but not its value.
      var inner = node
      while let owner = items.owner(of: inner), entered.insert(owner).inserted {
        stack += graph.ownReads[owner]
        inner = owner
      }
    }
    let all = needed.union(entered).sorted { graph.rank[$0] < graph.rank[$1] }
    self.init(all, graph) { place in
      let isRead = needed.contains(place)
      let inside = tellings.filter { items.isInside($0.place, place) }
      let depth = items.depth(of: place)
      return (isRead, !isRead && inside.allSatisfy { min($0.told ?? .max, $0.checked ?? .max) > depth })
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
        onlyChanged: onlyChanged)
    }
  }
}
