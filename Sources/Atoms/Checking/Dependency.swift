/// That one thing of an operation reads another.
package struct Dependency: Sendable, Hashable {
  /// What may be read, and what reads.
  package enum Node: Sendable, Hashable {
    /// An atom, by its path.
    case atom(String)
    /// The answer of a look-up, by its name.
    case lookup(String)
    /// A fact of the person, by its name.
    case fact(String)

    /// One name for each of them.
    package var id: String {
      switch self {
      case .atom(let path): path
      case .lookup(let name): "lookup \(name)"
      case .fact(let name): "fact \(name)"
      }
    }
  }

  /// What follows from what is read.
  package enum Kind: String, Sendable {
    /// A value, or whether the atom is shown or enabled.
    case value
    /// The caption, the options, whether it is required.
    case appearance
    /// A check alone.
    case check
  }

  /// What is read.
  package let source: Node
  /// What reads it.
  package let reader: Node
  /// What follows from it: the strongest where it is read for several.
  package let kind: Kind
}

extension Operation {
  /// Who reads whom: the readers in their order, each with what it reads.
  package var dependencies: [Dependency] {
    var found: [Dependency] = []
    for reader in 0..<(atoms.count + lookups.count) {
      let value = Set(graph.reads[reader])
      let appearance = Set(graph.appearanceReads[reader]).subtracting(value)
      let check = Set(graph.checkReads[reader]).subtracting(value).subtracting(appearance)
      for (sources, kind) in [(value, Dependency.Kind.value), (appearance, .appearance), (check, .check)] {
        found += sources.sorted().map { Dependency(source: node($0), reader: node(reader), kind: kind) }
      }
    }
    for (reader, atom) in atoms.enumerated() {
      found += atom.facts.map {
        Dependency(source: .fact(facts[$0 - firstFact]), reader: node(reader), kind: .appearance)
      }
    }
    return found
  }

  /// The facts that its atoms read.
  var knownFacts: [String] { Set(atoms.flatMap(\.facts)).sorted().map { facts[$0 - firstFact] } }

  private func node(_ place: Int) -> Dependency.Node {
    place < atoms.count ? .atom(path(of: atoms[place])) : .lookup(lookups[place - atoms.count].name)
  }
}
