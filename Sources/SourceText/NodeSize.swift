/// The number of nodes and the bytes of text in a part of a definition file, with the values of
/// its parameters wherever they are named.
package struct NodeSize: Sendable {
  package private(set) var nodes = 0
  package private(set) var bytes = 0

  package init() {}

  /// Measures a node. `arguments` are the values of parameters that its texts name.
  package init(_ node: SourceNode, with arguments: [String: InclusionTerms.Argument]? = nil) {
    add(node, arguments ?? node.location.file.terms?.arguments ?? [:])
  }

  /// Adds another size. The sum is limited, because sizes of parameters can multiply exponentially.
  package static func += (left: inout NodeSize, right: NodeSize) {
    left.nodes = min(left.nodes + right.nodes, limit)
    left.bytes = min(left.bytes + right.bytes, limit)
  }

  private static let limit = 1 << 40

  private mutating func add(_ node: SourceNode, _ arguments: [String: InclusionTerms.Argument]) {
    nodes += 1
    switch node.content {
    case .null: break
    case .sequence(let elements):
      for element in elements { add(element, arguments) }
    case .mapping(let entries):
      for entry in entries {
        add(entry.key, arguments)
        add(entry.value, arguments)
      }
    case .scalar(let text, _):
      bytes += text.utf8.count
      guard !arguments.isEmpty else { return }
      for name in node.variables {
        if let argument = arguments[name] { self += argument.size }
      }
    }
  }
}

extension SourceNode {
  /// The words after each `$` in the node.
  package var variables: [String] {
    switch content {
    case .null: return []
    case .sequence(let elements): return elements.flatMap(\.variables)
    case .mapping(let entries): return entries.flatMap(\.value.variables)
    case .scalar(let text, _):
      guard text.utf8.contains(UInt8(ascii: "$")) else { return [] }
      return text.split(separator: "$", omittingEmptySubsequences: false).dropFirst().map { rest in
        String(rest.prefix { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) })
      }
    }
  }
}
