import Foundation
import Operations
import Services
import SourceText
import Testing
import Texts

@testable import valence

/// The documents of the repository: the recorded reference, links, names and sizes.
struct DocumentRuleTests {
  @Test("The reference document matches the output of `valence reference`") func referenceMatchesProgram() throws {
    let printed = PrintedReference(.bank).text.escapingMisleading(lines: true) + "\n"
    guard try Repository.text(of: "docs/reference.md") != printed else { return }
    guard ProcessInfo.processInfo.environment["VALENCE_RECORD"] == "1" else {
      Issue.record("docs/reference.md differs from the output of `valence reference`; VALENCE_RECORD=1 records it")
      return
    }
    try Data(printed.utf8).write(to: Repository.root.appending(path: "docs/reference.md"))
    Issue.record("recorded docs/reference.md: review it and run again without VALENCE_RECORD")
  }

  @Test("Sources report every code of a finding that the reference lists") func codesAreReported() throws {
    let files = try Repository.files().filter { $0.hasPrefix("Sources/") && $0.hasSuffix(".swift") }
    var reported: Set<String> = []
    for file in files where !["FindingCode.swift", "FindingNotes.swift"].contains(where: file.hasSuffix) {
      let text = try Repository.text(of: file)
      guard text.contains("import SourceText") || file.hasPrefix("Sources/SourceText/") else { continue }
      reported.formUnion(text.matches(of: /[(:?]\s*\.(\w+)/).map { String($0.output.1) })
    }
    #expect(FindingCode.allCases.filter { !reported.contains("\($0)") } == [])
  }

  @Test("README.md and CONTRIBUTING.md have at most 150 lines", arguments: ["README.md", "CONTRIBUTING.md"])
  func firstDocumentsAreShort(document: String) throws {
    #expect(try Repository.text(of: document).utf8.count { $0 == UInt8(ascii: "\n") } <= 150)
  }

  @Test("The links in the documents point to existing files") func linksPointToFiles() throws {
    let folder = Repository.root.appending(path: "docs")
    let documents = try FileManager.default.contentsOfDirectory(atPath: folder.path).map { "docs/\($0)" }
    var count = 0
    let pages = try Repository.files().filter { $0.hasSuffix("/README.md") }
    for document in documents + pages + ["README.md", "CONTRIBUTING.md"] where document.hasSuffix(".md") {
      let place = Repository.root.appending(path: document).deletingLastPathComponent()
      for link in try Repository.text(of: document).matches(of: /\]\(([^)#:\s]+)(#[^)]*)?\)/) {
        let path = place.appending(path: String(link.1)).path
        #expect(FileManager.default.fileExists(atPath: path), "\(document): \(link.1)")
        count += 1
      }
    }
    #expect(count > 10)
  }

  @Test("Files and folders in the code of documents exist") func namedFilesExist() throws {
    let folder = Repository.root.appending(path: "docs").path
    let inFolder = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }
    let pages = inFolder.map { "docs/\($0)" } + ["README.md", "CONTRIBUTING.md"]
    let path = /(?:Tests|Sources|examples|scripts|Benchmarks|deploy|migrations|web|docs|Fuzz)\/[\w.\/-]*\w/
    for page in pages {
      for code in try Repository.text(of: page).matches(of: /`([^`\n]+)`/) where !code.1.contains("<") {
        for word in code.1.split(whereSeparator: { " \"'=".contains($0) }) {
          guard let name = word.prefixMatch(of: path)?.0 else { continue }
          let file = Repository.root.appending(path: String(name)).path
          #expect(FileManager.default.fileExists(atPath: file), "\(page): \(name)")
        }
      }
    }
  }

  @Test("docs/index.md has a link to every page of docs") func indexLinksToEveryPage() throws {
    let folder = Repository.root.appending(path: "docs").path
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }
    let links = try Repository.text(of: "docs/index.md").matches(of: /\]\(([^)#:\s]+\.md)(#[^)]*)?\)/)
    let missing = Set(pages).subtracting(links.map { String($0.1) }).subtracting(["index.md"])
    #expect(missing.sorted() == [], "docs/index.md has no link to these pages")
  }

  @Test("docs/postgresql.md has a row for each work with a lease") func documentListsLeases() throws {
    let rows = try Repository.text(of: "docs/postgresql.md").split(separator: "\n")
    for work in Leases.Work.allCases {
      #expect(rows.contains { $0.hasPrefix("| \(work) ") && $0.contains("| lease") }, "\(work)")
    }
  }

  @Test(
    "Types, files, targets and folders named in documents for engineers exist",
    arguments: ["CONTRIBUTING.md", "docs/architecture.md"])
  func documentedNamesExist(document: String) throws {
    var known: Set<String> = [], folders: Set<String> = []
    for root in ["Sources", "Tests"] {
      let folder = Repository.root.appending(path: root)
      for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
        let parts = path.split(separator: "/")
        folders.formUnion(parts.indices.map { parts[...$0].joined(separator: "/") })
        let name = parts[parts.count - 1].split(separator: ".")[0]
        known.formUnion([String(parts[0]), String(name)])
        guard path.hasSuffix(".swift") else { continue }
        folders.insert(String(path.dropLast(6)))
        let source = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        known.formUnion(source.matches(of: /\b(?:struct|class|enum|protocol|typealias) (\w+)/).map { String($0.1) })
      }
    }
    let text = try Repository.text(of: document)
    let others: Set = ["Codable", "DAOs", "ATTACKS", "OF_TEXT", "OF_LIST", "PLACES", "RACES"]
    for match in text.matches(of: /`((?:Sources\/|Tests\/)?[A-Z]\w+(?:\/[A-Z]\w+)*)(?:\.\w+)?`/) {
      let name = String(match.1).replacing(/^(Sources|Tests)\//, with: "")
      let exists = name.contains("/") ? folders.contains(name) : known.contains(name) || others.contains(name)
      #expect(
        exists || FileManager.default.fileExists(atPath: Repository.root.appending(path: "\(name).md").path), "\(name)")
    }
  }

  /// Each row of a table in `docs/authoring.md` contains a file with its lines and characters.
  @Test("The authoring guide lists the line and character counts of the examples") func documentListsExampleSizes()
    throws
  {
    let document = try Repository.text(of: "docs/authoring.md")
    let rows = document.matches(of: #/\]\(\.\./(examples/[^)]+)\) \| [^|]+ \| (\d+) \| ([\d,]+) \|/#)
    #expect(rows.count >= 4)
    for row in rows {
      let text = try Repository.text(of: String(row.1))
      let lines = text.split(separator: "\n").count
      #expect(
        row.2 == "\(lines)" && row.3.replacing(",", with: "") == "\(text.count)", "\(row.1): \(lines), \(text.count)")
    }
  }
}
