extension LiveForm {
  /// Returns the form of another tree of the same operation, with the entered values that the new
  /// tree can accept, without passwords and codes. The form keeps its keys.
  ///
  /// The other tree is a newer version, a tree with changed values, or the tree after another
  /// login. Send the ``question()`` of the new form next. It asks about all atoms and reports no
  /// change, because the effects of the changes have been applied before.
  ///
  ///     if [.outdatedVersion, .changed].contains(problem.name), let tree = problem.next?.tree {
  ///       form = form.redrawn(as: tree)
  ///       if let question = form.question() { form.merge(try await client.ask(question)) }
  ///     }
  ///
  /// A tree of another operation gets nothing of this form.
  public func redrawn(as tree: Tree) -> LiveForm {
    guard tree.operation == self.tree.operation else { return LiveForm(tree) }
    var form = LiveForm(tree, keys: keys)
    form.sent = sent
    form.carry(keptValues, of: self, at: "")
    form.isTouched = isTouched
    if isTouched, tree.evaluate != nil { form.wholeDue = form.asked }
    return form
  }

  private mutating func carry(_ values: Members, of old: LiveForm, at prefix: String) {
    for (id, value) in values {
      let path = prefix + id
      guard let place = AtomPath(path), let atom = tree.atoms[place], let drawn = old[path], atom.isInput,
        atom.kind == drawn.kind, drawn.isEnabled || old.entered[path] != nil
      else {
        // Skip computed values, because the new tree has its own.
        continue
      }
      if let elements = value.array, atom.items != nil {
        guard !atom.isFixed, let fresh = atom.item else { continue }
        tree.atoms.change(place) { list in
          list.items = elements.map { _ in fresh }
          // The new tree can have a preset for a list that the person has changed.
          list.members["entered"] = nil
        }
        for (index, element) in elements.enumerated() {
          carry(element.object ?? [:], of: old, at: "\(path)[\(index)].")
        }
      } else {
        tree.atoms.change(place) { atom in
          atom.members["value"] = value
          atom.members["entered"] = nil
          if let option = drawn.members["chosen"] { atom.members["chosen"] = option }
        }
      }
      entered[path] = asked
    }
  }

  /// Restores entries, for example of a form that was open when the client ended. Returns the
  /// request to send now, or nil.
  ///
  ///     let question = form.fill(stored.values)
  ///
  /// - Parameter values: ``keptValues`` of the earlier form. Disabled inputs keep their values.
  public mutating func fill(_ values: Members) -> Question? {
    for (id, value) in values where self[id]?.isEnabled == true { restore(value, at: id) }
    isTouched = true
    if tree.evaluate != nil { wholeDue = asked }
    return question()
  }

  private mutating func restore(_ value: WireValue, at path: String) {
    guard let place = AtomPath(path), let atom = tree.atoms[place], atom.isInput else { return }
    tree.atoms.change(place) { $0.members["entered"] = nil }
    entered[path] = asked
    guard let items = atom.items, let fresh = atom.item else {
      tree.atoms.change(place) { $0.members["value"] = value }
      return
    }
    let elements = value.array ?? []
    tree.atoms.change(place) { $0.items = elements.indices.map { $0 < items.count ? items[$0] : fresh } }
    for (index, element) in elements.enumerated() {
      let given = element.object ?? [:]
      for id in fresh.atoms.inputs {
        let inner = "\(path)[\(index)].\(id)"
        if let value = given[id] {
          restore(value, at: inner)
        } else if !atom.isFixed, let place = AtomPath(inner) {
          // An absent value was neither entered nor drawn.
          tree.atoms.change(place) { if $0.items == nil { $0.members["value"] = .null } }
        }
      }
    }
  }
}

extension [Atom] {
  /// The ids of the inputs, also of those in groups.
  fileprivate var inputs: [String] { flatMap { $0.atoms?.inputs ?? ($0.isInput ? [$0.id] : []) } }
}
