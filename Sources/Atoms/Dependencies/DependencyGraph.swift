/// Who reads whom in an operation, sorted once when it is loaded.
///
/// Nodes are the slots of atoms and of look-ups. An atom's *value* follows what its `showIf`, `enableIf`, `value` and `defaultFrom`
/// read; its *appearance* (required, caption, options, checks) is read by nobody, so it never makes a cycle. The value
/// of a repeat follows the inputs of its items besides.
final class DependencyGraph: Sendable {
  /// The nodes so that each comes after all that its value reads.
  let order: [Int]
  /// For each node, its place in `order`.
  let rank: [Int]
  /// For each node, the nodes that its value reads.
  let reads: [[Int]]
  /// The same without the inputs that the items of a repeat have.
  let ownReads: [[Int]]
  /// For each node, the nodes that its appearance reads besides.
  let appearanceReads: [[Int]]
  /// For each node, the nodes that its checks read.
  let checkReads: [[Int]]
  /// For each node, the nodes whose value reads it.
  let valueReaders: [[Int]]
  /// For each node, the nodes whose appearance reads it.
  let appearanceReaders: [[Int]]
  /// For each node, the atoms whose checks read it, themselves left out.
  let checkReaders: [[Int]]
  /// Which nodes stand in items of repeats.
  let items: GraphItems

  /// Cycles among values, no node in two of them: each node reads the next, the last one the first, which is the lowest.
  struct Cycles: Error { let paths: [[Int]] }

  init(
    reads ownReads: [[Int]], appearanceReads: [[Int]], checkReads: [[Int]], items outline: GraphItems.Outline? = nil
  ) throws(Cycles) {
    var reads = ownReads
    for (place, parts) in outline?.parts ?? [:] { reads[place] = Set(reads[place] + parts).sorted() }
    let readers = Self.turned(reads)
    let order = try Self.sorted(reads, readers: readers)
    var rank = order
    for (place, node) in order.enumerated() { rank[node] = place }
    (self.order, self.rank) = (order, rank)
    (self.reads, self.ownReads, self.appearanceReads, self.checkReads) = (reads, ownReads, appearanceReads, checkReads)
    items = outline.map { [reads] in GraphItems($0, reads: reads) } ?? GraphItems()
    valueReaders = readers
    appearanceReaders = Self.turned(appearanceReads)
    checkReaders = Self.turned(checkReads)
  }

  /// Whether anything but the node itself depends on it; a repeat as such does not depend on what is in its items.
  func hasDependents(_ node: Int) -> Bool {
    if !appearanceReaders[node].isEmpty || !checkReaders[node].isEmpty { return true }
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

  /// Kahn's algorithm, the smallest ready node first, so that the order does not depend on chance.
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
      // A node that reads itself is nobody's reader in `readers`, so it keeps waiting and is found here too.
      guard let first = waiting.firstIndex(where: { $0 > 0 }) else { break }
      let cycle = cycle(in: reads, among: waiting, from: first)
      cycles.append(cycle)
      // To find the others, go on as if this one were cut.
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

/// The items of repeats, as the graph sees them: which nodes stand in items, and in which order they can be worked out.
struct GraphItems: Sendable {
  /// What repeats there are, before anything is sorted.
  struct Outline: Sendable {
    /// For each node the place of the innermost repeat around it.
    var owners: [Int?]
    /// By the place of a repeat the inputs of its items, which its value is made of.
    var parts: [Int: [Int]]
    /// The repeats of which a check reads the value.
    var checked: Set<Int>
  }

  /// The places of the repeats in tree order.
  let repeats: [Int]
  /// By the place of a repeat the inputs of its items.
  let parts: [Int: [Int]]
  private let owners: [Int?]
  private let depths: [Int]
  private let late: Set<Int>
  private let checked: Set<Int>
  private let members: [Int: [Int]]

  /// The items of an operation without repeats.
  init() {
    (repeats, parts, owners, depths, late, checked, members) = ([], [:], [], [], [], [], [:])
  }

  /// The items of these repeats in a graph in which nodes read these.
  init(_ outline: Outline, reads: [[Int]]) {
    let owners = outline.owners
    repeats = outline.parts.keys.sorted()
    (parts, self.owners, checked) = (outline.parts, owners, outline.checked)
    let depths = owners.indices.map { node in sequence(first: node) { owners[$0] }.dropFirst().count { _ in true } }
    self.depths = depths
    var members: [Int: [Int]] = [:]
    for (node, owner) in owners.enumerated() { if let owner { members[owner, default: []].append(node) } }
    self.members = members
    var late: Set<Int> = []
    for (place, parts) in outline.parts {
      var early: Set<Int> = []
      var stack = parts
      while let node = stack.popLast() {
        guard early.insert(node).inserted else { continue }
        stack += reads[node].filter { depths[$0] > depths[place] }
      }
      late.formUnion((members[place] ?? []).filter { !early.contains($0) })
    }
    self.late = late
  }

  /// The place of the innermost repeat around the node.
  func owner(of node: Int) -> Int? { owners.isEmpty ? nil : owners[node] }
  /// How many repeats stand around the node.
  func depth(of node: Int) -> Int { depths.isEmpty ? 0 : depths[node] }
  /// Whether the repeat's value does not follow the node of its items, which then may read what follows the repeat.
  func isLate(_ node: Int) -> Bool { late.contains(node) }
  /// Whether a check of the repeat reads its value.
  func checksItself(_ node: Int) -> Bool { checked.contains(node) }
  /// The nodes of the repeat's own items, without those of repeats inside.
  func members(of place: Int) -> [Int] { members[place] ?? [] }
  /// Whether the node stands in items of that repeat or in items of those.
  func isInside(_ node: Int, _ place: Int) -> Bool {
    var outer = owner(of: node)
    while let next = outer, next != place { outer = owner(of: next) }
    return outer != nil
  }
}
