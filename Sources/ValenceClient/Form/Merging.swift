extension LiveForm {
  /// Merges an answer into the form. Returns true if it was merged, false if it was dropped.
  ///
  /// - An answer is dropped if a later question was answered first.
  /// - A state changes no value that was entered after its question was asked, or that is being edited.
  ///
  /// Merge every answer, in whatever order they arrive.
  @discardableResult
  public mutating func merge(_ states: States) -> Bool {
    guard let revision = states.revision, revision > merged, revision <= asked else { return false }
    merged = revision
    let unknown = unjudged.contains(revision) ? Self.unknown(in: tree.atoms, at: "") : []
    unjudged = unjudged.filter { $0 > revision }
    pending = pending.filter { $0.value >= revision }
    // Lists go before the atoms in their items: the answer may have other items than the form.
    let located = states.atoms.compactMap { path, state in
      AtomPath(path).map { (path: path, place: $0, state: state) }
    }.sorted { ($0.place.items.count, $0.path) < ($1.place.items.count, $1.path) }
    for (path, place, state) in located {
      // After an item was added, removed or moved, the same index is another item.
      guard place.lists.allSatisfy({ isOlder($0, than: revision) }) else { continue }
      // A value that the person is typing stays.
      let takesValue = isOlder(path, than: revision) && !edited.contains(path)
      if takesValue, let isEntered = state["entered"]?.bool { entered[path] = isEntered ? revision : nil }
      if takesValue, let elements = state["value"]?.array { take(elements, into: place, path, revision) }
      tree.atoms.change(place) { $0.take(state, takesValue: takesValue) }
    }
    keep(unknown)
    return true
  }

  /// Keeps the warnings of values that an answer without a judgement says nothing about, and notes them for ``question()``.
  private mutating func keep(_ unknown: [(path: String, warning: Violation)]) {
    for (path, warning) in unknown {
      guard let place = AtomPath(path), let atom = tree.atoms[place], atom.notify != nil, !atom.value.isNull,
        !atom.isUnknown, !edited.contains(path)
      else { continue }
      tree.atoms.change(place) { $0.members["warning"] = .object(warning.wire) }
      pending[path] = asked
    }
  }

  /// The warnings of atoms about which something is not known now, by path.
  private static func unknown(in atoms: [Atom], at prefix: String) -> [(path: String, warning: Violation)] {
    atoms.flatMap { atom -> [(path: String, warning: Violation)] in
      let own = atom.isUnknown ? atom.warning.map { [(prefix + atom.id, $0)] } ?? [] : []
      let items = (atom.items ?? []).enumerated().flatMap { index, item in
        unknown(in: item.atoms, at: "\(prefix)\(atom.id)[\(index)].")
      }
      return own + unknown(in: atom.atoms ?? [], at: prefix) + items
    }
  }

  /// True if the question of that revision had the entry at a path, or if nothing was entered there.
  private func isOlder(_ path: String, than revision: Int) -> Bool { entered[path].map { $0 < revision } ?? true }

  /// Gives a list the server's number of items. Items of a fixed list, which come from records, get their values too.
  private mutating func take(_ elements: [WireValue], into place: AtomPath, _ path: String, _ revision: Int) {
    var known = Int.max
    tree.atoms.change(place) { list in
      guard let items = list.items, let fresh = list.item else { return }
      list.items = elements.indices.map { $0 < items.count ? items[$0] : fresh }
      known = min(items.count, elements.count)
    }
    // Nothing was entered in an item that is gone or new.
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

extension LiveForm {
  /// Shows each violation of a refused submission at its atom. Returns the path of the first in the tree's order.
  ///
  /// Scroll to that path. Returns nil if no violation belongs to an atom of this form: show the problem's title.
  ///
  ///     catch .refused(let problem) {
  ///       note = problem.title
  ///       if let path = form.show(problem) { scroll(to: path) }
  ///     }
  @discardableResult
  public mutating func show(_ problem: Problem) -> String? {
    var found: [String] = []
    for violation in problem.violations {
      guard let path = violation.atom, let place = AtomPath(path) else { continue }
      let isThere = tree.atoms.change(place) { atom in
        atom.members["error"] = .object(violation.wire.filter { $0.key != "atom" })
      }
      if isThere { found.append(path) }
    }
    return found.first
  }

  /// The errors of shown atoms by path, in the tree's order.
  public var findings: [(path: String, violation: Violation)] { Self.findings(of: tree.atoms, at: "") }

  private static func findings(of atoms: [Atom], at prefix: String) -> [(path: String, violation: Violation)] {
    atoms.flatMap { atom -> [(path: String, violation: Violation)] in
      let own = atom.isShown ? atom.error.map { [(prefix + atom.id, $0)] } ?? [] : []
      let items = (atom.items ?? []).enumerated().flatMap { index, item in
        findings(of: item.atoms, at: "\(prefix)\(atom.id)[\(index)].")
      }
      return own + findings(of: atom.atoms ?? [], at: prefix) + items
    }
  }
}

extension Atom {
  /// Takes over the members that a state has. An error, warning or note that the state omits stays while its subject does.
  fileprivate mutating func take(_ state: Members, takesValue: Bool) {
    let before = (value: members["value"], required: members["required"], shown: members["shown"])
    for (name, member) in state where !["value", "chosen", "entered"].contains(name) { members[name] = member }
    // The server never sends secrets back, and sends the values of items at the items.
    if takesValue, !isSecret, items == nil, let value = state["value"] { members["value"] = value }
    if takesValue, let isEntered = state["entered"] { members["entered"] = isEntered }
    // The option of a search goes with its value. One that is known stays if the server cannot find it now.
    if takesValue, let option = state["chosen"], !option.isNull || chosen == nil { members["chosen"] = option }
    let stays =
      before.value == members["value"] && before.required == members["required"] && before.shown == members["shown"]
    for name in ["error", "warning", "note"] where !takesValue || (state[name] == nil && !stays) { members[name] = nil }
  }
}
