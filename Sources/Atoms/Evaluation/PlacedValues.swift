package import JSON

/// Posted values by the places of their atoms, so that an evaluation looks for none by its name.
package struct PlacedValues: Sendable {
  private var values: [Value?]
  /// Posted names that are no inputs.
  let unknown: [String]

  /// Finds the place of each value.
  package init(_ posted: Object, in operation: Operation) {
    values = Array(repeating: nil, count: operation.atoms.count)
    var unknown: [String] = []
    var cursor = InputCursor(operation)
    for member in posted.members {
      if let place = cursor.place(of: member.name) {
        values[place] = member.value
      } else {
        unknown.append(member.name)
      }
    }
    self.unknown = unknown
  }

  /// What was posted for the atom at a place; nil where nothing was.
  package subscript(place: Int) -> Value? {
    get { values[place] }
    set { values[place] = newValue }
  }
}
