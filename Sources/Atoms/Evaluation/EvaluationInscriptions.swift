extension Evaluation {
  /// What the inscription of that id says; nil where it is hidden, or where there is none.
  package mutating func inscription(_ id: String) -> String? {
    guard let place = operation.place(of: id), !marks[place].contains(.hidden) else { return nil }
    let atom = operation.atoms[place]
    learnFacts(of: atom)
    return caption(of: atom) ?? (atom.caption ?? "")[language]
  }
}
