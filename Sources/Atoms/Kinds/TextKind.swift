import Texts
import JSON

/// A text: the caption alone, or a value with the caption as its label.
final class TextKind: AtomKind {
  static let name = "text"
  private let fontSize: String?
  private let severity: String?
  /// The value in the line; nil if only the caption is shown.
  let written: WrittenShown?

  /// Reads `fontSize`, `severity`, and the value with its role and currency.
  init(_ properties: inout Properties) {
    fontSize = properties.word("fontSize", of: ["comment", "body", "title"])
    properties.declare(default: "body", of: "fontSize")
    severity = properties.word("severity", of: ["warning"])
    written = WrittenShown(&properties)
  }

  func write(to writer: inout Writer, in language: Language) {
    if let fontSize { writer.member("fontSize", fontSize) }
    if let severity { writer.member("severity", severity) }
  }
}
