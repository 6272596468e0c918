extension LiveForm {
  /// Merges a response into the form. Merge all responses, in any order.
  ///
  /// - A response is dropped if the response to a later request was merged before.
  /// - A value is not changed if it was entered after the request, or if it is being edited.
  ///
  /// - Returns: True if the response was merged, false if it was dropped.
  @discardableResult
  public mutating func merge(_ states: States) -> Bool {
    guard let revision = states.revision, revision > merged, revision <= asked else { return false }
    merged = revision
    let isUnjudged = unjudged.contains(revision)
    let unknown = isUnjudged ? Self.unknown(in: tree.atoms, at: "") : []
    unjudged = unjudged.filter { $0 > revision }
    // A request about all atoms without validation names no change.
    let isWhole = whole.contains(revision)
    if !isWhole || !isUnjudged { pending = pending.filter { $0.value >= revision } }
    if let command = tapped, command.revision < revision, !isWhole { tapped = nil }
    if let due = wholeDue, due < revision, isWhole { wholeDue = nil }
    whole = whole.filter { $0 > revision }
    // Merge lists before the atoms of their items, because the number of items may change.
    let located = states.atoms.compactMap { path, state in
      AtomPath(path).map { (path: path, place: $0, state: state) }
    }.sorted { ($0.place.items.count, $0.path) < ($1.place.items.count, $1.path) }
    for (path, place, state) in located {
      // After a change of the items, the same index may refer to another item.
      guard place.lists.allSatisfy({ isOlder($0, than: revision) }) else { continue }
      let takesValue = isOlder(path, than: revision) && !edited.contains(path)
      if takesValue, let isEntered = state["entered"]?.bool {
        entered[path] = isEntered ? revision : nil
        isTouched = true
      }
      if takesValue, let elements = state["value"]?.array {
        take(elements, isReplaced: state["entered"] != nil, into: place, path, revision)
      }
      tree.atoms.change(place) { $0.take(state, takesValue: takesValue) }
    }
    mergeItems(of: states, revision)
    keep(unknown)
    return true
  }

  /// Keeps the warnings of unavailable values after a response without validation, and reports them
  /// as changed in ``question()``.
  private mutating func keep(_ unknown: [(path: String, warning: Violation)]) {
    for (path, warning) in unknown {
      guard let place = AtomPath(path), let atom = tree.atoms[place], atom.notify != nil, !atom.value.isNull,
        !atom.isUnknown, !edited.contains(path)
      else { continue }
      tree.atoms.change(place) { $0.members["warning"] = .object(warning.wire) }
      pending[path] = asked
    }
  }

  /// Returns the warnings of atoms whose value or lookup is unavailable, by path.
  private static func unknown(in atoms: [Atom], at prefix: String) -> [(path: String, warning: Violation)] {
    atoms.flatMap { atom -> [(path: String, warning: Violation)] in
      let own = atom.isUnknown ? atom.warning.map { [(prefix + atom.id, $0)] } ?? [] : []
      let items = (atom.items ?? []).enumerated().flatMap { index, item in
        unknown(in: item.atoms, at: "\(prefix)\(atom.id)[\(index)].")
      }
      return own + unknown(in: atom.atoms ?? [], at: prefix) + items
    }
  }

  /// Returns true if the request with this revision included the entry at a path, or if nothing was
  /// entered.
  func isOlder(_ path: String, than revision: Int) -> Bool { entered[path].map { $0 < revision } ?? true }

  /// Adjusts the number of items to the server's list. Also sets the values of a fixed list, whose
  /// items come from records, and of a list that follows its preset or was replaced.
  private mutating func take(
    _ elements: [WireValue], isReplaced: Bool, into place: AtomPath, _ path: String, _ revision: Int
  ) {
    guard let list = tree.atoms[place], let items = list.items, let fresh = list.item else { return }
    let known = min(items.count, elements.count)
    tree.atoms.change(place) { list in
      list.items = elements.indices.map { $0 < items.count ? items[$0] : fresh }
    }
    // Drop the records of removed and new items.
    renumberItems(of: path) { $0 < known ? $0 : nil }
    guard list.isFixed || list.followsPreset || isReplaced else { return }
    for (index, element) in elements.enumerated() {
      for (id, value) in element.object ?? [:] {
        let inner = "\(path)[\(index)].\(id)"
        guard isOlder(inner, than: revision), !edited.contains(inner), let place = AtomPath(inner) else { continue }
        tree.atoms.change(place) { atom in
          if atom.items == nil { atom.members["value"] = value }
        }
      }
    }
  }
}

extension LiveForm {
  /// Shows each violation of a rejected submission at its atom.
  ///
  ///     catch .refused(let problem) {
  ///       note = problem.title
  ///       if let path = form.show(problem) { scroll(to: path) }
  ///     }
  ///
  /// - Returns: The path of the first atom with a violation, to scroll to. Nil if no violation
  ///   belongs to an atom of this form; show the problem's title.
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

  /// The errors of shown atoms with their paths, in the order of the tree.
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
  /// Merges the members of a state.
  ///
  /// - An error, warning or note that the state omits remains if the value, `required` and `shown`
  ///   do not change.
  /// - If `takesValue` is false, no error, warning or note remains, because they refer to another
  ///   value.
  fileprivate mutating func take(_ state: Members, takesValue: Bool) {
    let before = (value: members["value"], required: members["required"], shown: members["shown"])
    for (name, member) in state where !["value", "chosen", "entered"].contains(name) { members[name] = member }
    // The server never returns secrets, and returns the values of items at the items.
    if takesValue, !isSecret, items == nil, let value = state["value"] { members["value"] = value }
    if takesValue, let isEntered = state["entered"] { members["entered"] = isEntered }
    // The option belongs to the value. Keep a known option if the server currently cannot find it.
    if takesValue, let option = state["chosen"], !option.isNull || chosen == nil { members["chosen"] = option }
    let stays =
      before.value == members["value"] && before.required == members["required"] && before.shown == members["shown"]
    for name in ["error", "warning", "note"] where !takesValue || (state[name] == nil && !stays) { members[name] = nil }
  }
}
