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
