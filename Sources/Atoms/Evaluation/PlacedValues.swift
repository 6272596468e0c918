package import JSON

/// Posted values by the places of their atoms and read once, so that an evaluation neither looks for one by its name
/// nor reads what did not change.
package struct PlacedValues: Sendable {
  /// A posted value.
  struct Placed {
    /// What was posted.
    let posted: Value
    /// The form in which its atom keeps it; nil where it is of another type.
    let kept: Value?
  }

  private var values: [Placed?]
  /// Posted names that are no inputs.
  let unknown: [String]

  /// Finds the place of each value.
  package init(_ posted: Object, in operation: Operation) {
    values = Array(repeating: nil, count: operation.atoms.count)
    var unknown: [String] = []
    var cursor = InputCursor(operation)
    for member in posted.members {
      if let place = cursor.place(of: member.name), let kind = operation.atoms[place].input {
        values[place] = Placed(posted: member.value, kept: kind.read(member.value))
      } else {
        unknown.append(member.name)
      }
    }
    self.unknown = unknown
  }

  /// What was posted for the atom at a place; nil where nothing was.
  subscript(place: Int) -> Placed? { values[place] }
}
