import Atoms
import Operations
import Testing

/// A directory of operations, loaded as one set.
struct CatalogTests {
  private static func file(_ id: String, _ more: String = "") -> String {
    "operation: \(id)\ntitle: {ru: Проба, en: Trial}\natoms:\n  - {textInput: a}\n\(more)"
  }

  @Test("A catalog sorts its operations by id and finds them by id") func sortsOperationsByID() throws {
    try Files.with(["1.yaml": Self.file("b.two"), "2.yaml": Self.file("a"), "3.yaml": Self.file("b.one")]) {
      directory in
      let catalog = try Catalog(directory: directory, vocabulary: Vocabulary())
      #expect(catalog.operations.map(\.id) == ["a", "b.one", "b.two"])
      #expect(catalog["b.one"]?.id == "b.one")
      #expect(catalog["b"] == nil)
    }
  }

  @Test("Two files with the same operation id cause a fault that names both files") func rejectsDuplicateOperationID()
    throws
  {
    try Files.with(["one.yaml": Self.file("same"), "two.yaml": "# copied\n" + Self.file("same")]) { directory in
      let faults = Self.faults(of: directory)
      #expect(
        faults == [
          "two.yaml:2:1: error: operation `same` is already defined in one.yaml"
        ])
    }
  }

  @Test("A catalog reports the faults of all files in order") func reportsFaultsOfAllFiles() throws {
    let files = [
      "b.yaml": Self.file("b", "  - {textImput: c}\n"),
      "a.yaml": Self.file("a", "  - {text: t, showIf: \"$b == 'x'\"}\n"),
      "c.yaml": "", "d.yaml": Self.file("d"),
    ]
    try Files.with(files) { directory in
      let faults = Self.faults(of: directory)
      #expect(
        faults == [
          "a.yaml:5:24: error: unknown variable `$b`",
          "b.yaml:5:6: error: unknown kind of atom `textImput`, did you mean `textInput`?",
          "c.yaml:1:1: error: the file is empty",
        ])
    }
  }

  @Test("A directory with the name of an operation file is reported as unreadable") func reportsUnreadableEntry() throws
  {
    let files = ["a.yaml": "", "b.yaml/inner.txt": "", "c.yaml": Self.file("c", "  - {textImput: c}\n")]
    try Files.with(files) { directory in
      #expect(
        Self.faults(of: directory) == [
          "a.yaml:1:1: error: the file is empty",
          "b.yaml:1:1: error: the file cannot be read",
          "c.yaml:5:6: error: unknown kind of atom `textImput`, did you mean `textInput`?",
        ])
    }
  }

  @Test("An absent fragments directory is accepted, and an unreadable one is a fault") func rejectsUnreadablePart()
    throws
  {
    let files = ["operations/a.yaml": Self.file("a"), "fragments": "a file instead of the directory"]
    try Files.with(files) { directory in
      let faults = Self.faults(of: "\(directory)/operations")
      let fault = "fragments:1:1: error: the file cannot be read"
      #expect(faults.count == 1 && faults[0].hasSuffix(fault), "\(faults)")
    }
    try Files.with(["operations/a.yaml": Self.file("a")]) { directory in
      let catalog = try Catalog(directory: "\(directory)/operations", vocabulary: Vocabulary())
      #expect(catalog.operations.map(\.id) == ["a"])
    }
  }

  @Test("A catalog reads definition files and ignores scenarios and documents") func readsDefinitionsOnly() throws {
    let files = ["a.yaml": Self.file("a"), "a.scenarios.yaml": "- not an operation", "README.md": "# Operations"]
    try Files.with(files) { directory in
      let catalog = try Catalog(directory: directory, vocabulary: Vocabulary())
      #expect(catalog.operations.map(\.id) == ["a"])
    }
  }

  @Test("The version of an operation depends only on the content of its file") func versionFollowsContent() throws {
    let files = ["a.yaml": Self.file("a"), "b.yaml": Self.file("b")]
    func versions(_ files: [String: String]) throws -> [String] {
      var versions: [String] = []
      try Files.with(files) {
        versions = try Catalog(directory: $0, vocabulary: Vocabulary()).operations.map(\.version)
      }
      return versions
    }
    let first = try versions(files)
    #expect(try versions(files) == first)
    #expect(first.allSatisfy { $0.utf8.count == 12 && $0.allSatisfy(\.isHexDigit) })
    let second = try versions(["a.yaml": Self.file("a", "# edited\n"), "b.yaml": Self.file("b")])
    #expect(second[0] != first[0])
    #expect(second[1] == first[1])
  }

  @Test(
    "A catalog reports a missing path or a file as an unreadable directory", arguments: ["/nowhere/at/all", #filePath])
  func reportsUnreadableDirectory(path: String) {
    let error = #expect(throws: Catalog.Failure.self) { try Catalog(directory: path, vocabulary: Vocabulary()) }
    guard case .unreadable(let found, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found == path)
  }

  /// Returns the first line of each fault, without the directory.
  private static func faults(of directory: String) -> [String] {
    let error = #expect(throws: Catalog.Failure.self) { try Catalog(directory: directory, vocabulary: Vocabulary()) }
    guard case .faults(let faults) = error else { return [] }
    return faults.sorted.map { fault in
      let line = "\(fault)".split(separator: "\n").first.map(String.init) ?? ""
      return line.replacing("\(directory)/", with: "")
    }
  }
}
