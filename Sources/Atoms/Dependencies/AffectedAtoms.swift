/// The effect of a change: the nodes to work out and the atoms to report, all lists sorted.
///
/// A change in an item can affect atoms of the same item, of the same item of an outer repeat, or of every item. So
/// each atom is noted with the count of indexes that it shares with the changed path.
final class AffectedAtoms: Sendable {
  /// An atom that a reply may report.
  ///
  /// It takes a quarter of the memory of its four properties: each operation keeps one for each of its atoms.
  struct ReportedAtom: Sendable {
    private let number: Int32
    /// The counts; -1 for none.
    private let reportedCount: Int16
    private let checkedCount: Int16
    /// True if the atom itself changed, and is therefore judged once editing has ended.
    let isChanged: Bool

    init(place: Int, reported: Int?, checked: Int?, isChanged: Bool) {
      number = Int32(place)
      (reportedCount, checkedCount) = (Int16(reported ?? -1), Int16(checked ?? -1))
      self.isChanged = isChanged
    }

    /// The place of the atom.
    var place: Int { Int(number) }
    /// The count of indexes that its items share with the change; nil if only a judgement reports the atom.
    var reported: Int? { isReported ? Int(reportedCount) : nil }
    /// The same count for a check of the atom that reads what changed, or for its computed value; nil if neither does.
    var checked: Int? { isChecked ? Int(checkedCount) : nil }
    /// True if every reply reports the atom; false if only a judgement does.
    var isReported: Bool { reportedCount >= 0 }
    /// True if a check of the atom, or its computed value, reads what changed.
    var isChecked: Bool { checkedCount >= 0 }
  }

  /// The nodes whose value may change, with the changed ones.
  let values: [Int]
  /// For each of `values`, the count of indexes that its items share with the change.
  private let shared: [Int]
  /// The atoms to report: those of `values`, and those whose appearance or checks read one of them.
  let reportedAtoms: [ReportedAtom]
  /// The nodes to work out so that the states are known.
  let needed: EvaluationPlan
  /// The nodes to work out for a judgement as well: also those that the checks read.
  let neededToJudge: EvaluationPlan

  /// Works out the effect of a change of these atoms.
  ///
  /// - Parameter atoms: The atoms of the operation; the nodes after them are lookups.
  init(_ changed: [Int], in graph: DependencyGraph, atoms: [Atom]) {
    let reach = AffectedNodes(of: changed, in: graph)
    let changed = Set(changed)
    values = reach.values.keys.sorted()
    shared = values.map { reach.values[$0] ?? 0 }
    let places = Set(reach.reported.keys).union(reach.checked.keys)
    reportedAtoms = places.filter { $0 < atoms.count }.sorted().map { place in
      // Nobody edits a computed value, so that it is judged as soon as what it is computed from is.
      let computed = atoms[place].computed == nil ? nil : reach.values[place]
      let checked = [reach.checked[place], computed].compactMap(\.self).min()
      return ReportedAtom(
        place: place, reported: reach.reported[place], checked: checked, isChanged: changed.contains(place))
    }
    needed = EvaluationPlan(for: reportedAtoms.filter(\.isReported), judging: false, in: graph)
    neededToJudge = EvaluationPlan(for: reportedAtoms, judging: true, in: graph)
  }

  /// Creates the effect for a question without changes: every atom is reported, and no value is still being typed.
  init(everyOneOf atoms: Int, in graph: DependencyGraph) {
    (values, shared) = ([], [])
    reportedAtoms = (0..<atoms).map { ReportedAtom(place: $0, reported: 0, checked: 0, isChanged: true) }
    needed = EvaluationPlan(everythingOf: graph)
    neededToJudge = needed
  }

  /// Creates the plan for reading these nodes, of which nothing is reported.
  init(reading nodes: [Int], in graph: DependencyGraph) {
    (values, shared, reportedAtoms) = ([], [], [])
    let read = nodes.map { ReportedAtom(place: $0, reported: 0, checked: nil, isChanged: false) }
    needed = EvaluationPlan(for: read, judging: false, in: graph)
    neededToJudge = needed
  }

  /// Returns the count of indexes that the node's items share with the change; nil if its value does not depend on it.
  func shared(by node: Int) -> Int? {
    let place = values.place { $0 < node }
    return place < values.count && values[place] == node ? shared[place] : nil
  }

  /// Returns the report for the atom at a place; nil if the change does not affect it.
  func reportedAtom(of place: Int) -> ReportedAtom? {
    let index = reportedAtoms.place { $0.place < place }
    return index < reportedAtoms.count && reportedAtoms[index].place == place ? reportedAtoms[index] : nil
  }

  /// The size in nodes, as a measure of memory.
  var size: Int { values.count + reportedAtoms.count + needed.nodes.count + neededToJudge.nodes.count }
}

extension Array {
  /// Returns the index of the first element for which `before` is false, by binary search. Elements for which it is
  /// true come first.
  fileprivate func place(before: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if before(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The nodes that a change reaches, each with the count of indexes that its items share with the changed path.
private struct AffectedNodes {
  /// The nodes whose value may change.
  private(set) var values: [Int: Int] = [:]
  /// The nodes that every reply reports.
  private(set) var reported: [Int: Int] = [:]
  /// The atoms that have a check that reads what changed.
  private(set) var checked: [Int: Int] = [:]

  /// Follows a change of these nodes through the graph.
  init(of changed: [Int], in graph: DependencyGraph) {
    var whole: [Int: Int] = [:]
    var stack = changed.map { (node: $0, shared: graph.items.depth(of: $0), isWhole: true) }
    while let (node, shared, isWhole) = stack.popLast() {
      // A change in one item does not report the repeat. A change of a whole repeat reports it and all its items.
      let visited = isWhole ? whole[node] : values[node]
      if let visited, visited <= shared { continue }
      Self.note(node, shared, in: &values)
      if isWhole {
        Self.note(node, shared, in: &whole)
        Self.note(node, shared, in: &reported)
        stack += graph.items.members(of: node).map { ($0, shared, true) }
      } else if graph.items.checksItself(node) {
        Self.note(node, shared, in: &checked)
      }
      if let row = graph.items.previous(of: node) {
        // A change in one row is one in all rows behind it.
        stack.append((row, min(shared, graph.items.depth(of: row) - 1), true))
      }
      func sharedBy(_ reader: Int) -> Int { min(shared, graph.items.depth(of: reader)) }
      for reader in graph.appearanceReaders[node] { Self.note(reader, sharedBy(reader), in: &reported) }
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

/// A changed atom, named by its path: `amount`, or `lines[3].amount` inside an item.
struct ChangedAtom: Sendable {
  /// The place of the atom.
  let place: Int
  /// The indexes in the path, outermost first.
  let indexes: [Int]
  /// The effect of the change.
  let affected: AffectedAtoms

  /// Returns true if the item with these indexes agrees with the first `fixed` indexes of the change.
  ///
  /// An item around the changed one also agrees: only the indexes that both paths have are compared.
  func concerns(_ fixed: Int, _ path: [Int]) -> Bool {
    for place in 0..<min(fixed, path.count, indexes.count) where indexes[place] != path[place] { return false }
    return true
  }
}
