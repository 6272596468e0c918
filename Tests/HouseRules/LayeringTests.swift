import Foundation
import Testing

/// The allowed imports of each target, which SwiftPM does not check.
struct LayeringTests {
  /// A target with its duty and its allowed imports. Each target can also import the system's
  /// modules.
  struct Target {
    let name: String
    let duty: String
    let imports: [String]

    init(_ name: String, _ duty: String, _ imports: [String] = []) {
      self.name = name
      self.duty = duty
      self.imports = imports
    }
  }

  /// The targets of `Sources`. Each imports only targets above it.
  static let targets = [
    Target("CMicroHTTPD", wrapper),
    Target("CGnuTLS", wrapper),
    Target("CSQLite", wrapper),
    Target("CSodium", wrapper),
    Target("CPCRE2", wrapper),
    Target("CCurl", wrapper),
    Target("CZlib", wrapper),
    Target("CPostgreSQL", wrapper),
    Target("CYAML", wrapper),
    Target("CXML", wrapper),
    Target("CPlatform", wrapper),
    Target("CCommit", wrapper),
    Target("CVersion", wrapper, ["CCommit"]),
    Target(
      "Dates", "civil dates, instants and the business calendar"),
    Target(
      "Texts", "languages, texts in them, misleading characters, percent-encoding"),
    Target(
      "SourceText", "nodes of definition files with line and column, findings with a caret, translations",
      ["Texts"]),
    Target(
      "JSON", "reads, holds and writes JSON with exact numbers and kept member order"),
    Target(
      "YAML", "the events of a YAML or XML text with their positions, from libyaml or libxml2",
      ["CYAML", "JSON"]),
    Target("XML", "the events of a YAML or XML text with their positions, from libyaml or libxml2", ["CXML"]),
    Target(
      "Platform",
      "the re-export of the C library; system calls that Foundation lacks: process groups, nonblocking file writes, memory trimming, thread pools, addresses and networks, the service manager",
      ["CPlatform", "CVersion"]),
    Target(
      "Model", "the records and identifiers of the bank",
      ["Dates", "Texts", "Platform"]),
    Target(
      "Storage",
      "the interface of every database engine: a store, its connections, statements, rows, errors",
      ["Platform"]),
    Target(
      "SQLiteStorage",
      "the engine SQLite: connections, statements, transactions, migrations, one writer whose callers share a commit",
      ["CPlatform", "CSQLite", "Platform", "Storage"]),
    Target(
      "PostgreSQLStorage",
      "the engine PostgreSQL over libpq: connections, statements, migrations, writers whose callers share a commit, locks; [PostgreSQL](docs/postgresql.md) lists the differences",
      ["CPostgreSQL", "Platform", "Storage"]),
    Target(
      "RussianPayments", "INN, accounts, budget fields by date, payment text, QR codes: value in, reason out",
      ["Dates"]),
    Target(
      "Secrets", "password hashing, digests, tokens, keys; types that print as redacted",
      ["CSodium", "Platform"]),
    Target(
      "ValenceClient", "the wire format for native clients: models, open forms, calls; shares nothing with the server"),
    Target(
      "Conditions", "NSPredicate-format conditions: parse, check, compile, evaluate",
      ["Dates", "Texts", "JSON", "CPCRE2", "Platform"]),
    Target(
      "HTTPClient",
      "requests to other systems by libcurl: one thread, limits, circuit breakers, retries; allowed addresses",
      ["CCurl", "Dates", "Texts", "JSON", "Platform"]),
    Target(
      "HTTPServer", "libmicrohttpd's callbacks as `Request -> Reply`; routes; compression of contents",
      ["CMicroHTTPD", "CGnuTLS", "CZlib", "JSON", "Platform"]),
    Target(
      "Atoms", "compiles an operation, evaluates and judges values; no I/O",
      ["Dates", "SourceText", "Texts", "JSON", "Conditions"]),
    Target(
      "DataAccess", "one DAO per table; never opens a transaction",
      ["Dates", "Texts", "Model", "Storage"]),
    Target(
      "BICDirectory", "reads and compares the Bank of Russia's directory file",
      ["Dates", "Texts", "XML", "Model", "RussianPayments"]),
    Target(
      "Services", "the bank's rules and transactions",
      [
        "BICDirectory", "Dates", "Texts", "JSON", "Model", "DataAccess", "Platform", "RussianPayments", "Secrets",
        "Storage",
      ]),
    Target(
      "DemoData", "a person, accounts, providers and deals to try the product with",
      ["BICDirectory", "Dates", "Model", "DataAccess", "Secrets", "Services", "Storage"]),
    Target(
      "Definitions", "reads YAML files, fragments, locales, tables and calendars of authors",
      ["Atoms", "Conditions", "Dates", "Texts", "SourceText", "JSON", "Model", "Platform", "Secrets", "YAML"]),
    Target(
      "BankSystems", "the systems that service files declare: calls, answers, senders, deliveries, recorded answers",
      [
        "Atoms", "Conditions", "Dates", "Definitions", "HTTPClient", "JSON", "Model", "Platform", "Secrets",
        "Services", "SourceText", "Texts",
      ]),
    Target(
      "Operations",
      "the catalog of operations, screens, flows and routes; verifications, lookups, facts, effects, generated forms",
      [
        "Atoms", "BankSystems", "Conditions", "Dates", "Definitions", "HTTPClient", "JSON", "Model", "Platform",
        "RussianPayments", "Secrets", "Services", "SourceText", "Texts", "YAML",
      ]),
    Target(
      "Support", "answers questions about one person or one submission: search, evidence, exports, personal data",
      [
        "BankSystems", "DataAccess", "Dates", "JSON", "Model", "Operations", "Secrets", "Services", "Storage",
        "Texts",
      ]),
    Target(
      "Authoring", tools,
      [
        "Atoms", "BankSystems", "Conditions", "Dates", "Definitions", "HTTPClient", "JSON", "Model", "Operations",
        "Platform", "Services", "SourceText", "Texts", "YAML",
      ]),
    Target(
      "Telemetry", "the registry of metrics and its text format, logs and their sinks",
      ["Dates", "Texts", "JSON", "Platform", "HTTPServer", "Logging"]),
    Target(
      "API", "endpoints, authentication, the one map from errors to problems, the OpenAPI document",
      [
        "HTTPServer", "JSON", "Model", "Atoms", "Dates", "Texts", "SourceText", "HTTPClient", "Platform", "Services",
        "Operations", "Authoring", "BICDirectory", "BankSystems", "Telemetry", "Logging",
      ]),
    Target(
      "Hosting", "opens the store, serves, reloads, copies and drains; the keys of the configuration file",
      [
        "API", "Atoms", "BankSystems", "Definitions", "DemoData", "Dates", "Texts", "SourceText", "HTTPServer",
        "JSON", "Model", "Operations", "DataAccess", "HTTPClient", "Platform", "PostgreSQLStorage", "Secrets",
        "Services", "SQLiteStorage", "Storage", "Telemetry", "Logging",
      ]),
    Target(
      "Conformance", program,
      [
        "API", "Atoms", "BankSystems", "Definitions", "DemoData", "HTTPServer", "Hosting", "JSON", "Model",
        "Operations", "Platform", "SQLiteStorage", "Secrets", "Services", "SourceText", "Storage", "Logging",
      ]),
    Target(
      "valence", program,
      [
        "Hosting", "Telemetry", "API", "Atoms", "BICDirectory", "Conditions", "DemoData", "Dates", "Texts",
        "SourceText", "HTTPServer", "JSON", "Model", "Operations", "Support", "Authoring", "BankSystems",
        "Conformance", "Definitions", "DataAccess", "HTTPClient", "Platform", "PostgreSQLStorage", "RussianPayments",
        "Secrets", "Services",
        "SQLiteStorage", "Storage", "ArgumentParser", "Logging",
      ]),
  ]
  private static let tools =
    "tools for authors: scenarios, the schema and the reference of the format, import, playground, preview"
  private static let program =
    "the command line: commands and options; for client teams: the conformance kit with its cases and sessions"
  private static let wrapper =
    "the C libraries, with shims for what Swift cannot call, and the version of the program"

  /// The allowed imports of each target.
  static let allowed = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, Set($0.imports)) })

  /// The modules of other packages.
  private static let packages: Set = ["ArgumentParser", "Logging"]

  /// The modules of the system.
  static let system: Set = ["Darwin", "Dispatch", "FoundationEssentials", "Glibc", "Musl", "Synchronization"]

  /// The files that import all of Foundation, with the part that FoundationEssentials lacks.
  ///
  /// They must not belong to the program: Foundation adds ICU, 38 MB (2026-11).
  static let wholeFoundation = [
    "ValenceClient/Typing/ShownTexts.swift": "Calendar and TimeZone, on systems without FoundationEssentials",
    "ValenceClient/Wire/WireValue.swift": "Decimal and JSON's coders, on systems without FoundationEssentials",
  ]

  /// An import of a module by a file.
  struct Import {
    let file: String
    let module: String
    var target: String { String(file.prefix { $0 != "/" }) }
  }

  private static func imports() throws -> [Import] {
    let sources = Repository.root.appending(path: "Sources").path
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources).filter { $0.hasSuffix(".swift") }
    return try files.sorted().flatMap { file in
      ImportedModules.all(in: try Repository.text(of: "Sources/\(file)")).map { Import(file: file, module: $0) }
    }
  }

  @Test("Every target is in the table of allowed imports") func listsEveryTarget() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Repository.root.appending(path: "Sources").path)
    #expect(Set(folders.filter { !$0.hasPrefix(".") }) == Set(Self.allowed.keys))
    // Most targets import other targets. If the scan found no imports, every target would pass.
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

  @Test("Each target imports only targets above it") func importsOnlyTargetsAbove() {
    var above = Self.packages
    for target in Self.targets {
      #expect(above.isSuperset(of: target.imports), "\(target.name) imports a target below it")
      let isNew = above.insert(target.name).inserted
      #expect(isNew, "\(target.name) has two lines")
    }
  }

  /// The table of targets in CONTRIBUTING.md. Consecutive targets with the same duty share a line.
  private static var documentedTable: String {
    var lines = ["| target | duty |", "|---|---|"]
    var begun = targets[...]
    while let duty = begun.first?.duty {
      let names = begun.prefix { $0.duty == duty }.map { "`\($0.name)`" }
      lines.append("| \(names.joined(separator: ", ")) | \(duty) |")
      begun = begun.dropFirst(names.count)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test("CONTRIBUTING.md shows the table of targets") func documentShowsTargets() throws {
    let text = try Repository.text(of: "CONTRIBUTING.md")
    let table = try #require(text.firstMatch(of: /(?m)^\| target \| duty \|\n(?:\|.*\n)*/))
    guard table.output != Self.documentedTable else { return }
    guard ProcessInfo.processInfo.environment["VALENCE_RECORD"] == "1" else {
      Issue.record("the table of targets in CONTRIBUTING.md is out of date; VALENCE_RECORD=1 writes it")
      return
    }
    let recorded = text.replacingCharacters(in: table.range, with: Self.documentedTable)
    try Data(recorded.utf8).write(to: Repository.root.appending(path: "CONTRIBUTING.md"))
    Issue.record("wrote the table of targets in CONTRIBUTING.md: review it and run again without VALENCE_RECORD")
  }

  @Test("The program imports FoundationEssentials and not Foundation") func limitsImportsOfFoundation() throws {
    let importers = try Self.imports().filter { $0.module.hasPrefix("Foundation") && !Self.system.contains($0.module) }
      .map(\.file)
    #expect(Set(importers) == Set(Self.wholeFoundation.keys))
    #expect(!Self.targets.contains { $0.imports.contains("ValenceClient") })
  }

  @Test("Addresses of the server occur only in API, the client library and the conformance kit")
  func onlyAPIContainsAddresses() throws {
    let sources = Repository.root.appending(path: "Sources").path
    // The examples of drawn members are data.
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources).filter {
      $0.hasSuffix(".swift") && !$0.hasPrefix("Atoms/Writing/DrawnMembers")
    }
    // The path of an image is data, for example in a deal.
    let words = try Repository.roots().subtracting(["images"])
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
    // The conformance kit opens forms by their addresses, as clients do.
    #expect(found.isSubset(of: ["API", "Conformance", "ValenceClient"]), "\(found.sorted())")
  }

  /// A `Mutex` contains a closure only as a member of a structure. The compiler converts a closure
  /// that is the value of a generic type, and each access to it in a lock adds two wrappers.
  @Test("Closures in a Mutex are wrapped in a structure") func wrapsClosuresInLocks() throws {
    let sources = Repository.root.appending(path: "Sources").path
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
