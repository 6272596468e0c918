package import SourceText
import Texts
package import JSON

/// A document that people consent to: a file of `config/documents`.
///
/// It is also a query without a system, so that its digest is part of the version of each operation
/// that uses it.
package final class ConsentDocument: SystemQuery {
  package enum Format: String, Sendable { case markdown, pdf }

  /// The file name, such as `terms.md`.
  package let name: String
  package let format: Format
  /// The SHA-256 digest of the file, as hexadecimal digits.
  package let sha256: String
  package let bytes: [UInt8]
  /// The text of the first heading; nil without headings.
  let heading: String?
  /// The blocks of a formatted text; nil for a PDF.
  private let text: MarkdownText?

  /// Empty, because a document does not call a system.
  package var system: String { "" }
  package var digest: String { sha256 }

  /// Creates a PDF document.
  package init(pdf bytes: [UInt8], name: String, sha256: String) {
    (self.name, format) = (name, .pdf)
    (self.bytes, self.sha256) = (bytes, sha256)
    (heading, text) = (nil, nil)
  }

  /// Parses a formatted text. Throws its faults, with their positions in the file.
  package init(markdown bytes: [UInt8], name: String, path: String, sha256: String) throws(Diagnostics) {
    let written = String(decoding: bytes, as: UTF8.self)
    let markdown = Markdown(written)
    var faults = Diagnostics()
    let places = FilePlaces(written, in: SourceFile(name: path, bytes: bytes))
    for fault in markdown.faults {
      faults.error(fault.code, fault.problem, remedy: fault.remedy, at: places.location(of: fault.offset))
    }
    for link in markdown.links.prefix(Markdown.maxLinks) where !LinkAddress.leadsOutside(link.href) {
      faults.error(
        .wrongAddress, "a document links to addresses with a scheme (\(LinkAddress.outside.listed))",
        at: places.location(of: link.offset))
    }
    guard !faults.hasErrors else { throw faults }
    let caption = LiveText.Version(
      template: Template(markdown.caption, [], in: .standard), expressions: [], kinds: [], areQuotients: [])
    (self.name, format) = (name, .markdown)
    (self.bytes, self.sha256) = (bytes, sha256)
    heading = markdown.firstHeading
    text = MarkdownText([MarkdownText.Version(markdown.blocks, caption: caption)], isLive: false)
  }

  /// Writes the members `caption` and `markdown` of a text atom; nothing for a PDF.
  package func writeText(to writer: inout Writer) {
    guard let text, let caption = text[.standard]?.caption.template else { return }
    writer.member("caption", caption.text([]) { _, _ in nil })
    writer.key("markdown")
    text.writeFixed(to: &writer, routes: nil, in: .standard)
  }
}

extension Markdown {
  /// The text of the first heading, without formatting; nil without headings.
  fileprivate var firstHeading: String? {
    for case .heading(_, let spans) in blocks {
      let text = spans.flatMap(\.parts).compactMap { if case .text(let text) = $0 { text } else { nil } }.joined()
      if !text.isEmpty { return text }
    }
    return nil
  }
}

/// The positions of a file that is read as one text.
private struct FilePlaces {
  private let bytes: [UInt8]
  private let file: SourceFile

  init(_ text: String, in file: SourceFile) { (bytes, self.file) = (Array(text.utf8), file) }

  /// Returns the position of a byte. The cost is linear, and the number of faults is limited.
  func location(of offset: Int) -> Location {
    let before = bytes.prefix(offset)
    let newline = UInt8(ascii: "\n")
    let line = before.count { $0 == newline } + 1
    let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
    let column = String(decoding: before[start...], as: UTF8.self).unicodeScalars.count + 1
    return Location(file: file, line: line, column: column)
  }
}
