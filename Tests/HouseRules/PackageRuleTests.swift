import Foundation
import Testing

/// Rules about the targets of `Package.swift`.
struct PackageRuleTests {
  /// The folders in `Tests` that Swift does not compile.
  private static let others = ["Tests/EndToEnd/", "Tests/PostgreSQL/", "Tests/Sanitizers/"]

  private static func targets() throws -> [PackageTarget] {
    PackageTarget.all(in: try Repository.text(of: "Package.swift"))
  }

  /// Returns the files that belong to no target.
  private static func strays(_ files: [String], _ targets: [PackageTarget]) -> [String] {
    files.filter { file in
      !others.contains { file.hasPrefix($0) } && !targets.contains { $0.contains(file) }
    }
  }

  @Test("Every file below Sources and Tests belongs to a target") func filesBelongToTargets() throws {
    let targets = try Self.targets()
    #expect(targets.count > 40)
    #expect(Self.strays(try Repository.files(), targets) == [], "these files belong to no target of Package.swift")
  }

  @Test("Every target names the modules of the package that it imports as dependencies")
  func targetsDependOnImports() throws {
    let targets = try Self.targets()
    let names = Set(targets.map(\.name))
    let missing = try targets.flatMap { target in
      try target.imports().intersection(names).subtracting(target.dependencies).subtracting([target.name])
        .map { "\(target.name) imports \($0)" }
    }
    #expect(missing.sorted() == [], "these targets build only if other targets were built before")
  }

  @Test("Only CommandTests and HouseRules import the internals of valence") func limitsInternalsOfValence() throws {
    let files = try Repository.files().filter { $0.hasSuffix(".swift") }
    let importers = try files.filter { try Self.importsInternalsOfValence(Repository.text(of: $0)) }
    let targets = Set(importers.map { $0.split(separator: "/").prefix(2).joined(separator: "/") })
    #expect(targets == ["Tests/CommandTests", "Tests/HouseRules"])
  }

  @Test(
    "An import of the internals of valence is recognized",
    arguments: [
      ("import Hosting\n@testable import valence\n", true), ("@testable package import valence", true),
      ("import valence", false), ("@testable import Hosting\nimport valence", false),
      ("// @testable import valence", false),
    ])
  func recognizesInternalImport(source: String, isInternal: Bool) {
    #expect(Self.importsInternalsOfValence(source) == isInternal)
  }

  private static func importsInternalsOfValence(_ source: String) -> Bool {
    source.split(separator: "\n").contains { line in
      let words = line.split(separator: " ")
      return words.first == "@testable" && words.suffix(2) == ["import", "valence"]
    }
  }

  @Test("Files without a target and excluded Swift files are reported") func namesStrayFiles() {
    let targets = PackageTarget.all(
      in: """
        .target(name: "A", dependencies: ["B"]), .testTarget(
          name: "ATests", dependencies: ["A"], exclude: ["Cases"]),
        .systemLibrary(name: "C"), .target(name: "D", path: "Tests/D"),
        """)
    #expect(targets.map(\.path) == ["Sources/A", "Tests/ATests", "Sources/C", "Tests/D"])
    let files = [
      "Sources/A/a.swift", "Sources/AB/a.swift", "Sources/a.swift", "Sources/C/shim.h", "Tests/ATests/Cases/a.json",
      "Tests/ATests/Cases/a.swift", "Tests/D/d.swift", "Tests/EndToEnd/a.py",
    ]
    #expect(Self.strays(files, targets) == ["Sources/AB/a.swift", "Sources/a.swift", "Tests/ATests/Cases/a.swift"])
  }

  /// The page is README.md or the DocC page with the target's name.
  @Test("The page of each target begins with its purpose in one sentence") func targetsHavePurpose() throws {
    var figures: [String: Int] = [:]
    for target in try Self.targets() where target.path.hasPrefix("Sources/") || target.path.hasPrefix("Tests/") {
      let pages = ["\(target.path)/README.md", "\(target.path)/\(target.name).docc/\(target.name).md"]
      let page = pages.first { FileManager.default.fileExists(atPath: Repository.root.appending(path: $0).path) }
      let purpose = try page.flatMap { Self.purpose(in: try Repository.text(of: $0)) }
      if purpose == nil { figures[target.path] = 1 }
    }
    try HouseRule.missingPurpose.compare(figures)
  }

  @Test(
    "A purpose is one sentence on the first line after the title",
    arguments: [
      ("# A\n\nReads a.\n\n## B", "Reads a."), ("# A\n\nReads a. Writes b.\n", nil), ("# A\n\nReads a\nand b.\n", nil),
      ("# A\n", nil), ("Reads a.\n", nil),
    ] as [(String, String?)])
  func recognizesPurpose(page: String, purpose: String?) { #expect(Self.purpose(in: page) == purpose) }

  /// Returns the first line after a page's title; nil unless it is one sentence.
  private static func purpose(in page: String) -> String? {
    let lines = page.split(separator: "\n")
    guard lines.count > 1, lines[0].hasPrefix("# "), lines[1].hasSuffix("."), !lines[1].contains(". ") else {
      return nil
    }
    return String(lines[1])
  }
}
