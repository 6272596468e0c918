package import JSON

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
  private var knownFacts: [String] { Set(atoms.flatMap(\.facts)).sorted().map { facts[$0 - firstFact] } }

  private func node(_ place: Int) -> Dependency.Node {
    place < atoms.count ? .atom(path(of: atoms[place])) : .lookup(lookups[place - atoms.count].name)
  }
}

extension Operation {
  /// Writes `nodes` and `edges`: what depends on what, for whoever draws it.
  package func writeGraph(to writer: inout Writer) {
    writer.beginObject()
    writer.key("nodes")
    writer.array { writer in
      for atom in atoms { Self.write(.atom(path(of: atom)), named: path(of: atom), atom.kind.name, to: &writer) }
      for call in lookups { Self.write(.lookup(call.name), named: call.name, "lookup", to: &writer) }
      for fact in knownFacts { Self.write(.fact(fact), named: fact, "fact", to: &writer) }
    }
    writer.key("edges")
    writer.array { writer in
      for dependency in dependencies {
        writer.object { writer in
          writer.member("from", dependency.source.id)
          writer.member("to", dependency.reader.id)
          writer.member("for", dependency.kind.rawValue)
        }
      }
    }
    writer.endObject()
  }

  private static func write(_ node: Dependency.Node, named name: String, _ kind: String, to writer: inout Writer) {
    writer.object { writer in
      writer.member("id", node.id)
      writer.member("title", name)
      writer.member("kind", kind)
    }
  }
}

extension Operation {
  /// What depends on what, as Graphviz DOT: an arrow leads from what is read to what reads it.
  package var graphviz: String {
    var lines = ["digraph \"\(id)\" {", "  rankdir=LR;", "  node [shape=box];"]
    for atom in atoms {
      let path = path(of: atom)
      lines.append("  \"\(path)\" [label=\"\(path)\\n\(atom.kind.name)\"];")
    }
    for call in lookups { lines.append("  \"lookup \(call.name)\" [label=\"\(call.name)\", shape=ellipse];") }
    for fact in knownFacts { lines.append("  \"fact \(fact)\" [label=\"\(fact)\", shape=cylinder];") }
    for dependency in dependencies {
      let style =
        switch dependency.kind {
        case .value: ""
        case .appearance: " [style=dashed]"
        case .check: " [style=dotted]"
        }
      lines.append("  \"\(dependency.source.id)\" -> \"\(dependency.reader.id)\"\(style);")
    }
    return (lines + ["}"]).joined(separator: "\n")
  }
}
