package import JSON

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
