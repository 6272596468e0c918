import Conditions
import JSON

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
