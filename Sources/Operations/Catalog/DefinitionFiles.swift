import FoundationEssentials

/// The files of one set: operations, the fragments that they include, and the catalogs of translations.
package struct DefinitionFiles: Sendable {
  /// The operation files, in the order of their names.
  package var operations: [DefinitionFile]
  /// The fragments.
  package var fragments: [DefinitionFile]
  /// The catalogs of translations.
  package var locales: [DefinitionFile]
  /// Whether these are all operations there are, so that what none of them uses is used by nobody.
  package var isWhole: Bool

  /// A set of these files.
  package init(
    operations: [DefinitionFile], fragments: [DefinitionFile] = [], locales: [DefinitionFile] = [],
    isWhole: Bool = true
  ) {
    (self.operations, self.fragments, self.locales, self.isWhole) = (operations, fragments, locales, isWhole)
  }

  /// Every `.yaml` file of a directory that is not a scenario file; of a directory `operations` also what lies beside
  /// it in `fragments` and `locales`.
  package init(directory: String) throws(Catalog.Failure) {
    guard let operations = try Self.files(in: directory) else {
      throw .unreadable(path: directory, reason: "not a directory that can be read")
    }
    try self.init(operations: operations, besides: Self.configuration(of: directory), isWhole: true)
  }

  /// These operation files with the fragments and locales of the configuration directory: where none is given, of the
  /// one whose `operations` the first of them lies in.
  package init(paths: [String], configuration: String? = nil) throws(Catalog.Failure) {
    var operations: [DefinitionFile] = []
    for path in paths { operations.append(try Self.file(path)) }
    let own = paths.first.map { $0.split(separator: "/", omittingEmptySubsequences: false).dropLast() }
    let directory = configuration ?? own.flatMap { Self.configuration(of: $0.joined(separator: "/")) }
    try self.init(operations: operations, besides: directory, isWhole: false)
  }

  private init(
    operations: [DefinitionFile], besides configuration: String?, isWhole: Bool
  ) throws(Catalog.Failure) {
    self.init(
      operations: operations,
      fragments: try configuration.map { configuration throws(Catalog.Failure) in
        try Self.files(in: "\(configuration)/fragments") ?? []
      } ?? [],
      locales: try configuration.map { configuration throws(Catalog.Failure) in
        try Self.files(in: "\(configuration)/locales") ?? []
      } ?? [], isWhole: isWhole)
  }

  /// The configuration directory of a directory of operations; nil for a directory of another name.
  private static func configuration(of directory: String) -> String? {
    if directory == "operations" { return "." }
    let end = "/operations"
    return directory.hasSuffix(end) ? String(directory.dropLast(end.count)) : nil
  }

  /// The files of a directory in the order of their names; nil where it cannot be read.
  private static func files(in directory: String) throws(Catalog.Failure) -> [DefinitionFile]? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else { return nil }
    var files: [DefinitionFile] = []
    for name in names.sorted() where isDefinition(name) { files.append(try file("\(directory)/\(name)")) }
    return files
  }

  /// Whether a file of that name is read: no scenarios, and nothing hidden, such as what editors leave behind.
  private static func isDefinition(_ name: String) -> Bool {
    name.hasSuffix(".yaml") && !name.hasSuffix(".scenarios.yaml") && !name.hasPrefix(".")
  }

  private static func file(_ path: String) throws(Catalog.Failure) -> DefinitionFile {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw .unreadable(path: path, reason: "not a file that can be read")
    }
    return DefinitionFile(name: path, bytes: Array(bytes))
  }
}
