/// An atom whose value people search for in a list.
package struct SearchedAtom: Sendable {
  package let search: Search
  /// The minimum number of characters for a search.
  package let minLength: Int
  private let facts: [Operation.Fact]

  fileprivate init(_ search: Search, _ minLength: Int, _ facts: [Operation.Fact]) {
    (self.search, self.minLength, self.facts) = (search, minLength, facts)
  }

  /// Returns the fact that contains the options.
  package func fact(_ name: String, _ surroundings: any Environment) -> LookupAnswer {
    guard let query = facts.first(where: { $0.name == name })?.query else { return .found(surroundings.fact(name)) }
    return surroundings.answer(to: query, [], LookupTerms())
  }
}

extension Operation {
  /// Returns the search of the atom at a path such as `lines[3].payee`; nil if the atom is not a
  /// search.
  package func search(at path: String) -> SearchedAtom? {
    guard let atom = atom(at: path), let kind = atom.input as? SearchKind, let slot = atom.lookup,
      let search = lookups[slot - atoms.count].search
    else { return nil }
    return SearchedAtom(search, kind.minLength, facts)
  }
}
