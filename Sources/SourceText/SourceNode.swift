import Texts

/// A node of a definition file with its place, independent of the file's notation.
///
///     let key = SourceNode(.scalar("operation", quoted: false), at: place)
///     let id = SourceNode(.scalar("pay", quoted: false), at: place)
///     let root = SourceNode(.mapping([SourceNode.Entry(key: key, value: id)]), at: place)
///     root.mapping?.first?.value.scalar  // "pay"
package struct SourceNode: Sendable {
  /// The content of a node.
  package indirect enum Content: Sendable {
    /// A word, number or text; `quoted` tells `"1"` from `1`.
    case scalar(String, quoted: Bool)
    /// `null`, `~` or an empty place, without quotes. It has no text, so nothing draws it.
    case null
    /// A list.
    case sequence([SourceNode])
    /// Named values in the order of the file.
    case mapping([Entry])
  }

  /// A name with its value.
  package struct Entry: Sendable {
    /// The name.
    package let key: SourceNode
    /// The value.
    package let value: SourceNode

    /// Creates an entry.
    package init(key: SourceNode, value: SourceNode) {
      self.key = key
      self.value = value
    }
  }

  /// The content.
  package let content: Content
  /// The place in the file.
  package let location: Location

  /// Creates a node at a place.
  package init(_ content: Content, at location: Location) {
    self.content = content
    self.location = location
  }

  /// The text of a scalar; nil for any other node.
  package var scalar: String? { if case .scalar(let text, _) = content { text } else { nil } }
  /// True if the node is null.
  package var isNull: Bool { if case .null = content { true } else { false } }
  /// The elements of a list; nil for any other node.
  package var sequence: [SourceNode]? { if case .sequence(let elements) = content { elements } else { nil } }
  /// The entries of a mapping; nil for any other node.
  package var mapping: [Entry]? { if case .mapping(let entries) = content { entries } else { nil } }

  /// The sort of the node as a noun, for a message.
  package var noun: String {
    switch content {
    case .scalar: "a single value"
    case .null: "null"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

extension SourceNode {
  /// Returns this node of a fragment as included by an operation: its places name both files.
  package func included(in file: SourceFile) -> SourceNode {
    let place = Location(file: file, line: location.line, column: location.column)
    switch content {
    case .scalar, .null: return SourceNode(content, at: place)
    case .sequence(let elements): return SourceNode(.sequence(elements.map { $0.included(in: file) }), at: place)
    case .mapping(let entries):
      let copies = entries.map { Entry(key: $0.key.included(in: file), value: $0.value.included(in: file)) }
      return SourceNode(.mapping(copies), at: place)
    }
  }

  /// Returns this text with the translations of the file's catalogs added.
  ///
  /// A version that the file has itself takes precedence.
  package func translated() -> SourceNode {
    guard let translations = location.file.translations else { return self }
    var entries: [Entry]
    switch content {
    case .scalar:
      let language = SourceNode(.scalar(Language.standard.rawValue, quoted: false), at: location)
      entries = [Entry(key: language, value: self)]
    case .mapping(let written): entries = written
    case .sequence, .null: return self
    }
    guard let standard = entries.first(where: { $0.key.scalar == Language.standard.rawValue })?.value,
      let text = standard.scalar
    else { return self }
    let before = entries.count
    for language in Language.allCases where !entries.contains(where: { $0.key.scalar == language.rawValue }) {
      guard let translation = translations.translation(of: text, into: language) else { continue }
      let key = SourceNode(.scalar(language.rawValue, quoted: false), at: translation.location)
      entries.append(Entry(key: key, value: translation))
    }
    return entries.count == before ? self : SourceNode(.mapping(entries), at: location)
  }
}
