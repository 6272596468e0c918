import SourceText
import Authoring
import Definitions
import Atoms
import Conditions
import Foundation
import Operations
import Testing

/// A piece of YAML as a document shows it, between its fences.
struct DocumentedFile: Sendable, CustomTestStringConvertible {
  /// The kind of a piece.
  enum Kind: String {
    case operation, lines, screen, routes, flow, locale, scenarios, configuration
  }

  /// The document's path in the repository.
  let document: String
  /// The number of the piece's first line there.
  let line: Int
  /// The piece.
  let text: String

  var testDescription: String { "\(document):\(line)" }

  /// Every piece of YAML of the README, of `docs` and of the articles beside the sources.
  static let all: [DocumentedFile] = {
    let root = Repository.root.path
    let sources = FileManager.default.enumerator(atPath: "\(root)/Sources")?.compactMap { $0 as? String } ?? []
    let articles = sources.filter { $0.hasSuffix(".md") }.sorted().map { "Sources/\($0)" }
    let docs = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/docs"))?.sorted() ?? []
    return (["README.md"] + docs.map { "docs/\($0)" } + articles).flatMap { document in
      let text = (try? String(contentsOfFile: "\(root)/\(document)", encoding: .utf8)) ?? ""
      return pieces(of: text, document)
    }
  }()

  /// The pieces of YAML in a document's text.
  static func pieces(of text: String, _ document: String) -> [DocumentedFile] {
    var found: [DocumentedFile] = []
    var begun: (line: Int, lines: [Substring])?
    var isFenced = false
    for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("```") {
        if let begun {
          found.append(DocumentedFile(document: document, line: begun.line, text: begun.lines.joined(separator: "\n")))
        }
        begun = !isFenced && line == "```yaml" ? (place + 2, []) : nil
        isFenced.toggle()
      } else {
        begun?.lines.append(line)
      }
    }
    return found
  }

  /// The kind of the piece, by its beginning.
  var kind: Kind {
    let words = text.split(separator: "\n").map { $0.prefix { $0 != ":" } }
    if words.contains("scenarios") { return .scenarios }
    if text.hasPrefix("# valence.yaml\n") { return .configuration }
    if words.first == "flow" { return .flow }
    if words.contains("operation") { return .operation }
    if words.first == "screen" { return .screen }
    if words.first == "routes" { return .routes }
    return text.drop { $0 == " " }.hasPrefix("- ") ? .lines : .locale
  }

  /// Everything that is found in it by the checks that files are loaded with: the same set as is served, with the piece in
  /// the place of what it is another version of. A fault is told at the document's own line.
  func findings() throws -> String {
    var files = try DefinitionFiles(directory: Repository.root.appending(path: "config/operations").path)
    switch kind {
    case .operation: files.put(padded(try text + rest), in: .operations)
    case .lines: files.put(padded(text, under: Self.head), in: .operations)
    case .screen: files.put(padded(text), in: .screens)
    case .routes: files.routes = [padded(text)]
    case .flow: files.put(padded(text), in: .flows)
    case .locale:
      let user = "operation: inn\ntitle: {ru: ИНН, en: INN}\natoms:\n  - {textInput: inn, caption: ИНН получателя}\n"
      files.put(DefinitionFile(name: "inn.yaml", bytes: Array(user.utf8)), in: .operations)
      // The file's name says which language it is in.
      files.locales = [DefinitionFile(name: "\(document)/en.yaml", bytes: padded(text).bytes)]
    case .scenarios: return try scenarios(of: files)
    case .configuration: return ""
    }
    do {
      return Self.reported(try Catalog(files, vocabulary: Self.vocabulary).warnings)
    } catch {
      switch error {
      case .faults(let faults): return Self.reported(faults)
      case .unreadable(let path, let reason): return "\(path): \(reason)"
      }
    }
  }

  private func scenarios(of files: DefinitionFiles) throws -> String {
    let operations = try Catalog(files, vocabulary: .bank).operations
    let file = padded(text)
    do {
      return Self.reported(
        try ScenarioFile(file.bytes, name: file.name, operations: operations, vocabulary: .bank).run())
    } catch {
      return Self.reported(error)
    }
  }

  /// The lines above those that a document shows alone.
  private static let head = "operation: shown\ntitle: {ru: Показано, en: Shown}\natoms:\n"

  /// The bank's own words, and a field that the bank's directory has in the articles on the engine.
  private static let vocabulary: Vocabulary = {
    var words = Vocabulary.bank
    let branches = Field("branches", .list(.record([Field("value", .text), Field("caption", .text)])))
    words.lookups["bank"] = words.lookups["bank"].map { Lookup($0.name, fields: $0.fields + [branches]) }
    return words
  }()

  /// The rest of the shipped file whose first line a document shows alone.
  private var rest: String {
    get throws {
      guard !text.contains("\natoms:") else { return "" }
      let id = text.split(separator: " ").last ?? ""
      let path = Repository.root.appending(path: "config/operations/\(id).yaml").path
      return "\n" + (try String(contentsOfFile: path, encoding: .utf8)).drop { $0 != "\n" }.dropFirst()
    }
  }

  /// The piece as a file whose lines have the numbers that they have in the document.
  private func padded(_ text: String, under head: String = "") -> DefinitionFile {
    let above = line - 1 - head.count { $0 == "\n" }
    let whole = String(repeating: "\n", count: above) + head + text + "\n"
    return DefinitionFile(name: document, bytes: Array(whole.utf8))
  }

  /// The findings but for captions that a document shows in one language.
  private static func reported(_ findings: Diagnostics) -> String {
    findings.sorted.map { "\($0)" }.filter { !$0.contains("has no translation into `en`") }.joined(separator: "\n")
  }
}

extension DefinitionFiles {
  /// Puts a file in the place of the one of the same first word, such as `screen: account`.
  fileprivate mutating func put(_ file: DefinitionFile, in part: Part) {
    let name = Self.name(in: file)
    self[part].removeAll { Self.name(in: $0) == name }
    self[part].append(file)
  }

  private static func name(in file: DefinitionFile) -> Substring? {
    String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").first { !$0.hasPrefix("#") }
  }
}
