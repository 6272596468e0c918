package import Essentials
package import JSON

/// An inscription: it shows only its caption.
package final class TextKind: AtomKind {
  /// `text`.
  package static let name = "text"
  private let fontSize: String?

  /// Reads `fontSize`.
  package init(_ properties: inout Properties) {
    fontSize = properties.word("fontSize", of: ["comment", "body", "title"])
    properties.declare(default: "body", of: "fontSize")
  }

  /// Writes `fontSize`.
  package func write(to writer: inout Writer, in language: Language) {
    if let fontSize { writer.member("fontSize", fontSize) }
  }
}
