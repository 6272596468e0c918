import FoundationEssentials
import Platform

/// The files of one set: operations, fragments, translation catalogs, screens, routes, flows, services and tables.
///
///     let files = try DefinitionFiles(directory: "config/operations")
///     files.operations.count
///     files[.screens].map(\.name)  // ["config/screens/account.yaml", ...]
package struct DefinitionFiles: Sendable {
  /// A part of a set; its files lie in a directory with the part's name.
  package enum Part: String, CaseIterable, Sendable {
    case operations, fragments, locales, screens, routes, flows, services, tables

    fileprivate var files: WritableKeyPath<DefinitionFiles, [DefinitionFile]> {
      switch self {
      case .operations: \.operations
      case .fragments: \.fragments
      case .locales: \.locales
      case .screens: \.screens
      case .routes: \.routes
      case .flows: \.flows
      case .services: \.services
      case .tables: \.tables
      }
    }
  }

  /// The operation files; those of one directory are ordered by name.
  package var operations: [DefinitionFile]
  /// The fragments.
  package var fragments: [DefinitionFile]
  /// The translation catalogs.
  package var locales: [DefinitionFile]
  /// The screens.
  package var screens: [DefinitionFile] = []
  /// The routes.
  package var routes: [DefinitionFile] = []
  /// The flows.
  package var flows: [DefinitionFile] = []
  /// The service files, and those with recorded answers.
  package var services: [DefinitionFile] = []
  /// The tables.
  package var tables: [DefinitionFile] = []
  /// True if the set has all operations, so that a fragment or translation without a use is unused.
  package var isWhole: Bool
  /// The paths that cannot be read; a catalog reports each as a fault of the set.
  package private(set) var unreadable: [String] = []
  /// The paths that look like definitions and are not read for their names; each is a fault of the set too.
  package private(set) var misnamed: [String] = []
  /// The paths of links out of their directories, which are not read; each is a fault of the set too.
  package private(set) var linkedOut: [String] = []

  /// Creates a set of files without screens, routes and flows.
  package init(
    operations: [DefinitionFile], fragments: [DefinitionFile] = [], locales: [DefinitionFile] = [],
    isWhole: Bool = true
  ) {
    (self.operations, self.fragments, self.locales, self.isWhole) = (operations, fragments, locales, isWhole)
  }

  /// Returns true if a set has the same files that operations share: fragments, translation catalogs, services, tables.
  package func sharesAll(with other: DefinitionFiles) -> Bool {
    [Part.fragments, .locales, .services, .tables].allSatisfy { self[$0] == other[$0] }
  }

  /// Reads each `.yaml` file of a directory, except hidden files and scenario files.
  ///
  /// For a directory named `operations`, it also reads the other parts, which lie beside it. Throws `DefinitionFailure`
  /// if the directory cannot be read; other paths that cannot be read go to `unreadable`.
  package init(directory: String) throws(DefinitionFailure) {
    guard let paths = Self.paths(in: directory) else {
      throw .unreadable(path: directory, reason: "not a directory that can be read")
    }
    self.init(operations: paths, besides: Self.configuration(of: directory), isWhole: true)
  }

  /// Reads these operation files, and the files of directories among them, with the fragments and translation catalogs
  /// of a configuration directory.
  ///
  /// - Without `configuration`, it is the configuration directory that holds the first path.
  /// - Scenario files are skipped, because a shell pattern such as `*.yaml` includes them.
  package init(paths: [String], configuration: String? = nil) {
    let files = paths.flatMap { Self.paths(in: $0) ?? [$0] }.filter { !$0.hasSuffix(Self.scenarioEnding) }
    self.init(
      operations: files, besides: configuration ?? paths.first.flatMap(Self.configuration(holding:)),
      isWhole: false)
  }

  /// Reads all parts of a configuration directory; none if the path is not one.
  package init(configuration: String) {
    self.init(operations: [], isWhole: true)
    read(Part.allCases, of: configuration)
  }

  private init(operations paths: [String], besides configuration: String?, isWhole: Bool) {
    self.init(operations: [], isWhole: isWhole)
    operations = read(paths)
    guard let configuration else { return }
    read(
      isWhole ? Part.allCases.filter { $0 != .operations } : [.fragments, .locales, .services, .tables],
      of: configuration)
  }

  /// The files of a part.
  package subscript(part: Part) -> [DefinitionFile] {
    get { self[keyPath: part.files] }
    set { self[keyPath: part.files] = newValue }
  }

  /// Returns the configuration directory that a path belongs to.
  ///
  /// The path may be the directory itself, the directory of a part, a file in one, or the calendar. Returns nil for any
  /// other path.
  package static func configuration(holding path: String) -> String? {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    if paths(in: "\(path)/operations") != nil { return path }
    for part in Part.allCases { if let configuration = configuration(of: path, part) { return configuration } }
    let above = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    for part in Part.allCases { if let configuration = configuration(of: above, part) { return configuration } }
    let isCalendar = path == CalendarFile.name || path.hasSuffix("/\(CalendarFile.name)")
    return isCalendar ? (above.isEmpty ? "." : above) : nil
  }

  /// Returns the directory above, if the directory is named like that part; nil for any other name.
  private static func configuration(of directory: String, _ part: Part = .operations) -> String? {
    let directory = directory.hasSuffix("/") ? String(directory.dropLast()) : directory
    if directory == part.rawValue { return "." }
    let end = "/\(part.rawValue)"
    return directory.hasSuffix(end) ? String(directory.dropLast(end.count)) : nil
  }

  /// Returns the paths of a part's files in a configuration directory; none if it has no directory for the part.
  package static func paths(of part: Part, in configuration: String) -> [String] {
    paths(in: "\(configuration)/\(part.rawValue)") ?? []
  }

  /// Returns the paths of the definitions in a directory, ordered by name; nil if it cannot be read.
  package static func paths(in directory: String) -> [String]? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else { return nil }
    let separator = directory.hasSuffix("/") ? "" : "/"
    return names.sorted().filter(isDefinition).map { "\(directory)\(separator)\($0)" }
  }

  /// True for a YAML file that is neither a scenario file nor hidden, as the backups of editors are.
  private static func isDefinition(_ name: String) -> Bool {
    (name.hasSuffix(ending) || isMisnamed(name)) && !name.hasSuffix(Self.scenarioEnding) && !name.hasPrefix(".")
  }

  /// The end of the name of a file with scenarios of an operation.
  package static let scenarioEnding = ".scenarios.yaml"
  /// The end of the name of each definition file.
  private static let ending = ".yaml"

  /// True for another spelling of that end, `.yml` or `.YAML`: an author would wait for the file to be served.
  private static func isMisnamed(_ name: String) -> Bool {
    let small = name.lowercased()
    return !name.hasSuffix(ending) && (small.hasSuffix(".yml") || small.hasSuffix(ending))
  }

  private mutating func read(_ parts: [Part], of configuration: String) {
    for part in parts {
      let directory = "\(configuration)/\(part.rawValue)"
      let paths = Self.paths(in: directory)
      // A part may be absent. A part that exists and cannot be read is a fault: the set must not serve without it.
      if paths == nil, FileManager.default.fileExists(atPath: directory) { unreadable.append(directory) }
      self[part] = read(paths ?? [])
    }
  }

  /// Returns the files at these paths. One that cannot be read goes to `unreadable`, one of a wrong name to `misnamed`, and a link out of
  /// its directory to `linkedOut`.
  package mutating func read(_ paths: [String]) -> [DefinitionFile] {
    paths.compactMap { path in
      guard !Self.isMisnamed(path) else {
        misnamed.append(path)
        return nil
      }
      guard !ContainedFile.leadsOut(path) else {
        linkedOut.append(path)
        return nil
      }
      guard let file = DefinitionFile(path: path) else {
        unreadable.append(path)
        return nil
      }
      return file
    }
  }
}

/// A file of a set of definitions.
///
///     let file = DefinitionFile(name: "fragments/payee.yaml", bytes: Array(text.utf8))
package struct DefinitionFile: Sendable, Equatable {
  /// The name in faults: a path.
  package let name: String
  /// The content.
  package let bytes: [UInt8]

  /// Creates a file from its name and content.
  package init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

  /// The maximum size in bytes: 1 MiB. Authors write a few thousand bytes.
  static let maxBytes = 1 << 20

  /// The fault of a file that is a link out of its directory.
  package static let isLinkedOut =
    "the file is a link out of its directory, and is not read: its content may be a secret"

  /// Reads the file at a path; nil if it cannot be read, or is a link out of its directory.
  ///
  /// It keeps at most one byte above `maxBytes`, which is enough for `YAMLFile` to refuse the file.
  package init?(path: String) {
    guard !ContainedFile.leadsOut(path), let data = FileManager.default.contents(atPath: path) else { return nil }
    self.init(name: path, bytes: Array(data.prefix(Self.maxBytes + 1)))
  }

  /// The name in other files: the file name up to its first dot.
  package var stem: String {
    let last = name.split(separator: "/").last ?? ""
    return String(last.split(separator: ".").first ?? "")
  }

  /// The id of the file's definition: the file name without `.yaml`.
  package var id: String {
    let last = name.split(separator: "/").last ?? ""
    return last.hasSuffix(".yaml") ? String(last.dropLast(5)) : String(last)
  }
}
