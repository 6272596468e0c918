import SourceText
import Authoring
import Definitions
import Atoms
import Conditions
import Foundation
import Operations
import Testing

/// A YAML block of a document.
struct DocumentedFile: Sendable, CustomTestStringConvertible {
  enum Kind: String {
    case operation, lines, screen, routes, flow, locale, scenarios, configuration
  }

  /// The path of the document in the repository.
  let document: String
  /// The number of the block's first line in the document.
  let line: Int
  let text: String

  var testDescription: String { "\(document):\(line)" }

  /// All YAML blocks of the README, of `docs` and of the Markdown files in `Sources`.
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

  /// Returns the YAML blocks in the text of a document.
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

  /// The kind of definition file, determined by its words.
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

  /// Returns the findings of the shipped set with this block, which replaces the file with the same
  /// name. Each finding has its line number in the document.
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
      // The file's name determines the language.
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
    let catalog = try Catalog(files, vocabulary: .bank)
    let file = padded(text)
    do {
      return Self.reported(
        try ScenarioFile(
          file.bytes, name: file.name, operations: catalog.operations, flows: catalog.navigation.flows,
          vocabulary: .bank
        ).run())
    } catch {
      return Self.reported(error)
    }
  }

  /// The lines that precede atoms in an operation, for a block that shows only atoms.
  private static let head = "operation: shown\ntitle: {ru: Показано, en: Shown}\natoms:\n"

  /// The bank's vocabulary, with an additional field of the lookup `bank`.
  private static let vocabulary: Vocabulary = {
    var words = Vocabulary.bank
    let branches = Field("branches", .list(.record([Field("value", .text), Field("caption", .text)])))
    words.lookups["bank"] = words.lookups["bank"].map { Lookup($0.name, fields: $0.fields + [branches]) }
    return words
  }()

  /// The rest of the shipped operation, if the block shows only its beginning.
  private var rest: String {
    get throws {
      guard !text.contains("\natoms:"), !text.contains("\npages:") else { return "" }
      let id = text.split(separator: " ").last ?? ""
      let path = Repository.root.appending(path: "config/operations/\(id).yaml").path
      return "\n" + (try String(contentsOfFile: path, encoding: .utf8)).drop { $0 != "\n" }.dropFirst()
    }
  }

  /// Returns the block as a file, padded so that its line numbers match the document.
  private func padded(_ text: String, under head: String = "") -> DefinitionFile {
    let above = line - 1 - head.count { $0 == "\n" }
    let whole = String(repeating: "\n", count: above) + head + text + "\n"
    return DefinitionFile(name: document, bytes: Array(whole.utf8))
  }

  /// Returns the findings without missing translations, because a document can show a caption in
  /// one language.
  private static func reported(_ findings: Diagnostics) -> String {
    findings.sorted.map { "\($0)" }.filter { !$0.contains("has no translation into `en`") }.joined(separator: "\n")
  }
}

extension DefinitionFiles {
  /// Adds a file and removes the file with the same first line, such as `screen: account`.
  fileprivate mutating func put(_ file: DefinitionFile, in part: Part) {
    let name = Self.name(in: file)
    self[part].removeAll { Self.name(in: $0) == name }
    self[part].append(file)
  }

  private static func name(in file: DefinitionFile) -> Substring? {
    String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").first { !$0.hasPrefix("#") }
  }
}
