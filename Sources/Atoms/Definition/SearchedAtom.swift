import Conditions
package import JSON

/// An atom whose value people search for in a list.
package struct SearchedAtom: Sendable {
  package let search: Search
  /// The minimum number of characters for a search.
  package let minLength: Int
  let operation: Operation
  let atom: Atom
  let call: Operation.LookupCall
  /// The item indexes in the path, outermost first; nil if the path has too few.
  let indexes: [Int]?

  /// True if the search has keys or a filter.
  package var readsForm: Bool { !call.others.isEmpty || atom.filter != nil }

  /// Returns the fact that contains the options.
  package func fact(_ name: String, _ surroundings: any Environment) -> LookupAnswer {
    guard let query = operation.facts.first(where: { $0.name == name })?.query else {
      return .found(surroundings.fact(name))
    }
    return surroundings.answer(to: query, [], LookupTerms())
  }

  /// Returns the members of an option that a client draws.
  package func drawn(_ option: Value) -> Value {
    if let table = search.lookup.table {
      let key = table.columns[0].name
      return .object(
        Object([("value", option[key] ?? .null), ("caption", option[search.caption] ?? .null)]))
    }
    let names = ["value", "caption", "detail"]
    return .object(Object(names.compactMap { name in option[name].flatMap { $0.isNull ? nil : (name, $0) } }))
  }
}

extension Operation {
  /// Returns the search of the atom at a path such as `lines[3].payee`; nil if the atom is not a
  /// search.
  package func search(at path: String) -> SearchedAtom? {
    guard let atom = atom(at: path), let kind = atom.input as? SearchKind, let slot = atom.lookup else { return nil }
    let call = lookups[slot - atoms.count]
    guard let search = call.search else { return nil }
    let indexes = place(atPath: path)?.indexes
    return SearchedAtom(
      search: search, minLength: kind.minLength, operation: self, atom: atom, call: call,
      indexes: indexes?.count == atom.position.depth ? indexes : nil)
  }
}

extension Operation {
  /// Returns true if a search on a page needs the values of the form.
  package func needsValues(on page: FormPage) -> Bool { atoms[page.places].contains(where: \.needsValues) }
}

extension OperationCompiler {
  /// Returns the atoms, with `needsValues` of each search whose keys or filter read an input or a
  /// name of items, directly or by lookups, computed values and names.
  func withNeededValues(_ atoms: [AtomParts], _ graph: DependencyGraph) -> [AtomParts] {
    atoms.map { atom in
      guard atom.kind is SearchKind, let slot = atom.lookup else { return atom }
      var waiting = lookups[slot - atoms.count].others.flatMap(\.reads.outer) + (atom.filter?.reads.outer ?? [])
      var seen: Set<Int> = []
      var atom = atom
      while let node = waiting.popLast() {
        guard node < firstFact, seen.insert(node).inserted else { continue }
        let isOfItem = lookups.indices.contains(node - atoms.count) && lookups[node - atoms.count].isRecord
        if isOfItem || node < atoms.count && atoms[node].kind is any InputKind { atom.needsValues = true }
        waiting += graph.reads[node]
      }
      return atom
    }
  }
}
