import Atoms

/// An operation's definition written in Swift: how the server builds an operation that no file can hold, such as a
/// challenge to sign, through the same compiler as all others.
struct DefinitionLiteral {
  private static let file = SourceFile(name: "(built by the server)", text: "")
  private static let location = Location(file: file, line: 1, column: 1)

  /// The definition's root.
  let root: SourceNode

  /// A definition with that id and title, and these atoms: properties in order, the kind with its id first.
  init(operation: String, title: LocalizedText, atoms: [[(String, SourceNode)]]) {
    root = Self.mapping([
      ("operation", Self.text(operation)),
      ("title", Self.text(title)),
      ("atoms", SourceNode(.sequence(atoms.map(Self.mapping)), at: Self.location)),
    ])
  }

  /// A scalar that is text.
  static func text(_ text: String) -> SourceNode { SourceNode(.scalar(text, quoted: true), at: location) }

  /// A caption with its translation; braces in it, such as those that a person has typed, stand for themselves.
  static func caption(_ text: LocalizedText) -> SourceNode { Self.text(text.asTemplate) }

  /// A text with its translation.
  static func text(_ text: LocalizedText) -> SourceNode {
    mapping([("ru", Self.text(text.ru)), ("en", Self.text(text.en ?? text.ru))])
  }

  /// A scalar that is a number, a word or a flag.
  static func word(_ word: String) -> SourceNode { SourceNode(.scalar(word, quoted: false), at: location) }

  private static func mapping(_ entries: [(String, SourceNode)]) -> SourceNode {
    SourceNode(.mapping(entries.map { SourceNode.Entry(key: word($0.0), value: $0.1) }), at: location)
  }
}
