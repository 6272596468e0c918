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

/// The parts of a written path.
struct WrittenPath {
  /// The repeats with the index of an item, outermost first.
  private(set) var items: [(id: Substring, index: Int)] = []
  /// The id at the end.
  let id: Substring

  /// Reads `lines[3].amount`; nil for anything that is no path.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    for part in parts.dropLast() {
      guard part.hasSuffix("]"), let bracket = part.firstIndex(of: "[") else { return nil }
      let digits = part[part.index(after: bracket)...].dropLast()
      guard digits.utf8.count < 9, let index = Int(digits), index >= 0 else { return nil }
      items.append((part[..<bracket], index))
    }
    guard let last = parts.last, !last.contains("[") else { return nil }
    id = last
  }
}
