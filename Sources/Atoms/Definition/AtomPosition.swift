/// Where an atom stands in the tree of its operation, whose atoms are one list, each before those of its own.
struct AtomPosition: Sendable {
  /// The place of the group or repeat that it stands in; nil at the top.
  var parent: Int?
  /// The place of the innermost repeat whose items it belongs to; nil outside of repeats.
  var owner: Int?
  /// How many repeats stand around it, and so how many indexes its path has.
  var depth = 0
  /// The place after the last of its own atoms, or after itself where it has none.
  var end = 0
}
