import Conditions
package import JSON

/// A dependency in an operation: a reader and the source that it reads.
package struct Dependency: Sendable, Hashable {
  package enum Node: Sendable, Hashable {
    /// An atom, by its path.
    case atom(String)
    /// The answer of a lookup, by its name.
    case lookup(String)
    /// A value that `define` names.
    case definition(String)
    /// A fact about the person, by its name.
    case fact(String)

    /// The name of the node, unique among all cases.
    package var id: String {
      switch self {
      case .atom(let path): path
      case .lookup(let name): "lookup \(name)"
      case .definition(let name): "definition \(name)"
      case .fact(let name): "fact \(name)"
      }
    }
  }

  /// The part of the reader that depends on the source.
  package enum Kind: String, Sendable {
    /// The value, or the condition for the atom to be shown or enabled.
    case value
    /// The caption, the options or the required flag; any part of an atom that reads a fact.
    case appearance
    /// Only a check.
    case check
    /// A change effect: a person's change of the source clears or fills the reader once. Also
    /// `either`: an entry of the source changes the reader.
    case change
  }

  /// The node that is read.
  package let source: Node
  package let reader: Node
  /// The part that depends on the source. If several parts do, the first of `value`, `appearance`
  /// and `check`.
  package let kind: Kind
}

extension Operation {
  /// The dependencies by reader: the atoms in tree order, the lookups and the named values. The
  /// reads of facts and the change effects follow.
  package var dependencies: [Dependency] {
    var found: [Dependency] = []
    for reader in 0..<firstFact {
      let value = Set(graph.reads[reader])
      let appearance = Set(graph.appearanceReads[reader]).subtracting(value)
      let check = Set(graph.checkReads[reader]).subtracting(value).subtracting(appearance)
      for (sources, kind) in [(value, Dependency.Kind.value), (appearance, .appearance), (check, .check)] {
        found += sources.sorted().map { Dependency(source: node($0), reader: node(reader), kind: kind) }
      }
    }
    for (reader, atom) in atoms.enumerated() {
      found += atom.facts.map {
        Dependency(source: .fact(facts[$0 - firstFact].name), reader: node(reader), kind: .appearance)
      }
      found += (atom.onChange?.targets ?? []).map {
        Dependency(source: node(reader), reader: node($0), kind: .change)
      }
      found += atomsFollowed(by: reader).map { Dependency(source: node($0), reader: node(reader), kind: .change) }
    }
    for slot in atoms.count..<firstFact {
      found += (namedValue(in: slot)?.expression.reads.outer ?? []).filter { $0 >= firstFact }.map {
        Dependency(source: .fact(facts[$0 - firstFact].name), reader: node(slot), kind: .value)
      }
    }
    return found
  }

  /// The inputs of its circle that the `either` of an atom reads.
  private func atomsFollowed(by reader: Int) -> [Int] {
    guard let circle = atoms[reader].circle, let index = circle.places.firstIndex(of: reader) else { return [] }
    return circle.expressions[index].reads.outer.filter(circle.places.contains)
  }

  /// The names of the facts that atoms and named values read, in the order of their slots, which is
  /// alphabetical.
  private var knownFacts: [String] {
    let named = lookups.compactMap(\.named) + values
    let slots = atoms.flatMap(\.facts) + named.flatMap { $0.expression.reads.outer.filter { $0 >= firstFact } }
    return Set(slots).sorted().map { facts[$0 - firstFact].name }
  }

  private func node(_ place: Int) -> Dependency.Node {
    if place < atoms.count { return .atom(path(of: atoms[place])) }
    guard place < firstValue else { return .definition(values[place - firstValue].name) }
    let call = lookups[place - atoms.count]
    return call.isDefinition ? .definition(name(of: call)) : .lookup(name(of: call))
  }

  /// The names of the answers, and of the records and numbers of items.
  private var answerNames: [String] { lookups.filter { !$0.isDefinition }.map(name) }
  /// The names of the values of `define`, first those of items.
  private var definitionNames: [String] { lookups.filter { $0.named != nil }.map(name) + values.map(\.name) }

  /// Returns the name of a lookup's answer, or of a name that only items have.
  ///
  /// The names of the previous row and of `define` include the path of the repeat, because several
  /// repeats can use the same name.
  private func name(of call: LookupCall) -> String {
    call.isPrevious || call.isDefinition ? "\(path(of: atoms[call.subject])).\(call.name)" : call.name
  }
}

extension Operation {
  /// Writes the graph as `nodes` and `edges`, for a client that draws it.
  package func writeGraph(to writer: inout Writer) {
    writer.beginObject()
    writer.key("nodes")
    writer.array { writer in
      for atom in atoms { Self.write(.atom(path(of: atom)), named: path(of: atom), atom.kind.name, to: &writer) }
      for name in answerNames { Self.write(.lookup(name), named: name, "lookup", to: &writer) }
      for name in definitionNames { Self.write(.definition(name), named: name, "definition", to: &writer) }
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
  /// The graph in Graphviz DOT. An arrow points from the source to the reader. A bold arrow is a
  /// change effect.
  package var graphviz: String {
    var lines = ["digraph \"\(id)\" {", "  rankdir=LR;", "  node [shape=box];"]
    for atom in atoms {
      let path = path(of: atom)
      lines.append("  \"\(path)\" [label=\"\(path)\\n\(atom.kind.name)\"];")
    }
    for name in answerNames { lines.append("  \"lookup \(name)\" [label=\"\(name)\", shape=ellipse];") }
    for name in definitionNames { lines.append("  \"definition \(name)\" [label=\"\(name)\", shape=hexagon];") }
    for fact in knownFacts { lines.append("  \"fact \(fact)\" [label=\"\(fact)\", shape=cylinder];") }
    for dependency in dependencies {
      let style =
        switch dependency.kind {
        case .value: ""
        case .appearance: " [style=dashed]"
        case .check: " [style=dotted]"
        case .change: " [style=bold, arrowhead=empty]"
        }
      lines.append("  \"\(dependency.source.id)\" -> \"\(dependency.reader.id)\"\(style);")
    }
    return (lines + ["}"]).joined(separator: "\n")
  }
}
