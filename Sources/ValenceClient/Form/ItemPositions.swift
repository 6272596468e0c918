extension LiveForm {
  /// Returns true if an item of the repeat at a path can be copied.
  public func canCopyItem(in path: String) -> Bool { self[path]?.allowsCopies == true && canAddItem(to: path) }

  /// Returns true if an item of the repeat at a path can be moved from one index to another.
  public func canMoveItem(_ index: Int, to target: Int, in path: String) -> Bool {
    guard let list = self[path], let items = list.items, list.isEnabled, list.allowsMoves else { return false }
    return index != target && items.indices.contains(index) && items.indices.contains(target)
  }

  /// Inserts a copy of an item after it, without its passwords and codes. Returns the request to
  /// send now, or nil.
  ///
  /// - Parameters:
  ///   - index: The index of the item, from 0.
  ///   - path: The path of the repeat.
  public mutating func copyItem(_ index: Int, in path: String) -> Question? {
    guard canCopyItem(in: path), let place = AtomPath(path), var copy = self[path]?.items?[safe: index] else {
      return nil
    }
    copy.atoms = copy.atoms.map(\.copied)
    let before = entered.filter { $0.key.hasPrefix("\(path)[\(index)].") }
    tree.atoms.change(place) { $0.items?.insert(copy, at: index + 1) }
    renumberItems(of: path) { $0 <= index ? $0 : $0 + 1 }
    // An entry of the item is an entry of its copy.
    for inner in before.keys {
      let copied = "\(path)[\(index + 1)].\(inner.dropFirst("\(path)[\(index)].".count))"
      if self[copied]?.isCopied == true { entered[copied] = asked }
    }
    return listChanged(path)
  }

  /// Moves an item to another index. The items between move by one. Returns the request to send
  /// now, or nil.
  ///
  /// - Parameters:
  ///   - index: The index of the item, from 0.
  ///   - target: Its new index.
  ///   - path: The path of the repeat.
  public mutating func moveItem(_ index: Int, to target: Int, in path: String) -> Question? {
    guard canMoveItem(index, to: target, in: path), let place = AtomPath(path) else { return nil }
    tree.atoms.change(place) { list in
      guard let item = list.items?.remove(at: index) else { return }
      list.items?.insert(item, at: target)
    }
    renumberItems(of: path) { old in
      if old == index { return target }
      if index < target, (index + 1...target).contains(old) { return old - 1 }
      if target < index, (target..<index).contains(old) { return old + 1 }
      return old
    }
    return listChanged(path)
  }
}

extension Atom {
  /// True if a copy of the item has the value of the atom. The person enters passwords and codes
  /// and gives consents again.
  fileprivate var isCopied: Bool { !isSecret && kind != .consent }

  /// The atom without the values that a copy does not have.
  fileprivate var copied: Atom {
    var atom = self
    if !isCopied { atom.members["value"] = .null }
    atom.atoms = atoms?.map(\.copied)
    atom.items = items?.map { item in
      var item = item
      item.atoms = item.atoms.map(\.copied)
      return item
    }
    return atom
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
