/// The effect of a change: the nodes to evaluate and the atoms to report, all sorted.
///
/// A change in an item can affect atoms of the same item, of later items, of an enclosing item, or
/// of every item. Therefore each atom has the item indexes that it shares with the changed path.
final class AffectedAtoms: Sendable {
  /// An atom that a response can report.
  struct ReportedAtom: Sendable {
    private let number: Int32
    /// -1 represents nil.
    private let reportedLevel: Int16
    private let checkedLevel: Int16
    /// True if the atom itself changed. It is then validated at the end of editing.
    let isChanged: Bool

    init(place: Int, reported: SharedIndexes?, checked: SharedIndexes?, isChanged: Bool) {
      number = Int32(place)
      (reportedLevel, checkedLevel) = (Int16(reported?.level ?? -1), Int16(checked?.level ?? -1))
      self.isChanged = isChanged
    }

    var place: Int { Int(number) }
    /// The item indexes shared with the change; nil if only the validation reports the atom.
    var reported: SharedIndexes? { isReported ? SharedIndexes(level: Int(reportedLevel)) : nil }
    /// The item indexes that checks and a computed value share with the change; nil if neither
    /// depends on the change.
    var checked: SharedIndexes? { isChecked ? SharedIndexes(level: Int(checkedLevel)) : nil }
    /// True if every response reports the atom; false if only a validation does.
    var isReported: Bool { reportedLevel >= 0 }
    /// True if a check of the atom, or its computed value, depends on the change.
    var isChecked: Bool { checkedLevel >= 0 }
  }

  /// The nodes whose value can change, including the changed nodes. Empty for an effect without
  /// changes.
  let values: [Int]
  /// For each node in `values`, the fewest item indexes shared with a change.
  private let shared: [SharedIndexes]
  /// The atoms to report or validate: those in `values`, and those whose appearance or checks read
  /// a node in `values`.
  ///
  /// A change in an item alone does not add the repeat, unless the repeat has checks or notes.
  let reportedAtoms: [ReportedAtom]
  /// The nodes to evaluate for the states.
  let needed: EvaluationPlan
  /// The nodes to evaluate for the states and the validation.
  let neededToJudge: EvaluationPlan

  /// Computes the effect of a change of the atoms at `changed`.
  ///
  /// - Parameter atoms: The atoms of the operation. The remaining nodes are lookups and named
  ///   values.
  init(_ changed: [Int], in graph: DependencyGraph, atoms: [Atom]) {
    let partners = graph.partners.isEmpty ? [] : changed.flatMap { graph.partners[$0] ?? [] }
    let reach = AffectedNodes(of: changed + partners, in: graph)
    let changed = Set(changed)
    values = reach.values.keys.sorted()
    shared = values.map { reach.values[$0] ?? SharedIndexes(0) }
    let places = Set(reach.reported.keys).union(reach.checked.keys)
    reportedAtoms = places.filter { $0 < atoms.count }.sorted().map { place in
      // A computed value is not edited, so it is validated after a change of a value that it
      // depends on. So is the value of an input that follows another one.
      let computed = atoms[place].computed == nil && atoms[place].circle == nil ? nil : reach.values[place]
      let checked = [reach.checked[place], computed].compactMap(\.self).min()
      return ReportedAtom(
        place: place, reported: reach.reported[place], checked: checked, isChanged: changed.contains(place))
    }
    needed = EvaluationPlan(for: reportedAtoms.filter(\.isReported), judging: false, in: graph)
    neededToJudge = EvaluationPlan(for: reportedAtoms, judging: true, in: graph)
  }

  /// Creates the effect for a question without changes: every atom is reported and counts as
  /// changed. `values` is empty.
  init(everyOneOf atoms: Int, in graph: DependencyGraph) {
    (values, shared) = ([], [])
    let all = SharedIndexes(0)
    reportedAtoms = (0..<atoms).map { ReportedAtom(place: $0, reported: all, checked: all, isChanged: true) }
    needed = EvaluationPlan(everythingOf: graph)
    neededToJudge = needed
  }

  /// Creates the effect for a question about these atoms without changes.
  init(everyOneIn places: Range<Int>, in graph: DependencyGraph) {
    (values, shared) = ([], [])
    let all = SharedIndexes(0)
    reportedAtoms = places.map { ReportedAtom(place: $0, reported: all, checked: all, isChanged: true) }
    needed = EvaluationPlan(for: reportedAtoms, judging: false, in: graph)
    neededToJudge = EvaluationPlan(for: reportedAtoms, judging: true, in: graph)
  }

  /// Creates the part of an effect that concerns the atoms in `places`.
  init(_ whole: AffectedAtoms, within places: Range<Int>, in graph: DependencyGraph) {
    (values, shared) = (whole.values, whole.shared)
    reportedAtoms = whole.reportedAtoms.filter { places.contains($0.place) }
    needed = EvaluationPlan(for: reportedAtoms.filter(\.isReported), judging: false, in: graph)
    neededToJudge = EvaluationPlan(for: reportedAtoms, judging: true, in: graph)
  }

  /// Creates the effect for reading nodes without reporting them. `values` is empty.
  init(reading nodes: [Int], in graph: DependencyGraph) {
    (values, shared, reportedAtoms) = ([], [], [])
    let read = nodes.map { ReportedAtom(place: $0, reported: SharedIndexes(0), checked: nil, isChanged: false) }
    needed = EvaluationPlan(for: read, judging: false, in: graph)
    neededToJudge = needed
  }

  /// Returns the item indexes that the node shares with the change; nil if the node is not in
  /// `values`.
  func shared(by node: Int) -> SharedIndexes? {
    let place = values.place { $0 < node }
    return place < values.count && values[place] == node ? shared[place] : nil
  }

  /// Returns the entry of the atom at `place`; nil if the change does not affect it.
  func reportedAtom(of place: Int) -> ReportedAtom? {
    let index = reportedAtoms.place { $0.place < place }
    return index < reportedAtoms.count && reportedAtoms[index].place == place ? reportedAtoms[index] : nil
  }

  /// The number of entries and nodes, as a measure of memory.
  var size: Int { values.count + reportedAtoms.count + needed.nodes.count + neededToJudge.nodes.count }
}

extension Array {
  /// Returns the index of the first element for which `before` is false, by binary search. The
  /// elements must be partitioned by `before`.
  fileprivate func place(before: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if before(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The nodes that changes reach, each with the fewest item indexes that it shares with a changed
/// path.
private struct AffectedNodes {
  /// The nodes whose value can change.
  private(set) var values: [Int: SharedIndexes] = [:]
  /// The nodes that every response reports.
  private(set) var reported: [Int: SharedIndexes] = [:]
  /// The atoms with a check that reads a node in `values`, and repeats with checks or notes after a
  /// change in an item.
  private(set) var checked: [Int: SharedIndexes] = [:]

  init(of changed: [Int], in graph: DependencyGraph) {
    var whole: [Int: SharedIndexes] = [:]
    var stack = changed.map { (node: $0, shared: SharedIndexes(graph.items.depth(of: $0)), isWhole: true) }
    while let (node, shared, isWhole) = stack.popLast() {
      // A change in one item does not report the repeat. A change of a whole repeat reports it and
      // all its items.
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
        // A change in one row changes all later rows.
        stack.append((row, min(shared, SharedIndexes(graph.items.depth(of: row) - 1, orLater: true)), true))
      }
      func sharedBy(_ reader: Int) -> SharedIndexes { shared.within(graph.items.depth(of: reader)) }
      for reader in graph.appearanceReaders[node] { Self.note(reader, sharedBy(reader), in: &reported) }
      for reader in graph.checkReaders[node] { Self.note(reader, sharedBy(reader), in: &checked) }
      for reader in graph.valueReaders[node] {
        // The last row of computed rows depends on the values in them.
        let isWhole = reader != graph.items.owner(of: node) || graph.items.endsRows(node)
        stack.append((reader, sharedBy(reader), isWhole))
      }
    }
  }

  private static func note(_ node: Int, _ shared: SharedIndexes, in list: inout [Int: SharedIndexes]) {
    list[node] = min(list[node] ?? shared, shared)
  }
}

/// A changed atom with its path, such as `amount`, or `lines[3].amount` in an item.
struct ChangedAtom: Sendable {
  let place: Int
  /// The item indexes in the path, outermost first.
  let indexes: [Int]
  let affected: AffectedAtoms

  /// Returns true if the change has an effect in the item with these indexes.
  func concerns(_ shared: SharedIndexes, _ path: [Int]) -> Bool { shared.contains(path, changed: indexes) }
}
