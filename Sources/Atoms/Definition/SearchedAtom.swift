/// An atom whose value people search for in a list.
package struct SearchedAtom: Sendable {
  /// The list.
  package let search: Search
  /// The least count of characters for which there are options.
  package let minLength: Int
  private let facts: [Operation.Fact]

  fileprivate init(_ search: Search, _ minLength: Int, _ facts: [Operation.Fact]) {
    (self.search, self.minLength, self.facts) = (search, minLength, facts)
  }

  /// Returns the fact whose elements are the options.
  package func fact(_ name: String, _ surroundings: any Environment) -> LookupAnswer {
    guard let query = facts.first(where: { $0.name == name })?.query else { return .found(surroundings.fact(name)) }
    return surroundings.answer(to: query, [], LookupTerms())
  }
}

extension Operation {
  /// Returns the search of the atom at a path such as `lines[3].payee`; nil if there is none.
  package func search(at path: String) -> SearchedAtom? {
    guard let atom = atom(at: path), let kind = atom.input as? SearchKind, let slot = atom.lookup,
      let search = lookups[slot - atoms.count].search
    else { return nil }
    return SearchedAtom(search, kind.minLength, facts)
  }
}
