extension Operation {
  /// A form like this one with another version, title, ids and captions, these in the order of the atoms: for forms that
  /// the server builds again and again, whose atoms stand for themselves. Their texts stay as they are, whatever is in
  /// them, and nothing is compiled.
  package func reworded(
    version: String, title: LocalizedText, atoms wordings: [(id: String, caption: LocalizedText)]
  ) -> Operation {
    precondition(wordings.count == atoms.count && lookups.isEmpty && facts.isEmpty, "\(id): not a form of this shape")
    let atoms = zip(atoms, wordings).map { atom, wording in
      Atom(
        AtomParts(
          id: wording.id, kind: atom.kind, caption: Wording(wording.caption), isOptional: atom.isOptional,
          position: atom.position), notify: atom.notify)
    }
    return Operation(like: self, version: version, title: title, atoms: atoms)
  }
}
