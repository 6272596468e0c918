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
