import Texts

/// A node of a definition file with its position, independent of the file format.
package struct SourceNode: Sendable {
  package indirect enum Content: Sendable {
    /// A scalar as text; `quoted` distinguishes `"1"` from `1`.
    case scalar(String, quoted: Bool)
    /// Unquoted `null`, `~` or an empty value.
    case null
    /// A list.
    case sequence([SourceNode])
    /// Named values in file order.
    case mapping([Entry])
  }

  package struct Entry: Sendable {
    package let key: SourceNode
    package let value: SourceNode

    package init(key: SourceNode, value: SourceNode) {
      self.key = key
      self.value = value
    }
  }

  package let content: Content
  package let location: Location

  package init(_ content: Content, at location: Location) {
    self.content = content
    self.location = location
  }

  /// The text of a scalar; nil for any other node.
  package var scalar: String? { if case .scalar(let text, _) = content { text } else { nil } }
  package var isNull: Bool { if case .null = content { true } else { false } }
  /// The elements of a list; nil for any other node.
  package var sequence: [SourceNode]? { if case .sequence(let elements) = content { elements } else { nil } }
  /// The entries of a mapping; nil for any other node.
  package var mapping: [Entry]? { if case .mapping(let entries) = content { entries } else { nil } }

  /// The type of the node as a noun with its article, for messages.
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
  /// Returns this node of a fragment as included in an operation. Its positions name both files.
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

  /// Returns this text with the translations from the file's catalogs.
  ///
  /// A translation in the file takes precedence.
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
