import Foundation
import Testing

@testable import API

/// The one direction of import: what SwiftPM does not hold, this does.
struct LayeringTests {
  /// The allowed imports of each target besides the system, from the bottom up.
  static let allowed: [String: Set<String>] = [
    "CMicroHTTPD": [], "CGnuTLS": [], "CSQLite": [], "CSodium": [], "CPCRE2": [], "CCurl": [], "CZlib": [],
    "CPlatform": [], "CPostgreSQL": [], "CYAML": [],
    "Dates": [], "Texts": [], "SourceText": ["Texts"], "JSON": [], "YAML": ["CYAML", "JSON"], "Platform": ["CPlatform"],
    "Model": ["Dates", "Texts", "Platform"],
    "Storage": [],
    "SQLiteStorage": ["CPlatform", "CSQLite", "Platform", "Storage"],
    "PostgreSQLStorage": ["CPostgreSQL", "Platform", "Storage"],
    "RussianPayments": ["Dates"], "Secrets": ["CSodium"],
    "ValenceClient": [],
    "Conditions": ["Dates", "JSON", "CPCRE2"],
    "HTTPClient": ["CCurl", "Dates", "Texts", "JSON", "Platform"],
    "HTTPServer": ["CMicroHTTPD", "CGnuTLS", "CZlib", "JSON", "Platform"],
    "Atoms": ["Dates", "SourceText", "Texts", "JSON", "Conditions"],
    "DataAccess": ["Dates", "Texts", "Model", "Storage"],
    "Services": [
      "Dates", "Texts", "Model", "DataAccess", "Platform", "RussianPayments", "Secrets", "Storage",
    ],
    "DemoData": ["Dates", "Model", "DataAccess", "Secrets", "Services", "Storage"],
    "Operations": [
      "Atoms", "Conditions", "Dates", "Texts", "SourceText", "JSON", "Model", "HTTPClient", "Platform",
      "RussianPayments", "Secrets",
      "Services",
      "YAML",
    ],
    "API": [
      "HTTPServer", "JSON", "Model", "Atoms", "Dates", "Texts", "SourceText", "HTTPClient", "Platform", "Services",
      "Operations",
      "Logging",
    ],
    "valence": [
      "API", "Atoms", "Conditions", "DemoData", "Dates", "Texts", "SourceText", "HTTPServer", "JSON", "Model",
      "Operations", "DataAccess",
      "HTTPClient", "Platform",
      "PostgreSQLStorage", "RussianPayments", "Secrets", "Services", "SQLiteStorage", "Storage", "ArgumentParser",
      "Logging",
    ],
  ]

  /// The modules of the system.
  static let system: Set = ["Darwin", "Dispatch", "FoundationEssentials", "Glibc", "Musl", "Synchronization"]

  /// The files that import the whole of Foundation, and what they need of it that FoundationEssentials lacks.
  static let wholeFoundation = [
    "Atoms/Text/NormalizedText.swift": "canonical composition",
    "Services/Core/BankDay.swift": "the rules of time zones",
    "Services/Auth/PasswordChange.swift": "canonical composition",
    "Services/BICDirectory/DirectoryFile.swift": "the system's sentence for a file that cannot be read",
    "Services/BICDirectory/DirectoryParser.swift": "XMLParser",
    "ValenceClient/Wire/WireValue.swift": "Decimal and JSON's coders, where there is no FoundationEssentials to import",
    "valence/Commands/ConditionsCommand.swift": "FileHandle: standard input and output in blocks",
    "valence/Commands/Output.swift": "FileHandle",
    "valence/Commands/BackupCommand.swift": "FileHandle",
    "valence/Logging/LogSink.swift": "Thread",
  ]

  /// One import: where, and of what.
  struct Import {
    let file: String
    let module: String
    var target: String { String(file.prefix { $0 != "/" }) }
  }

  private static func imports() throws -> [Import] {
    let sources = TestServer.root.appending(path: "Sources").path
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources).filter { $0.hasSuffix(".swift") }
    return try files.sorted().flatMap { file in
      try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8).split(separator: "\n").compactMap { line in
        // Attributes and access levels stand before the word, a kind of declaration may stand after it.
        let words = line.split { $0 == " " || $0 == "\t" }
        guard let place = words.firstIndex(of: "import"),
          words[..<place].allSatisfy({ $0.hasPrefix("@") || accessLevels.contains(String($0)) }),
          place + 1 < words.count
        else { return nil }
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias", "func", "var", "let"]
        let name = kinds.contains(words[place + 1]) ? words.dropFirst(place + 2).first ?? "" : words[place + 1]
        return Import(file: file, module: String(name.prefix { $0 != "." && $0 != ";" }))
      }
    }
  }

  private static let accessLevels: Set = ["public", "package", "internal", "fileprivate", "private"]

  @Test("Every target is in the table of allowed imports") func listsEveryTarget() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: TestServer.root.appending(path: "Sources").path)
    #expect(Set(folders.filter { !$0.hasPrefix(".") }) == Set(Self.allowed.keys))
    // Most targets import something: a reading that finds no imports would hold every target to nothing.
    #expect(
      try Set(Self.imports().map(\.target)).isSuperset(of: ["Conditions", "HTTPServer", "Services", "API", "valence"]))
  }

  @Test("Each target imports only its allowed modules") func importsOnlyAllowedModules() throws {
    for found in try Self.imports() {
      let isFoundation = ["Foundation", "FoundationXML"].contains(found.module)
      guard !isFoundation && !Self.system.contains(found.module) else { continue }
      #expect(Self.allowed[found.target]?.contains(found.module) == true, "\(found.file) imports \(found.module)")
    }
  }

  @Test("The table of allowed imports has no cycle") func allowedImportsHaveNoCycle() {
    // Whoever follows it from any target never comes back to that target.
    for target in Self.allowed.keys {
      var reached: Set<String> = []
      var next = Self.allowed[target] ?? []
      while let one = next.popFirst() {
        if reached.insert(one).inserted { next.formUnion(Self.allowed[one] ?? []) }
      }
      #expect(!reached.contains(target), "\(target) imports itself")
    }
  }

  @Test("Foundation is imported only by the listed files") func limitsImportsOfFoundation() throws {
    let importers = try Self.imports().filter { ["Foundation", "FoundationXML"].contains($0.module) }.map(\.file)
    #expect(Set(importers) == Set(Self.wholeFoundation.keys))
  }

  /// The types of the client's library that show what a server's type of the same name stands for.
  static let mirrors: Set = [
    "Atom", "Badge", "Confirmation", "Flow", "ListFilter", "Module", "Problem", "Question", "Request",
    "Response",
    "RowAction", "Screen", "ShownChange", "Submission",
    "Transition", "Violation",
  ]

  @Test("Type names are unique across targets except for mirrored types of the client library")
  func typeNamesAreUnique() throws {
    let sources = TestServer.root.appending(path: "Sources").path
    let declaration = try Regex(
      #"(?:@\S+ |public |package |final |indirect )*(?:struct|class|enum|protocol|actor|typealias) (\w+).*"#)
    var targets: [String: Set<String>] = [:]
    for file in try FileManager.default.subpathsOfDirectory(atPath: sources) where file.hasSuffix(".swift") {
      let text = try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8)
      for line in text.split(separator: "\n") {
        guard let name = line.wholeMatch(of: declaration)?.output[1].substring else { continue }
        targets[String(name), default: []].insert(String(file.prefix { $0 != "/" }))
      }
    }
    #expect(targets.count > 500)
    let shared = targets.filter { $0.value.count > 1 }
    #expect(Set(shared.keys) == Self.mirrors)
    for (name, owners) in shared { #expect(owners.contains("ValenceClient") && owners.count == 2, "\(name)") }
  }

  @Test("Addresses of the server occur only in API and the client library") func onlyAPIContainsAddresses() throws {
    let sources = TestServer.root.appending(path: "Sources").path
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources).filter { $0.hasSuffix(".swift") }
    // The address of an image is data, as in a deal.
    let words = try Set(TestServer().application.endpoints.compactMap { $0.pattern.split(separator: "/").first })
      .subtracting(["images"])
    #expect(words.isSuperset(of: ["operations", "submissions", "start"]) && !words.contains { $0.hasPrefix("{") })
    let address = try Regex("\"/(\(words.sorted().joined(separator: "|")))[/\"?]")
    var found: Set<String> = []
    for file in files {
      let text = try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8)
      let isCode = text.split(separator: "\n").contains { line in
        !line.drop { $0 == " " }.hasPrefix("//") && line.contains(address)
      }
      if isCode { found.insert(String(file.prefix { $0 != "/" })) }
    }
    #expect(found.contains("API"))
    #expect(found.isSubset(of: ["API", "ValenceClient"]), "\(found.sorted())")
  }

  /// A closure is no value of a lock by itself, but stands in a structure: the compiler hands the value of a generic type over in
  /// another form, and each look at a closure in a lock leaves it wrapped in two more.
  @Test("Closures in a Mutex are wrapped in a structure") func wrapsClosuresInLocks() throws {
    let sources = TestServer.root.appending(path: "Sources").path
    let texts = try FileManager.default.subpathsOfDirectory(atPath: sources).filter { $0.hasSuffix(".swift") }.map {
      try String(contentsOfFile: "\(sources)/\($0)", encoding: .utf8)
    }
    let alias = try Regex(#"(\w+ )?typealias (\w+)(?:<.*>)? =\n? *(?:@\w+ )*\(.*\)(?: throws(?:\(\w+\))?)? -> "#)
    let aliases = texts.map { text in
      text.matches(of: alias).map {
        (isOwn: $0.output[1].substring == "private ", name: String($0.output[2].substring ?? ""))
      }
    }
    let shared = aliases.flatMap { $0.filter { !$0.isOwn }.map(\.name) }
    #expect(Set(shared).isSuperset(of: ["Clock", "Completion", "CodeText"]))
    func bare(_ own: [String]) throws -> Regex<AnyRegexOutput> {
      let names = (shared + own).joined(separator: "|")
      return try Regex(
        #"\bMutex<(?:\(?(?:@\w+ )*\([^\n:]*?\)(?: throws(?:\(\w+\))?)? ->|(?:\w+\.)?(?:"# + names + #")\??>)[^\n]*"#)
    }
    let wrong = ["Mutex<(@Sendable () -> Bool)?>(nil)", "Mutex<([Int]) throws -> Int>", "Mutex<Clock?>(nil)"]
    let right = ["Mutex<[Clock]>([])", "Mutex<(told: Bool, all: [() -> Void])>((false, []))", "Mutex<State>(State())"]
    for text in wrong { #expect(try text.contains(bare([])), "\(text)") }
    for text in right { #expect(try !text.contains(bare([])), "\(text)") }
    for (text, own) in zip(texts, aliases) {
      let found = try text.firstMatch(of: bare(own.map(\.name))).map { String(text[$0.range]) }
      #expect(found == nil)
    }
  }
}
