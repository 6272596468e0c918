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
