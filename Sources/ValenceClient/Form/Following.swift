extension LiveForm {
  /// Marks the inputs that follow an entered one as not entered.
  mutating func followOthers(of atom: Atom, at path: String) {
    for id in atom.either {
      let other = String(path.dropLast(atom.id.count)) + id
      (entered[other], pending[other]) = (nil, nil)
      edited.remove(other)
      if let place = AtomPath(other) { tree.atoms.change(place) { $0.members["entered"] = false } }
    }
  }
}
