import Atoms
import Definitions
import JSON
@testable import Operations
import Testing

/// Documents of consents as files of a set.
struct DocumentFileTests {
  private static let files = [
    "operations/pay.yaml": Sets.operation(["{consent: terms, caption: Согласен, document: terms.md}"]),
    "documents/terms.md": "# Правила\n\nТекст с [адресом](https://bank.example).\n",
  ]

  @Test("The version of an operation and its stored source have the documents of its consents")
  func versionsDocuments() throws {
    let catalog = try Sets.catalog(Self.files)
    let operation = try #require(catalog["pay"])
    let source = try #require(catalog.source(of: "pay"))
    let read = try #require(OperationSource(json: source.json))
    #expect(read == source && read.documents.map(\.name) == ["documents/terms.md"])
    let again = try read.compiled(as: operation.version, with: Vocabulary())
    #expect(again.consentDocuments.map(\.sha256) == operation.consentDocuments.map(\.sha256))
    var files = Self.files
    files["documents/terms.md"] = "# Правила\n\nДругой текст.\n"
    #expect(try Sets.catalog(files)["pay"]?.version != operation.version)
  }

  @Test("A PDF document keeps its bytes in the stored source") func storesPDF() throws {
    var files = Sets.files([
      "operations/pay.yaml": Sets.operation([
        "{consent: terms, caption: Согласен, document: terms.pdf, title: {ru: Правила, en: Rules}}"
      ])
    ])
    let bytes = Array("%PDF-1.7\n".utf8) + [0xFF, 0xFE, 0x00]
    files.documents = [DefinitionFile(name: "documents/terms.pdf", bytes: bytes)]
    let catalog = try Catalog(files, vocabulary: Vocabulary())
    let read = try #require(catalog.source(of: "pay").flatMap { OperationSource(json: $0.json) })
    #expect(read.documents.map(\.bytes) == [bytes])
  }

  @Test(
    "Faults of documents are reported at their places",
    arguments: [
      ("<b>x</b>", "documents/terms.md:1:1: error: "),
      ("Текст\n[x](valence://home)", "documents/terms.md:2:5: error: a document links to addresses"),
      ("", "documents/terms.md:1:1: error: the text is empty"),
    ])
  func reportsFaults(text: String, expected: String) {
    var files = Self.files
    files["documents/terms.md"] = text
    let findings = Sets.findings(files)
    #expect(findings.hasPrefix(expected), "\(findings)")
  }

  @Test("A file that is not a PDF, and a document that no operation uses, are reported") func reportsOthers() {
    var files = Self.files
    files["documents/rules.pdf"] = "text"
    #expect(Sets.findings(files).contains("documents/rules.pdf:1:1: error: the file is not a PDF document"))
    files["documents/rules.pdf"] = nil
    files["documents/other.md"] = "Текст"
    #expect(Sets.findings(files).contains("documents/other.md:1:1: warning: no operation uses this document"))
  }
}
