import Conditions
package import JSON

/// Posted values by the index of the atom, each found and parsed once.
///
/// An evaluation of them does not search by name and does not parse a value again.
package struct PlacedValues: Sendable {
  /// The posted value of each atom; nil if the client posted none.
  private(set) var posted: [Value?]
  /// The indexes of the atoms with a posted value.
  private(set) var places: [Int] = []
  /// The parsed value of each atom: the preset if the client posted none, null if its type is
  /// wrong.
  private(set) var kept: [Value]
  /// The indexes of the atoms with a posted value of the wrong type, in ascending order.
  private(set) var unreadable: [Int] = []
  /// Posted names that are not inputs.
  let unknown: [String]

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
      } else if !operation.isCommand(member.name) {
        unknown.append(member.name)
      }
    }
    self.unknown = unknown
    unreadable.sort()
  }

  /// Returns true if the value posted for the atom at `place` has the wrong type.
  func isUnreadable(_ place: Int) -> Bool { !unreadable.isEmpty && unreadable.contains(place) }
}

/// A search for the inputs of posted names, outside of items or in an item.
///
/// Most clients post in tree order, so the next input is compared first.
private struct InputCursor {
  private let operation: Operation
  private let template: ItemTemplate?
  private var next: Int?

  init(_ operation: Operation, inside template: ItemTemplate? = nil) {
    self.operation = operation
    self.template = template
    next = template == nil ? operation.firstInput : template?.inputs.first
  }

  /// Returns the index of the input with this id; nil if absent.
  mutating func place(of id: String) -> Int? {
    var place = next
    // `==` compares by canonical equivalence. Ids are ASCII, and an equivalent text has more bytes.
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

extension Operation {
  /// Returns true if a command has this id. Earlier clients post values of commands.
  fileprivate func isCommand(_ id: String, inside template: ItemTemplate? = nil) -> Bool {
    let place = template == nil ? place(of: id) : template?.place(of: id)
    return place.map { atoms[$0].isCommand } ?? false
  }
}

extension Evaluation {
  /// Reads the posted values of the atoms outside of items: all, or only those in the plan.
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

  /// The maximum number of name comparisons; above it, `PlacedValues` are created first.
  private static let maxComparisons = 2048
  /// The maximum number of posted values; above it, `PlacedValues` are created first.
  private static let manyValues = 256

  /// Reads the members of an object: all values outside of items, or the values of the current
  /// item.
  mutating func readMembers(of object: Object, inside template: ItemTemplate?) {
    var cursor = InputCursor(operation, inside: template)
    for member in object.members {
      if let place = cursor.place(of: member.name), let kind = operation.atoms[place].input {
        keep(kind.read(member.value), at: place)
      } else if !operation.isCommand(member.name, inside: template) {
        unknown.append(here.prefix + member.name)
      }
    }
  }

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

  /// Stores a parsed value; nil marks a posted value of the wrong type.
  private mutating func keep(_ kept: Value?, at place: Int) {
    if let kept {
      input.values[place] = kept
    } else {
      input.values[place] = .null
      marks[place].insert(.unreadable)
    }
  }

  /// Returns the value posted for the atom at `place`, in the current item or outside of items.
  func posted(for atom: Atom, at place: Int) -> Value? {
    if here.template != nil { return here.posted?[atom.id] }
    return placed == nil ? posted[atom.id] : placed?.posted[place]
  }
}
