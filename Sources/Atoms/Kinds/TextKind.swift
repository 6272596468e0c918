import Texts
import JSON

/// An inscription: it shows its caption, or a value with its caption as the label.
final class TextKind: AtomKind {
  /// `text`.
  static let name = "text"
  private let fontSize: String?
  private let severity: String?
  /// The value that it shows, as the line writes it; nil for a mere caption.
  let written: WrittenShown?

  /// Reads `fontSize`, `severity`, and the value with its role and currency.
  init(_ properties: inout Properties) {
    fontSize = properties.word("fontSize", of: ["comment", "body", "title"])
    properties.declare(default: "body", of: "fontSize")
    severity = properties.word("severity", of: ["warning"])
    written = WrittenShown(&properties)
  }

  /// Writes `fontSize` and `severity`.
  func write(to writer: inout Writer, in language: Language) {
    if let fontSize { writer.member("fontSize", fontSize) }
    if let severity { writer.member("severity", severity) }
  }
}
