extension LiveForm {
  /// Enters a value, and answers what to ask the server now, if anything. What is no input, hidden or disabled stays as
  /// it is.
  public mutating func enter(_ value: WireValue, at path: String) -> Question? {
    guard let place = AtomPath(path), let atom = tree.atoms[place], atom.isInput, atom.items == nil, atom.isShown,
      atom.isEnabled, atom.value != value
    else { return nil }
    tree.atoms.change(place) { atom in
      atom.members["value"] = value
      // What was found was found of another value.
      for name in ["error", "warning", "normalized"] { atom.members[name] = nil }
    }
    entered[path] = asked
    switch atom.notify {
    case .change:
      pending[path] = asked
      return question()
    case .commit:
      edited.insert(path)
      return nil
    case nil: return nil
    }
  }

  /// Tells that editing has ended, and answers what to ask the server now, if anything: a text that was changed is judged
  /// and looked up only then.
  public mutating func endEditing(at path: String) -> Question? {
    guard edited.remove(path) != nil else { return nil }
    pending[path] = asked
    return question()
  }

  /// Whether another item can be added to a repeat.
  public func canAddItem(to path: String) -> Bool {
    guard let list = self[path], let items = list.items, list.item != nil else { return false }
    return !list.isFixed && items.count < list.mostItems
  }

  /// Whether an item of a repeat can be removed.
  public func canRemoveItem(from path: String) -> Bool {
    guard let list = self[path], let items = list.items else { return false }
    return !list.isFixed && items.count > list.fewestItems
  }

  /// Adds an item as it is before anything is entered, and answers what to ask the server.
  public mutating func addItem(to path: String) -> Question? {
    guard canAddItem(to: path), let place = AtomPath(path), let list = self[path], let item = list.item else {
      return nil
    }
    let count = list.items?.count ?? 0
    tree.atoms.change(place) { $0.items?.append(item) }
    renumberItems(of: path) { $0 < count ? $0 : nil }
    return listChanged(path)
  }

  /// Removes an item, and answers what to ask the server.
  public mutating func removeItem(_ index: Int, from path: String) -> Question? {
    guard canRemoveItem(from: path), let place = AtomPath(path), self[path]?.items?.indices.contains(index) == true
    else { return nil }
    tree.atoms.change(place) { $0.items?.remove(at: index) }
    renumberItems(of: path) { $0 < index ? $0 : $0 == index ? nil : $0 - 1 }
    return listChanged(path)
  }

  /// Notes that a list has other items now: nothing that was asked before says anything of it.
  private mutating func listChanged(_ path: String) -> Question? {
    entered[path] = asked
    if self[path]?.notify != nil { pending[path] = asked }
    return question()
  }

  /// Keeps what is noted of the atoms in a list under the new numbers of their items; nil forgets an item.
  mutating func renumberItems(of path: String, _ number: (Int) -> Int?) {
    let head = path + "["
    func renamed(_ inner: String) -> String? {
      guard inner.hasPrefix(head) else { return inner }
      let rest = inner.dropFirst(head.count)
      guard let end = rest.firstIndex(of: "]"), let old = Int(rest[..<end]) else { return inner }
      return number(old).map { "\(head)\($0)\(rest[end...])" }
    }
    func moved(_ revisions: [String: Int]) -> [String: Int] {
      Dictionary(revisions.compactMap { inner, revision in renamed(inner).map { ($0, revision) } }) { max($0, $1) }
    }
    (entered, pending) = (moved(entered), moved(pending))
    edited = Set(edited.compactMap(renamed))
  }
}
