import Texts
import JSON
import SourceText

/// A text: the caption alone, a formatted text, or a value with the caption as its label.
final class TextKind: AtomKind {
  static let name = "text"
  static let fontSizes = ["comment", "body", "title"]
  static let severities = ["warning"]
  private let fontSize: String?
  private let severity: String?
  /// The value in the line; nil if only the caption is shown.
  let written: WrittenShown?
  /// The formatted text in place of a caption; nil if absent.
  let markdown: WrittenText?

  /// Reads `fontSize`, `severity`, `markdown`, and the value with its role and currency.
  init(_ properties: inout Properties) {
    fontSize = properties.word("fontSize", of: Self.fontSizes)
    properties.declare(default: "body", of: "fontSize")
    severity = properties.word("severity", of: Self.severities)
    written = WrittenShown(&properties)
    markdown = properties.written("markdown")
    if properties.has("markdown") { Self.refuseOtherTexts(&properties) }
  }

  /// Adds an error for each property that conflicts with `markdown`.
  private static func refuseOtherTexts(_ properties: inout Properties) {
    let remedies = [
      ("caption", ": write the whole text in `markdown`, whose plain text is the caption"),
      ("captionFrom", ": write `{...}` with the expression in `markdown`"),
      ("value", ": show the value by a `text` of its own, or as `{...}` in `markdown`"),
    ]
    for (name, remedy) in remedies where properties.has(name) {
      guard let node = properties.node(name) else { continue }
      properties.error(.conflict, "`\(name)` conflicts with `markdown`", remedy: remedy, at: node.location)
    }
    if properties.has("fontSize"), let node = properties.node("fontSize"), node.scalar == "title" {
      properties.error(
        .conflict, "`fontSize: title` conflicts with `markdown`", remedy: ": write a heading as `# Heading`",
        at: node.location)
    }
  }

  func write(to writer: inout Writer, in language: Language) {
    if let fontSize { writer.member("fontSize", fontSize) }
    if let severity { writer.member("severity", severity) }
  }
}
