extension LiveForm {
  /// Shows what a submission was refused for, each at its atom; answers the path of the first in the order of the tree, to
  /// scroll to. What belongs to no atom of this form stays with the problem: show its title.
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

  /// What is wrong now, by path, in the order of the tree.
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
