extension LiveForm {
  /// Merges an answer into what is drawn. One that is late, because a later question was answered first, is dropped; so is
  /// what it says of a value that was entered after it was asked. Answers whether it was merged.
  @discardableResult
  public mutating func merge(_ states: States) -> Bool {
    guard let revision = states.revision, revision > merged, revision <= asked else { return false }
    merged = revision
    pending = pending.filter { $0.value >= revision }
    // Lists before what is in their items: the answer may have other items than there were.
    let told = states.atoms.compactMap { path, state in
      AtomPath(path).map { (path: path, place: $0, state: state) }
    }.sorted { ($0.place.items.count, $0.path) < ($1.place.items.count, $1.path) }
    for (path, place, state) in told {
      // An item that was added, removed or moved since is another one now.
      guard place.lists.allSatisfy({ isOlder($0, than: revision) }) else { continue }
      // Nor is anything taken from under the hands of who is typing.
      let takesValue = isOlder(path, than: revision) && !edited.contains(path)
      if takesValue, let elements = state["value"]?.array { take(elements, into: place, path, revision) }
      tree.atoms.change(place) { $0.take(state, takesValue: takesValue) }
    }
    return true
  }

  /// Whether what was entered at a path was known when that question was asked.
  private func isOlder(_ path: String, than revision: Int) -> Bool { entered[path].map { $0 < revision } ?? true }

  /// Gives a list as many items as the server says that it has; those of a list that comes from records have their values
  /// too.
  private mutating func take(_ elements: [WireValue], into place: AtomPath, _ path: String, _ revision: Int) {
    var known = Int.max
    tree.atoms.change(place) { list in
      guard let items = list.items, let fresh = list.item else { return }
      list.items = elements.indices.map { $0 < items.count ? items[$0] : fresh }
      known = min(items.count, elements.count)
    }
    // Of an item that has gone, or is new, nothing was entered.
    renumberItems(of: path) { $0 < known ? $0 : nil }
    guard tree.atoms[place]?.isFixed == true else { return }
    for (index, element) in elements.enumerated() {
      for (id, value) in element.object ?? [:] {
        let inner = "\(path)[\(index)].\(id)"
        guard isOlder(inner, than: revision), let place = AtomPath(inner) else { continue }
        tree.atoms.change(place) { atom in
          if atom.items == nil { atom.members["value"] = value }
        }
      }
    }
  }
}

extension Atom {
  /// Takes over a state; what it does not name stays. A finding that it does not repeat stays while what was judged does.
  fileprivate mutating func take(_ state: Members, takesValue: Bool) {
    let before = (value: members["value"], required: members["required"], shown: members["shown"])
    for (name, told) in state where name != "value" { members[name] = told }
    // What is secret is never told back, and what stands in items is told there.
    if takesValue, !isSecret, items == nil, let value = state["value"] { members["value"] = value }
    let stays =
      before.value == members["value"] && before.required == members["required"] && before.shown == members["shown"]
    for name in ["error", "warning"] where !takesValue || (state[name] == nil && !stays) { members[name] = nil }
  }
}
