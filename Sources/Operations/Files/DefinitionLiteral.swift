import Atoms
import Essentials

/// An operation's definition written in Swift: how the server builds an operation that no file can hold, such as a
/// challenge to sign, through the same compiler as all others.
struct DefinitionLiteral {
  /// The line of an atom.
  struct Line {
    /// The kind's name.
    let kind: String
    /// The atom's id.
    let id: String
    /// The text for the person. Braces in it stand for themselves, as in text that a person has typed.
    let caption: LocalizedText
    /// The other properties in their order: numbers, words and flags.
    let words: [(name: String, value: String)]

    /// Creates an atom of that kind and id.
    init(_ kind: String, _ id: String, _ caption: LocalizedText, _ words: (String, String)...) {
      (self.kind, self.id, self.caption) = (kind, id, caption)
      self.words = words.map { (name: $0.0, value: $0.1) }
    }
  }

  private static let file = SourceFile(name: "(built by the server)", text: "")
  private static let location = Location(file: file, line: 1, column: 1)
  private static let shapes = FormShapes()

  private let operation: String
  private let title: LocalizedText
  private let lines: [Line]

  /// Creates a definition with that id and title, and these atoms.
  init(operation: String, title: LocalizedText, atoms lines: [Line]) {
    (self.operation, self.title, self.lines) = (operation, title, lines)
  }

  /// Returns the operation of that version.
  ///
  /// Most forms differ only in their texts from an earlier one of the same shape. So only a new shape is compiled, and
  /// the texts of a form are not kept.
  func compiled(version: String) throws(Diagnostics) -> Operation {
    // The target of a link belongs to one form, and to no shape.
    if lines.contains(where: { $0.words.contains { $0.name == "href" } }) {
      return try compile(version: version) { $0.caption }
    }
    let shape = self.shape
    let form: Operation
    if let known = Self.shapes[shape] {
      form = known
    } else {
      form = try compile(version: "") { _ in "…" }
      Self.shapes[shape] = form
    }
    return form.reworded(version: version, title: title, atoms: lines.map { ($0.id, $0.caption) })
  }

  /// The part that two forms have in common if they differ in ids and texts only.
  private var shape: String {
    var shape = operation
    for line in lines {
      shape += "\n" + line.kind
      for word in line.words { shape += " \(word.name) \(word.value)" }
    }
    return shape
  }

  private func compile(
    version: String, caption: (Line) -> LocalizedText
  ) throws(Diagnostics) -> Operation {
    let atoms = lines.map { line in
      Self.mapping(
        [(line.kind, Self.word(line.id)), ("caption", Self.text(caption(line).asTemplate))]
          + line.words.map { ($0.name, Self.word($0.value)) })
    }
    let root = Self.mapping([
      ("operation", Self.text(operation)), ("title", Self.text(title)),
      ("atoms", SourceNode(.sequence(atoms), at: Self.location)),
    ])
    return try OperationCompiler.compile(root, version: version, with: Vocabulary())
  }

  private static func text(_ text: String) -> SourceNode { SourceNode(.scalar(text, quoted: true), at: location) }

  private static func text(_ text: LocalizedText) -> SourceNode {
    mapping([("ru", Self.text(text.ru)), ("en", Self.text(text.en ?? text.ru))])
  }

  private static func word(_ word: String) -> SourceNode { SourceNode(.scalar(word, quoted: false), at: location) }

  private static func mapping(_ entries: [(String, SourceNode)]) -> SourceNode {
    SourceNode(.mapping(entries.map { SourceNode.Entry(key: word($0.0), value: $0.1) }), at: location)
  }
}
