/// The dependencies of an operation, sorted once at loading.
///
/// Nodes are the slots of atoms, lookups and named values.
///
/// - The *value* of an atom depends on the nodes that its `showIf`, `enableIf`, `value`,
///   `defaultFrom` and `currencyFrom` read, and on its gate.
/// - The value of a repeat also depends on its list and on the inputs of its items.
/// - No node reads an *appearance* (required flag, caption, options, limits, format) or a check, so
///   these are never part of a cycle.
final class DependencyGraph: Sendable {
  /// The nodes, each after the nodes that its value reads.
  let order: [Int]
  /// For each node, its index in `order`.
  let rank: [Int]
  /// For each node, the nodes that its value reads.
  let reads: Adjacency
  /// `reads` without the inputs of a repeat's items.
  let ownReads: Adjacency
  let appearanceReads: Adjacency
  let checkReads: Adjacency
  /// For each node, the nodes whose value reads it.
  let valueReaders: Adjacency
  let appearanceReaders: Adjacency
  /// For each node, the other atoms whose checks read it.
  let checkReaders: Adjacency
  let items: GraphItems
  /// The other inputs of the circle (`either`), by the index of the input. A change of one changes
  /// all, although no input of a circle reads another.
  let partners: [Int: [Int]]

  /// Disjoint cycles among values.
  ///
  /// Each node of a path reads the next one, and the last node reads the first. The first node has
  /// the lowest number.
  struct Cycles: Error { let paths: [[Int]] }

  init(
    reads ownReads: [[Int]], appearanceReads: [[Int]], checkReads: [[Int]], items outline: GraphItems.Outline? = nil,
    partners: [Int: [Int]] = [:]
  ) throws(Cycles) {
    self.partners = partners
    var reads = ownReads
    for (place, parts) in outline?.parts ?? [:] { reads[place] = Set(reads[place] + parts).sorted() }
    let readers = Self.turned(reads)
    let order = try Self.sorted(reads, readers: readers)
    var rank = order
    for (place, node) in order.enumerated() { rank[node] = place }
    (self.order, self.rank) = (order, rank)
    self.reads = Adjacency(reads)
    self.ownReads = outline == nil ? self.reads : Adjacency(ownReads)
    (self.appearanceReads, self.checkReads) = (Adjacency(appearanceReads), Adjacency(checkReads))
    items = outline.map { [reads] in GraphItems($0, reads: reads) } ?? GraphItems()
    valueReaders = Adjacency(readers)
    appearanceReaders = Adjacency(Self.turned(appearanceReads))
    checkReaders = Adjacency(Self.turned(checkReads))
  }

  /// Returns true if another node depends on the node.
  ///
  /// The enclosing repeat counts only if it has checks or notes, or if other nodes depend on it.
  func hasDependents(_ node: Int) -> Bool {
    if !appearanceReaders[node].isEmpty || !checkReaders[node].isEmpty { return true }
    if let row = items.previous(of: node), hasDependents(row) { return true }
    let owner = items.owner(of: node)
    return valueReaders[node].contains { reader in
      reader != owner || items.checksItself(reader) || hasDependents(reader)
    }
  }

  private static func turned(_ edges: [[Int]]) -> [[Int]] {
    var turned = [[Int]](repeating: [], count: edges.count)
    for (node, read) in edges.enumerated() {
      for other in read where other != node { turned[other].append(node) }
    }
    return turned
  }

  /// Sorts the nodes by Kahn's algorithm. It starts with the nodes without reads in ascending
  /// order, so the result is deterministic.
  private static func sorted(_ reads: [[Int]], readers: [[Int]]) throws(Cycles) -> [Int] {
    var waiting = reads.map(\.count)
    var ready = waiting.indices.filter { waiting[$0] == 0 }
    var order: [Int] = []
    var cycles: [[Int]] = []
    while true {
      while order.count < ready.count {
        let node = ready[order.count]
        order.append(node)
        for reader in readers[node] where waiting[reader] > 0 {
          waiting[reader] -= 1
          if waiting[reader] == 0 { ready.append(reader) }
        }
      }
      // `readers` does not contain a node's read of itself, so such a node remains here too.
      guard let first = waiting.firstIndex(where: { $0 > 0 }) else { break }
      let cycle = cycle(in: reads, among: waiting, from: first)
      cycles.append(cycle)
      // Remove this cycle and continue, to find the others.
      for node in cycle { waiting[node] = 0 }
      ready += cycle
    }
    guard cycles.isEmpty else { throw Cycles(paths: cycles) }
    return order
  }

  private static func cycle(in reads: [[Int]], among waiting: [Int], from start: Int) -> [Int] {
    var node = start
    var path: [Int] = []
    while !path.contains(node) {
      path.append(node)
      guard let next = reads[node].first(where: { waiting[$0] > 0 }) else { return path }
      node = next
    }
    let cycle = path.drop { $0 != node }
    let lowest = cycle.min() ?? node
    return Array(cycle.drop { $0 != lowest } + cycle.prefix { $0 != lowest })
  }
}

/// The nodes in items of repeats and their order of evaluation.
struct GraphItems: Sendable {
  /// The repeats of an operation before the graph is sorted.
  struct Outline: Sendable {
    /// For each node, the index of the innermost enclosing repeat; nil outside of repeats.
    var owners: [Int?]
    /// The inputs of the items, which make up the value of the repeat, by the index of the repeat.
    var parts: [Int: [Int]]
    /// The node of the previous row and the inputs that it is read for, by the index of the repeat.
    var previous: [Int: PreviousRow] = [:]
    /// The nodes in computed rows that determine the last row.
    var ends: Set<Int> = []
    /// The repeats with checks or notes.
    var checked: Set<Int>
  }

  /// The indexes of the repeats in tree order.
  let repeats: [Int]
  /// The inputs of the items, by the index of the repeat.
  let parts: [Int: [Int]]
  private let owners: [Int?]
  private let depths: [Int]
  private let late: Set<Int>
  private let checked: Set<Int>
  private let members: [Int: [Int]]
  private let previous: [Int: PreviousRow]
  private let rows: [Int: Int]
  private let ends: Set<Int>

  /// Creates the items of an operation without repeats.
  init() {
    (repeats, parts, owners, depths, late, checked, members) = ([], [:], [], [], [], [], [:])
    (previous, rows, ends) = ([:], [:], [])
  }

  /// Divides the nodes in items into early and late ones.
  init(_ outline: Outline, reads: [[Int]]) {
    let owners = outline.owners
    repeats = outline.parts.keys.sorted()
    (parts, self.owners, checked) = (outline.parts, owners, outline.checked)
    (previous, ends) = (outline.previous, outline.ends)
    rows = Dictionary(uniqueKeysWithValues: outline.previous.map { ($1.slot, $0) })
    let depths = owners.indices.map { node in sequence(first: node) { owners[$0] }.dropFirst().count { _ in true } }
    self.depths = depths
    var members: [Int: [Int]] = [:]
    for (node, owner) in owners.enumerated() { if let owner { members[owner, default: []].append(node) } }
    self.members = members
    var late: Set<Int> = []
    for (place, parts) in outline.parts {
      var early: Set<Int> = []
      var stack = parts + reads[place].filter { depths[$0] > depths[place] }
      while let node = stack.popLast() {
        guard early.insert(node).inserted else { continue }
        stack += reads[node].filter { depths[$0] > depths[place] }
      }
      late.formUnion((members[place] ?? []).filter { !early.contains($0) })
    }
    self.late = late
  }

  /// Returns the index of the innermost enclosing repeat; nil outside of repeats.
  func owner(of node: Int) -> Int? { owners.isEmpty ? nil : owners[node] }
  /// Returns the node of the previous row for an input that the next row reads; nil for any other
  /// node.
  func previous(of node: Int) -> Int? {
    guard !previous.isEmpty, let owner = owner(of: node), let row = previous[owner] else { return nil }
    return row.inputs.contains(node) ? row.slot : nil
  }
  /// Returns the inputs that the next row reads for the node of a previous row; empty for any other
  /// node.
  func inputs(ofRow node: Int) -> [Int] { rows[node].flatMap { previous[$0]?.inputs } ?? [] }
  /// Returns the node of the previous row in items of the repeat at `place`; nil if none reads it.
  func row(of place: Int) -> Int? { previous.isEmpty ? nil : previous[place]?.slot }
  /// Returns true for a node in computed rows that determines the last row.
  func endsRows(_ node: Int) -> Bool { ends.contains(node) }
  /// Returns the number of enclosing repeats.
  func depth(of node: Int) -> Int { depths.isEmpty ? 0 : depths[node] }
  /// Returns true for a node in items whose repeat's value does not depend on it.
  ///
  /// A late node can depend on nodes that depend on the repeat.
  func isLate(_ node: Int) -> Bool { late.contains(node) }
  /// Returns true if the repeat has checks or notes, which can read its value.
  func checksItself(_ node: Int) -> Bool { checked.contains(node) }
  /// Returns the nodes of the repeat's own items, without those of nested repeats.
  func members(of place: Int) -> [Int] { members[place] ?? [] }
  /// Returns true if a node is in items of the repeat at `place`, directly or in a nested repeat.
  func isInside(_ node: Int, _ place: Int) -> Bool {
    var outer = owner(of: node)
    while let next = outer, next != place { outer = owner(of: next) }
    return outer != nil
  }
}
