/// The path of an atom: `bic`, or `lines[3].amount` in an item of a repeat. A path does not contain
/// groups.
struct AtomPath {
  /// The enclosing repeats, outermost first, each with the index of the item (from 0).
  let items: [(list: String, index: Int)]
  let id: String

  /// Parses a path; nil if the text is not a path.
  init?(_ text: String) {
    var parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let last = parts.popLast(), !last.isEmpty, !last.contains("[") else { return nil }
    id = String(last)
    var items: [(list: String, index: Int)] = []
    for part in parts {
      guard let open = part.firstIndex(of: "["), part.last == "]", open > part.startIndex,
        let index = Int(part[part.index(after: open)...].dropLast()), index >= 0
      else { return nil }
      items.append((String(part[..<open]), index))
    }
    self.items = items
  }

  /// The paths of the enclosing repeats, outermost first.
  var lists: [String] {
    var prefix = ""
    return items.map { item in
      defer { prefix += "\(item.list)[\(item.index)]." }
      return prefix + item.list
    }
  }
}

extension [Atom] {
  /// The atom at a path; nil if the path leads to no atom.
  subscript(path: AtomPath) -> Atom? {
    var atoms = self
    for item in path.items {
      guard let items = atoms.atom(item.list)?.items, items.indices.contains(item.index) else { return nil }
      atoms = items[item.index].atoms
    }
    return atoms.atom(path.id)
  }

  /// Changes the atom at a path. Returns false if the path leads to no atom.
  @discardableResult
  mutating func change(_ path: AtomPath, _ change: (inout Atom) -> Void) -> Bool {
    self.change(path.items[...], path.id, change)
  }

  private mutating func change(
    _ way: ArraySlice<(list: String, index: Int)>, _ id: String, _ change: (inout Atom) -> Void
  ) -> Bool {
    for place in indices {
      if let step = way.first, self[place].id == step.list, self[place].items != nil {
        guard self[place].items?.indices.contains(step.index) == true else { return false }
        return self[place].items?[step.index].atoms.change(way.dropFirst(), id, change) ?? false
      }
      if way.isEmpty, self[place].id == id {
        change(&self[place])
        return true
      }
      // A path does not contain the groups of an atom.
      if self[place].atoms?.change(way, id, change) == true { return true }
    }
    return false
  }

  /// Returns the atom with this id, directly or in a group.
  private func atom(_ id: String) -> Atom? {
    for atom in self {
      if atom.id == id { return atom }
      if let found = atom.atoms?.atom(id) { return found }
    }
    return nil
  }
}
