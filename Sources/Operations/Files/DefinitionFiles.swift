import FoundationEssentials

/// The files of one set: operations, the fragments that they include, the catalogs of translations, and where one can go.
package struct DefinitionFiles: Sendable {
  /// The part of a set that a file belongs to, by the name of its directory.
  package enum Part: String, CaseIterable, Sendable {
    case operations, fragments, locales, screens, routes, flows

    fileprivate var files: WritableKeyPath<DefinitionFiles, [DefinitionFile]> {
      switch self {
      case .operations: \.operations
      case .fragments: \.fragments
      case .locales: \.locales
      case .screens: \.screens
      case .routes: \.routes
      case .flows: \.flows
      }
    }
  }

  /// The operation files, in the order of their names.
  package var operations: [DefinitionFile]
  /// The fragments.
  package var fragments: [DefinitionFile]
  /// The catalogs of translations.
  package var locales: [DefinitionFile]
  /// The screens.
  package var screens: [DefinitionFile] = []
  /// The routes.
  package var routes: [DefinitionFile] = []
  /// The flows.
  package var flows: [DefinitionFile] = []
  /// True if these are all operations, so that an unused fragment or translation is unused by all.
  package var isWhole: Bool
  /// The paths that cannot be read as files, which are faults of the set.
  package private(set) var unreadable: [String] = []

  /// Creates a set of these files.
  package init(
    operations: [DefinitionFile], fragments: [DefinitionFile] = [], locales: [DefinitionFile] = [],
    isWhole: Bool = true
  ) {
    (self.operations, self.fragments, self.locales, self.isWhole) = (operations, fragments, locales, isWhole)
  }

  /// Finds the `.yaml` files of a directory, without scenario files; beside a directory `operations` also `fragments`
  /// and `locales`.
  package init(directory: String) throws(Catalog.Failure) {
    guard let paths = Self.paths(in: directory) else {
      throw .unreadable(path: directory, reason: "not a directory that can be read")
    }
    self.init(operations: paths, besides: Self.configuration(of: directory), isWhole: true)
  }

  /// Takes these operation files and directories of them, with the fragments and locales of a configuration directory.
  ///
  /// - Without `configuration` that is the directory whose `operations` the first file lies in.
  /// - Scenario files, which a shell's pattern may name, are left out.
  package init(paths: [String], configuration: String? = nil) {
    let files = paths.flatMap { Self.paths(in: $0) ?? [$0] }.filter { !$0.hasSuffix(ScenarioFile.ending) }
    self.init(
      operations: files, besides: configuration ?? paths.first.flatMap(Self.configuration(holding:)),
      isWhole: false)
  }

  private init(operations paths: [String], besides configuration: String?, isWhole: Bool) {
    self.init(operations: [], isWhole: isWhole)
    operations = read(paths)
    guard let configuration else { return }
    read(isWhole ? Part.allCases.filter { $0 != .operations } : [.fragments, .locales], of: configuration)
  }

  /// Takes all files of a configuration directory; none if there is no such directory.
  init(configuration: String) {
    self.init(operations: [], isWhole: true)
    read(Part.allCases, of: configuration)
  }

  /// The files of a part.
  package subscript(part: Part) -> [DefinitionFile] {
    get { self[keyPath: part.files] }
    set { self[keyPath: part.files] = newValue }
  }

  /// The configuration directory at that path, or whose `operations`, `screens` and so on are there or hold it; nil for a
  /// path elsewhere.
  package static func configuration(holding path: String) -> String? {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    if paths(in: "\(path)/operations") != nil { return path }
    for part in Part.allCases { if let configuration = configuration(of: path, part) { return configuration } }
    let above = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    for part in Part.allCases { if let configuration = configuration(of: above, part) { return configuration } }
    let isCalendar = path == CalendarFile.name || path.hasSuffix("/\(CalendarFile.name)")
    return isCalendar ? (above.isEmpty ? "." : above) : nil
  }

  /// The configuration directory of a directory of that part; nil for a directory of another name.
  private static func configuration(of directory: String, _ part: Part = .operations) -> String? {
    let directory = directory.hasSuffix("/") ? String(directory.dropLast()) : directory
    if directory == part.rawValue { return "." }
    let end = "/\(part.rawValue)"
    return directory.hasSuffix(end) ? String(directory.dropLast(end.count)) : nil
  }

  /// The paths of the files of a part in a configuration; none where it has no such directory.
  static func paths(of part: Part, in configuration: String) -> [String] {
    paths(in: "\(configuration)/\(part.rawValue)") ?? []
  }

  /// The paths of the definitions in a directory in the order of their names; nil where it cannot be read.
  static func paths(in directory: String) -> [String]? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else { return nil }
    let separator = directory.hasSuffix("/") ? "" : "/"
    return names.sorted().filter(isDefinition).map { "\(directory)\(separator)\($0)" }
  }

  /// True for a definition file: no scenarios, and no hidden file such as an editor's backup.
  private static func isDefinition(_ name: String) -> Bool {
    name.hasSuffix(".yaml") && !name.hasSuffix(ScenarioFile.ending) && !name.hasPrefix(".")
  }

  private mutating func read(_ parts: [Part], of configuration: String) {
    for part in parts {
      let directory = "\(configuration)/\(part.rawValue)"
      let paths = Self.paths(in: directory)
      // A part may be absent; one that is there and cannot be read is not served without.
      if paths == nil, FileManager.default.fileExists(atPath: directory) { unreadable.append(directory) }
      self[part] = read(paths ?? [])
    }
  }

  /// Reads the files of these paths; notes those that cannot be read.
  mutating func read(_ paths: [String]) -> [DefinitionFile] {
    paths.compactMap { path in
      guard let file = DefinitionFile(path: path) else {
        unreadable.append(path)
        return nil
      }
      return file
    }
  }
}

/// A file that a set of definitions is read from.
package struct DefinitionFile: Sendable, Equatable {
  /// The name as faults print it.
  package let name: String
  /// The content.
  package let bytes: [UInt8]

  /// Creates a file of that name and content.
  package init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

  /// The most bytes of a file. Files that people write have a few thousand.
  static let mostBytes = 1 << 20

  /// Creates the file at a path; nil where it cannot be read. Of one that is too large only the first bytes are
  /// kept, by which it is refused.
  init?(path: String) {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    self.init(name: path, bytes: Array(data.prefix(Self.mostBytes + 1)))
  }

  /// The name by which other files refer to it: without directory and extension.
  var stem: String {
    let last = name.split(separator: "/").last ?? ""
    return String(last.split(separator: ".").first ?? "")
  }

  /// The id that a file of that name holds: its name without directory and `.yaml`.
  var id: String {
    let last = name.split(separator: "/").last ?? ""
    return last.hasSuffix(".yaml") ? String(last.dropLast(5)) : String(last)
  }
}
