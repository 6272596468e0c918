package import Atoms
package import SourceText
import Secrets

/// A document that people consent to, such as `config/documents/terms.md`.
package struct DocumentFile: Sendable {
  package let document: ConsentDocument
  package let file: DefinitionFile

  /// The suffix of formatted texts.
  static let markdown = ".md"
  /// The suffix of PDF documents.
  static let pdf = ".pdf"
  /// The maximum size of a PDF document in bytes: 5 MiB.
  static let maxBytes = 5 << 20

  /// Reads a document. Throws all its faults.
  package init(_ file: DefinitionFile) throws(Diagnostics) {
    let start = Location(file: SourceFile(name: file.name, text: ""), line: 1, column: 1)
    func refuse(_ code: FindingCode, _ problem: String) -> Diagnostics {
      var faults = Diagnostics()
      faults.error(code, problem, at: start)
      return faults
    }
    let isPDF = file.name.hasSuffix(Self.pdf)
    let maximum = isPDF ? Self.maxBytes : DefinitionFile.maxBytes
    guard file.bytes.count <= maximum else {
      throw refuse(.limit, "the document is larger than \(maximum >> 20) MiB")
    }
    let name = file.name.split(separator: "/").last.map(String.init) ?? file.name
    let sha256 = SHA256.digits(of: file.bytes)
    self.file = file
    if isPDF {
      guard file.bytes.starts(with: "%PDF-".utf8) else { throw refuse(.wrongValue, "the file is not a PDF document") }
      document = ConsentDocument(pdf: file.bytes, name: name, sha256: sha256)
    } else {
      guard String(validating: file.bytes, as: UTF8.self) != nil else {
        throw refuse(.unreadableFile, "the document is not UTF-8")
      }
      document = try ConsentDocument(markdown: file.bytes, name: name, path: file.name, sha256: sha256)
    }
  }
}

extension Vocabulary {
  /// Returns the vocabulary with these documents, which consents can name.
  package func adding(_ files: [DocumentFile]) -> Vocabulary {
    var words = self
    for file in files { words.consentDocuments[file.document.name] = file.document }
    return words
  }
}
