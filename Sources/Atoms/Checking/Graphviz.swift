extension Operation {
  /// What depends on what, as Graphviz DOT: an arrow leads from what is read to what reads it.
  package var graphviz: String {
    var lines = ["digraph \"\(id)\" {", "  rankdir=LR;", "  node [shape=box];"]
    for atom in atoms {
      let path = path(of: atom)
      lines.append("  \"\(path)\" [label=\"\(path)\\n\(atom.kind.name)\"];")
    }
    for call in lookups { lines.append("  \"lookup \(call.name)\" [label=\"\(call.name)\", shape=ellipse];") }
    let known = Set(atoms.flatMap(\.facts)).sorted().map { facts[$0 - firstFact] }
    for fact in known { lines.append("  \"fact \(fact)\" [label=\"\(fact)\", shape=cylinder];") }
    for reader in 0..<(atoms.count + lookups.count) {
      let solid = Set(graph.reads[reader])
      let dashed = Set(graph.appearanceReads[reader]).subtracting(solid)
      let dotted = Set(graph.checkReads[reader]).subtracting(solid).subtracting(dashed)
      for (sources, style) in [(solid, ""), (dashed, " [style=dashed]"), (dotted, " [style=dotted]")] {
        for source in sources.sorted() { lines.append("  \(name(of: source)) -> \(name(of: reader))\(style);") }
      }
    }
    for (reader, atom) in atoms.enumerated() {
      for slot in atom.facts {
        lines.append("  \"fact \(facts[slot - firstFact])\" -> \(name(of: reader)) [style=dashed];")
      }
    }
    return (lines + ["}"]).joined(separator: "\n")
  }

  private func name(of node: Int) -> String {
    node < atoms.count ? "\"\(path(of: atoms[node]))\"" : "\"lookup \(lookups[node - atoms.count].name)\""
  }
}
