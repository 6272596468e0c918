/// A node of a definition file with its place, whatever notation the file was written in.
package struct SourceNode: Sendable {
  /// What stands at a node.
  package indirect enum Content: Sendable {
    /// A word, number or text; `quoted` tells `"1"` from `1`.
    case scalar(String, quoted: Bool)
    /// Nothing: `null`, `~` or an empty place, without quotes. No text, so that nothing draws it.
    case null
    /// A list.
    case sequence([SourceNode])
    /// Named values in their written order.
    case mapping([Entry])
  }

  /// A name with its value.
  package struct Entry: Sendable {
    /// The name.
    package let key: SourceNode
    /// The value.
    package let value: SourceNode

    /// A name with its value.
    package init(key: SourceNode, value: SourceNode) {
      self.key = key
      self.value = value
    }
  }

  /// What stands here.
  package let content: Content
  /// Where it stands.
  package let location: Location

  /// A node at its place.
  package init(_ content: Content, at location: Location) {
    self.content = content
    self.location = location
  }

  /// The text, where this is a scalar.
  package var scalar: String? { if case .scalar(let text, _) = content { text } else { nil } }
  /// Whether nothing stands here.
  package var isNull: Bool { if case .null = content { true } else { false } }
  /// The elements, where this is a list.
  package var sequence: [SourceNode]? { if case .sequence(let elements) = content { elements } else { nil } }
  /// The entries, where this is a mapping.
  package var mapping: [Entry]? { if case .mapping(let entries) = content { entries } else { nil } }

  /// What this is, for a fault's sentence.
  package var noun: String {
    switch content {
    case .scalar: "a single value"
    case .null: "null"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}
