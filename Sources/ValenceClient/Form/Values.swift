extension LiveForm {
  /// What is sent: all that was drawn or entered, by atom id. A cleared input is null; one that nobody has touched and that
  /// has nothing is absent, which means its default.
  public var values: Members { values(of: tree.atoms, at: "", inItem: false, withSecrets: true) }

  /// What may be kept as a draft: the values without passwords and codes.
  public var keptValues: Members { values(of: tree.atoms, at: "", inItem: false, withSecrets: false) }

  private func values(of atoms: [Atom], at prefix: String, inItem: Bool, withSecrets: Bool) -> Members {
    var values: Members = [:]
    for atom in atoms {
      let path = prefix + atom.id
      if let own = atom.atoms {
        values.merge(self.values(of: own, at: prefix, inItem: inItem, withSecrets: withSecrets)) { $1 }
      } else if let items = atom.items {
        values[atom.id] = .array(
          items.enumerated().map { index, item in
            .object(self.values(of: item.atoms, at: "\(path)[\(index)].", inItem: true, withSecrets: withSecrets))
          })
      } else if let value = atom.members["value"], withSecrets || !atom.isSecret {
        if !value.isNull || entered[path] != nil { values[atom.id] = value }
      }
    }
    return values
  }
}
