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

extension SourceNode {
  /// This node of a fragment as it stands where an operation includes it: its places name both files.
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

  /// This text with the translations of the catalogs beside it: what the file itself says in a language wins.
  func translated() -> SourceNode {
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
