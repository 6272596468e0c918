package import JSON

/// Posted values by the places of their atoms and read once, so that an evaluation neither looks for one by its name
/// nor reads what did not change.
package struct PlacedValues: Sendable {
  /// What was posted for each atom, by its place; nil where nothing was.
  private(set) var posted: [Value?]
  /// The places of the atoms that something was posted for.
  private(set) var places: [Int] = []
  /// The form in which its atom keeps each of them.
  private(set) var kept: [Value]
  /// The places of the atoms for which something of another type was posted, in order.
  private(set) var unreadable: [Int] = []
  /// Posted names that are no inputs.
  let unknown: [String]

  /// Finds the place of each value.
  package init(_ posted: Object, in operation: Operation) {
    self.posted = Array(repeating: nil, count: operation.atoms.count)
    kept = operation.atoms.map(\.preset)
    var unknown: [String] = []
    var cursor = InputCursor(operation)
    for member in posted.members {
      if let place = cursor.place(of: member.name), let kind = operation.atoms[place].input {
        self.posted[place] = member.value
        places.append(place)
        kept[place] = kind.read(member.value) ?? .null
        if kind.read(member.value) == nil { unreadable.append(place) }
      } else {
        unknown.append(member.name)
      }
    }
    self.unknown = unknown
    unreadable.sort()
  }

  /// Whether what was posted for the atom at a place is of another type.
  func isUnreadable(_ place: Int) -> Bool { !unreadable.isEmpty && unreadable.contains(place) }
}
