import Foundation
import Operations
import Testing

/// The YAML that the README and the documentation's articles show, read by the checks that files are loaded with.
struct DocumentedFileTests {
  @Test("The definition files in the documents have no findings", arguments: DocumentedFile.all)
  func documentedFilesHaveNoFindings(piece: DocumentedFile) throws {
    let findings = try piece.findings()
    #expect(findings == "", "\(findings)")
  }

  @Test("The documents show every kind of definition file") func documentsShowEveryFileKind() {
    let kinds = DocumentedFile.all.map(\.kind)
    #expect(
      Set(kinds).isSuperset(of: [.operation, .lines, .screen, .routes, .locale, .scenarios, .configuration]))
    #expect(kinds.count > 8)
  }

  @Test(
    "A changed word in a documented file is reported at the document's line",
    arguments: [
      (DocumentedFile.Kind.operation, "search: bic", "serach: bic", "unknown kind of atom `serach`"),
      (.lines, "$other == YES", "$othr == YES", "unknown variable `$othr`"),
      (
        .screen, "$account}, transition", "$acount}, transition",
        "`$acount` is not available from the screen's input"
      ),
      (.routes, "screen: deal", "screen: dael", "unknown screen `dael`"),
      (.locale, ": Recipient's INN", ": [Recipient's INN]", "a translation is a single text"),
      (.scenarios, "wrong: {bic: option}}\n", "wrong: {bic: charset}}\n", "expected wrong: {bic: charset}"),
    ])
  func findsFaultInDocumentedFile(kind: DocumentedFile.Kind, text: String, instead: String, message: String) throws {
    let piece = try #require(DocumentedFile.all.first { $0.kind == kind && $0.text.contains(text) })
    let before = try #require(piece.text.firstRange(of: text)).lowerBound
    let line = piece.line + piece.text[..<before].count { $0 == "\n" }
    let spoiled = DocumentedFile(
      document: piece.document, line: piece.line, text: piece.text.replacing(text, with: instead))
    let findings = try spoiled.findings()
    #expect(findings.contains("error: ") && findings.contains(message), "\(findings)")
    let file = kind == .locale ? "\(piece.document)/en.yaml" : piece.document
    #expect(findings.hasPrefix("\(file):\(line):"), "\(findings)")
  }
}
