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
