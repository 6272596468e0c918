import Atoms
import Essentials

/// A definition written in Swift, for operations that no file can hold, such as the signature of a submission.
///
/// The same compiler reads it as all others.
///
///     let line = DefinitionLiteral.Line("text", "greeting", welcome, ("fontSize", "title"))
///     let form = try DefinitionLiteral(operation: "welcome", title: title, atoms: [line]).compiled(version: "1")
struct DefinitionLiteral {
  /// The line of an atom.
  struct Line {
    /// The kind's name.
    let kind: String
    /// The atom's id.
    let id: String
    /// The caption. It is literal: braces in it, such as those that a person has typed, are no placeholders.
    let caption: LocalizedText
    /// The value that it shows with its label; nil for a mere caption.
    let pair: ShownPair?
    /// The other properties in their order: numbers, words and flags.
    let words: [(name: String, value: String)]

    /// Creates the line of an atom.
    init(
      _ kind: String, _ id: String, _ caption: LocalizedText, pair: ShownPair? = nil, _ words: (String, String)...
    ) {
      (self.kind, self.id, self.caption, self.pair) = (kind, id, caption, pair)
      self.words = words.map { (name: $0.0, value: $0.1) }
    }
  }

  private static let file = SourceFile(name: "(built by the server)", text: "")
  private static let location = Location(file: file, line: 1, column: 1)
  private static let shapes = FormShapes()

  private let operation: String
  private let title: LocalizedText
  private let lines: [Line]

  /// Creates a definition from its id, title and atoms.
  init(operation: String, title: LocalizedText, atoms lines: [Line]) {
    (self.operation, self.title, self.lines) = (operation, title, lines)
  }

  /// Returns the operation under a version.
  ///
  /// Most forms differ from earlier ones only in ids and texts. So a form is compiled once per shape, and later ones
  /// are copies with other ids and texts. The kept form holds no text of any person.
  func compiled(version: String) throws(Diagnostics) -> Operation {
    // An address belongs to one form and cannot be part of a shape.
    if lines.contains(where: { $0.words.contains { $0.name == "href" } }) {
      return try worded(compile(version: version) { $0.caption }, version: version)
    }
    let shape = self.shape
    let form: Operation
    if let known = Self.shapes[shape] {
      form = known
    } else {
      form = try compile(version: "") { _ in "…" }
      Self.shapes[shape] = form
    }
    return worded(form, version: version)
  }

  private func worded(_ form: Operation, version: String) -> Operation {
    form.reworded(version: version, title: title, atoms: lines.map { ($0.id, $0.caption, $0.pair) })
  }

  /// The parts that forms share if they differ only in their ids and texts.
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
