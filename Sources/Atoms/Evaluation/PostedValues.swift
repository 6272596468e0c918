import Conditions
package import JSON

/// Posted values by the places of their atoms, each found and read once.
///
/// An evaluation that gets them searches no names and reads no unchanged value again.
///
///     var question = Question(changed: ["amount"], commit: true)
///     question.placed = PlacedValues(values, in: operation)
package struct PlacedValues: Sendable {
  /// The posted value of each atom, by place; nil if the client posted none.
  private(set) var posted: [Value?]
  /// The places of the atoms with a posted value.
  private(set) var places: [Int] = []
  /// The form in which each atom keeps its value, by place; the preset if the client posted none.
  private(set) var kept: [Value]
  /// The places of the atoms with a posted value of the wrong type, in order.
  private(set) var unreadable: [Int] = []
  /// Posted names that belong to no input.
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

  /// Returns true if the value posted for the atom at a place is of the wrong type.
  func isUnreadable(_ place: Int) -> Bool { !unreadable.isEmpty && unreadable.contains(place) }
}

/// Finds the inputs of posted names, outside of items or in an item.
///
/// Most clients post in tree order, so the cursor tries the next input before it searches.
private struct InputCursor {
  private let operation: Operation
  private let template: ItemTemplate?
  private var next: Int?

  /// Creates a cursor at the first input.
  init(_ operation: Operation, inside template: ItemTemplate? = nil) {
    self.operation = operation
    self.template = template
    next = template == nil ? operation.firstInput : template?.inputs.first
  }

  /// Returns the place of the input with that id; nil if there is none.
  mutating func place(of id: String) -> Int? {
    var place = next
    // Ids are ASCII: a canonically equivalent spelling, which Swift takes for equal, has more bytes.
    if let likely = next, operation.atoms[likely].id.utf8.count != id.utf8.count || operation.atoms[likely].id != id {
      place = nil
    }
    if place == nil {
      place = template == nil ? operation.place(of: id) : template?.place(of: id)
      guard let found = place, operation.atoms[found].input != nil else { return nil }
    }
    if let place { next = operation.nextInputs[place] }
    return place
  }
}

extension Evaluation {
  /// Reads the posted values of the atoms outside of items: of all, or of those that the plan needs.
  mutating func read(everything: Bool) {
    let isLong = everything ? posted.count > Self.manyValues : plan.nodes.count * posted.count > Self.maxComparisons
    if placed == nil, isLong {
      placed = PlacedValues(posted, in: operation)
    }
    if let placed, everything {
      unknown = placed.unknown
      for place in placed.places { input.values[place] = placed.kept[place] }
      for place in placed.unreadable { marks[place].insert(.unreadable) }
    } else if everything {
      readMembers(of: posted, inside: nil)
    } else {
      readNeeded()
    }
  }

  /// The number of name comparisons up to which a search is cheaper than finding the place of every value first.
  private static let maxComparisons = 2048
  /// The number of values above which the place of each is found first, so that no name is searched again.
  private static let manyValues = 256

  /// Reads the members of an object: all values outside of items, or those of the current item.
  mutating func readMembers(of object: Object, inside template: ItemTemplate?) {
    var cursor = InputCursor(operation, inside: template)
    for member in object.members {
      if let place = cursor.place(of: member.name), let kind = operation.atoms[place].input {
        keep(kind.read(member.value), at: place)
      } else {
        unknown.append(here.prefix + member.name)
      }
    }
  }

  /// Reads the values of the needed atoms, which are few of those posted, and skips the others.
  private mutating func readNeeded() {
    let (nodes, atoms) = (plan.nodes, operation.atoms)
    if let placed {
      for place in nodes where place < atoms.count {
        input.values[place] = placed.kept[place]
        if placed.isUnreadable(place) { marks[place].insert(.unreadable) }
      }
    } else {
      for place in nodes where place < atoms.count {
        let atom = atoms[place]
        if let kind = atom.input, let value = posted[atom.id] { keep(kind.read(value), at: place) }
      }
    }
    guard !commit else { return }
    for entry in affected.reportedAtoms where entry.isChanged && operation.atoms[entry.place].position.depth == 0 {
      marks[entry.place].insert(.typed)
    }
  }

  /// Keeps the value that an atom has read; nil marks a posted value of the wrong type.
  private mutating func keep(_ kept: Value?, at place: Int) {
    if let kept {
      input.values[place] = kept
    } else {
      input.values[place] = .null
      marks[place].insert(.unreadable)
    }
  }

  /// Returns the value posted for the atom at that place, in the current item or outside of items.
  func posted(for atom: Atom, at place: Int) -> Value? {
    if here.template != nil { return here.posted?[atom.id] }
    return placed == nil ? posted[atom.id] : placed?.posted[place]
  }
}
