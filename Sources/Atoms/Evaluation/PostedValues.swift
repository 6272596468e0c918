import Conditions
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

/// Finds the inputs that posted names belong to, outside of items or in an item.
///
/// Clients mostly post in the order of the tree: the input after the last one is tried before it is looked for.
struct InputCursor {
  private let operation: Operation
  private let template: ItemTemplate?
  private var next: Int?

  /// Begins before the first input.
  init(_ operation: Operation, inside template: ItemTemplate? = nil) {
    self.operation = operation
    self.template = template
    next = template == nil ? operation.firstInput : template?.inputs.first
  }

  /// The place of the input of that id; nil where there is none.
  mutating func place(of id: String) -> Int? {
    var place = next
    // Ids are ASCII: another spelling of one, which Swift takes for the same, has more bytes.
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
  /// Reads what was posted for the atoms outside of items: of all, or of those that are needed.
  mutating func read(everything: Bool) {
    let isLong = everything ? posted.count > Self.manyValues : plan.nodes.count * posted.count > Self.mostComparisons
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

  /// How many comparisons of names are cheaper than to find the place of every value first.
  private static let mostComparisons = 2048
  /// Of how many values the place of each is found, so that none is looked for by its name again.
  private static let manyValues = 256

  /// Reads the members of an object: of everything outside of items, or of the item that is being worked out.
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

  /// Reads the values of the atoms that are needed, which are few of those posted: the others are not looked at.
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
    for telling in affected.tellings where telling.isChanged && operation.atoms[telling.place].position.depth == 0 {
      marks[telling.place].insert(.typed)
    }
  }

  /// Keeps what an atom has read of its posted value; nil for what is of another type.
  private mutating func keep(_ kept: Value?, at place: Int) {
    if let kept {
      input.values[place] = kept
    } else {
      input.values[place] = .null
      marks[place].insert(.unreadable)
    }
  }

  /// What was posted for the atom at that place, here.
  func posted(for atom: Atom, at place: Int) -> Value? {
    if here.template != nil { return here.posted?[atom.id] }
    return placed == nil ? posted[atom.id] : placed?.posted[place]
  }
}
