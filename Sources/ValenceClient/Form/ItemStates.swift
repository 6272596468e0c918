/// The path of an item, such as `lines[3]` or `lines[3].cells[0]`.
struct ItemPath {
  /// The path of the repeat.
  let list: String
  let index: Int

  /// Parses a path; nil if the text is not the path of an item.
  init?(_ text: String) {
    guard text.last == "]", let open = text.lastIndex(of: "["),
      let index = Int(text[text.index(after: open)...].dropLast()), index >= 0
    else { return nil }
    (list, self.index) = (String(text[..<open]), index)
  }
}

extension LiveForm {
  /// Merges the states of items, which have their titles. The lists must have been merged.
  mutating func mergeItems(of states: States, _ revision: Int) {
    for (path, state) in states.atoms {
      guard let item = ItemPath(path), let place = AtomPath(item.list),
        (place.lists + [item.list]).allSatisfy({ isOlder($0, than: revision) })
      else { continue }
      tree.atoms.change(place) { list in
        guard list.items?.indices.contains(item.index) == true else { return }
        for (name, member) in state { list.items?[item.index].members[name] = member }
      }
    }
  }
}
