/// What a change reaches: which nodes to work out, and which atoms to tell of. All lists are sorted.
///
/// A change in an item reaches atoms of the same item, of the same item of an outer repeat, or of every item: how many
/// indexes of the changed path an atom shares is noted with it.
final class AffectedAtoms: Sendable {
  /// An atom that may have to be told of.
  struct Telling: Sendable {
    /// Its place.
    let place: Int
    /// How many indexes its items share with the change where it is told of whatever is asked; nil where it is told of
    /// only where it is judged.
    let told: Int?
    /// The same where a check of it reads what changed; nil where none does.
    let checked: Int?
    /// Whether it is one that changed: then it is judged once editing has ended.
    let isChanged: Bool

    /// Whether it is told of whatever is asked.
    var isTold: Bool { told != nil }
    /// Whether a check of it reads what changed.
    var isChecked: Bool { checked != nil }
  }

  /// Nodes whose value may change, the changed ones included.
  let values: [Int]
  /// For each of them how many indexes its items share with the change.
  private let shared: [Int]
  /// Atoms to tell of: those of `values` and those whose appearance or checks read one of them.
  let tellings: [Telling]
  /// The nodes to work out, so that the states are known.
  let needed: WorkPlan
  /// The same with what is only judged, and with what the checks of all read.
  let neededToJudge: WorkPlan

  /// What a change of these atoms reaches in an operation of that many atoms.
  init(_ changed: [Int], in graph: DependencyGraph, atoms: Int) {
    let reach = Reach(of: changed, in: graph)
    let changed = Set(changed)
    values = reach.values.keys.sorted()
    shared = values.map { reach.values[$0] ?? 0 }
    let places = Set(reach.told.keys).union(reach.checked.keys)
    tellings = places.filter { $0 < atoms }.sorted().map {
      Telling(place: $0, told: reach.told[$0], checked: reach.checked[$0], isChanged: changed.contains($0))
    }
    needed = WorkPlan(for: tellings.filter(\.isTold), judging: false, in: graph)
    neededToJudge = WorkPlan(for: tellings, judging: true, in: graph)
  }

  /// All that a question asks for that tells of no change: no value is still being typed.
  init(everyOneOf atoms: Int, in graph: DependencyGraph) {
    (values, shared) = ([], [])
    tellings = (0..<atoms).map { Telling(place: $0, told: 0, checked: 0, isChanged: true) }
    needed = WorkPlan(everythingOf: graph)
    neededToJudge = needed
  }

  /// How many indexes the node's items share with the change; nil where its value does not follow it.
  func shared(by node: Int) -> Int? {
    let place = values.place { $0 < node }
    return place < values.count && values[place] == node ? shared[place] : nil
  }

  /// What is to be told of the atom at that place.
  func telling(of place: Int) -> Telling? {
    let index = tellings.place { $0.place < place }
    return index < tellings.count && tellings[index].place == place ? tellings[index] : nil
  }

  /// How much there is of it, in nodes.
  var size: Int { values.count + tellings.count + needed.nodes.count + neededToJudge.nodes.count }
}

extension Array {
  /// The place of the first element that does not stand before what is looked for; those before it come first.
  fileprivate func place(before: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if before(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// How far a change goes: by node, how many indexes of the changed path its items share with it.
private struct Reach {
  /// The nodes whose value may change.
  private(set) var values: [Int: Int] = [:]
  /// The nodes that are told of.
  private(set) var told: [Int: Int] = [:]
  /// The atoms of which a check reads what changed.
  private(set) var checked: [Int: Int] = [:]

  /// What a change of these nodes reaches.
  init(of changed: [Int], in graph: DependencyGraph) {
    var whole: [Int: Int] = [:]
    var stack = changed.map { (node: $0, shared: graph.items.depth(of: $0), isWhole: true) }
    while let (node, shared, isWhole) = stack.popLast() {
      // A repeat of which an item changed is not told of itself; one that changed as a whole is, with all its items.
      let visited = isWhole ? whole[node] : values[node]
      if let visited, visited <= shared { continue }
      Self.note(node, shared, in: &values)
      if isWhole {
        Self.note(node, shared, in: &whole)
        Self.note(node, shared, in: &told)
        stack += graph.items.members(of: node).map { ($0, shared, true) }
      } else if graph.items.checksItself(node) {
        Self.note(node, shared, in: &checked)
      }
      func sharedBy(_ reader: Int) -> Int { min(shared, graph.items.depth(of: reader)) }
      for reader in graph.appearanceReaders[node] { Self.note(reader, sharedBy(reader), in: &told) }
      for reader in graph.checkReaders[node] { Self.note(reader, sharedBy(reader), in: &checked) }
      for reader in graph.valueReaders[node] {
        stack.append((reader, sharedBy(reader), reader != graph.items.owner(of: node)))
      }
    }
  }

  private static func note(_ node: Int, _ shared: Int, in list: inout [Int: Int]) {
    list[node] = min(list[node] ?? shared, shared)
  }
}

/// An atom that changed, told by its path: `amount`, or `lines[3].amount` inside an item.
struct ChangedAtom: Sendable {
  /// Its place.
  let place: Int
  /// The indexes in its path, outermost first.
  let indexes: [Int]
  /// What its change reaches.
  let affected: AffectedAtoms

  /// Whether what holds for the first `fixed` indexes of the change holds for the item with these indexes, or for one
  /// of the items in it.
  func concerns(_ fixed: Int, _ path: [Int]) -> Bool {
    for place in 0..<min(fixed, path.count, indexes.count) where indexes[place] != path[place] { return false }
    return true
  }
}
