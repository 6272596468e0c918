/// The items in which a change has an effect, by the leading item indexes that their paths share
/// with the changed path.
///
/// A row that reads the previous row carries a change to all later rows. Then the index after the
/// shared ones is not less than in the changed path.
struct SharedIndexes: Sendable, Comparable {
  /// Twice the number of shared indexes; one more if the next index can also be later. A smaller
  /// level has an effect in more items.
  let level: Int

  /// The effect in the changed item only.
  static let every = SharedIndexes(Int(Int16.max) / 2)

  /// Creates the effect in all items with the same first `count` indexes.
  ///
  /// - Parameter orLater: True to include only those whose next index is not less.
  init(_ count: Int, orLater: Bool = false) { level = 2 * count + (orLater ? 1 : 0) }

  init(level: Int) { self.level = level }

  static func < (one: SharedIndexes, other: SharedIndexes) -> Bool { one.level < other.level }

  /// Returns the effect on a node that is enclosed by `depth` repeats.
  func within(_ depth: Int) -> SharedIndexes { min(self, SharedIndexes(depth)) }

  /// Returns true if a change at the indexes `changed` has an effect at the indexes `path`.
  ///
  /// Only the indexes that both paths have are compared, so an enclosing item matches too.
  func contains(_ path: [Int], changed: [Int]) -> Bool {
    let (count, both) = (level / 2, min(path.count, changed.count))
    for place in 0..<min(count, both) where changed[place] != path[place] { return false }
    return level % 2 == 0 || count >= both || path[count] >= changed[count]
  }
}
