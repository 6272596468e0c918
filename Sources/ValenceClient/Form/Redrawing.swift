extension LiveForm {
  /// The form of another tree of the same operation, a newer version or the one after another login, with what this one
  /// would send wherever that still has a place. Ask its ``question()`` next.
  public func redrawn(as tree: Tree) -> LiveForm {
    var form = LiveForm(tree)
    form.carry(values, of: self, at: "")
    return form
  }

  private mutating func carry(_ values: Members, of old: LiveForm, at prefix: String) {
    for (id, value) in values {
      let path = prefix + id
      guard let place = AtomPath(path), let atom = tree.atoms[place], atom.isInput, atom.kind == old[path]?.kind else {
        continue
      }
      if let elements = value.array {
        guard !atom.isFixed, let fresh = atom.item else { continue }
        tree.atoms.change(place) { $0.items = elements.map { _ in fresh } }
        for (index, element) in elements.enumerated() {
          carry(element.object ?? [:], of: old, at: "\(path)[\(index)].")
        }
      } else {
        tree.atoms.change(place) { $0.members["value"] = value }
      }
      entered[path] = asked
      if atom.notify != nil { pending[path] = asked }
    }
  }
}
