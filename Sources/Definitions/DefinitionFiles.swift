import Atoms
import FoundationEssentials
import Platform

/// The files of one definition set.
package struct DefinitionFiles: Sendable {
  /// A part of a definition set. Its files are in a directory with the part's name.
  package enum Part: String, CaseIterable, Sendable {
    case operations, fragments, kinds, locales, screens, routes, flows, services, tables, documents, images

    fileprivate var files: WritableKeyPath<DefinitionFiles, [DefinitionFile]> {
      switch self {
      case .operations: \.operations
      case .fragments: \.fragments
      case .kinds: \.kinds
      case .locales: \.locales
      case .screens: \.screens
      case .routes: \.routes
      case .flows: \.flows
      case .services: \.services
      case .tables: \.tables
      case .documents: \.documents
      case .images: \.images
      }
    }
  }

  /// The operation files, sorted by name within each directory.
  package var operations: [DefinitionFile]
  package var fragments: [DefinitionFile]
  /// The composed kinds of the configuration.
  package var kinds: [DefinitionFile] = []
  /// The composed kinds of the library. A kind of the configuration replaces one with its name.
  package var library: [DefinitionFile] = []
  package var locales: [DefinitionFile]
  package var screens: [DefinitionFile] = []
  package var routes: [DefinitionFile] = []
  package var flows: [DefinitionFile] = []
  /// The service files, including files with recorded answers.
  package var services: [DefinitionFile] = []
  package var tables: [DefinitionFile] = []
  /// The documents that people consent to.
  package var documents: [DefinitionFile] = []
  /// The pictures that forms show.
  package var images: [DefinitionFile] = []
  /// True if the set contains all operations. Only then are unused fragments and translations
  /// reported.
  package var isWhole: Bool
  /// The paths that cannot be read. A catalog reports each as a fault of the set.
  package private(set) var unreadable: [String] = []
  /// The paths with a wrong extension, such as `.yml`. They are not read, and each is a fault of
  /// the set.
  package private(set) var misnamed: [String] = []
  /// The paths of symbolic links to files outside their directories. They are not read, and each is
  /// a fault of the set.
  package private(set) var linkedOut: [String] = []
  /// The paths that nothing reads, with the remedies: scenario files outside of `operations`, and
  /// folders with definition files.
  package private(set) var unused: [(path: String, remedy: String)] = []

  /// The number of scenario files in the directory of operations of a whole set.
  package private(set) var scenarioCount = 0

  package init(
    operations: [DefinitionFile], fragments: [DefinitionFile] = [], locales: [DefinitionFile] = [],
    isWhole: Bool = true
  ) {
    (self.operations, self.fragments, self.locales, self.isWhole) = (operations, fragments, locales, isWhole)
  }

  /// Returns true if another set has the same fragments, kinds, translation catalogs, services,
  /// tables, documents and pictures, which its operations share.
  package func sharesAll(with other: DefinitionFiles) -> Bool {
    [Part.fragments, .kinds, .locales, .services, .tables, .documents, .images].allSatisfy { self[$0] == other[$0] }
      && library == other.library
  }

  /// Reads each `.yaml` file in a directory, except hidden files and scenario files.
  ///
  /// If the directory is named `operations`, also reads the other parts from its sibling
  /// directories. Throws `DefinitionFailure` if the directory cannot be read. Other unreadable
  /// paths are added to `unreadable`.
  package init(directory: String) throws(DefinitionFailure) {
    guard let paths = Self.paths(in: directory) else {
      throw .unreadable(path: directory, reason: "not a directory that can be read")
    }
    self.init(operations: paths, besides: Self.configuration(of: directory), isWhole: true)
  }

  /// Reads operation files, and the fragments, translation catalogs, services and tables of a
  /// configuration directory.
  ///
  /// - A path to a directory adds its files.
  /// - If `configuration` is nil, the configuration directory is derived from the first path.
  /// - Scenario files are skipped, because a shell pattern such as `*.yaml` matches them.
  package init(paths: [String], configuration: String? = nil) {
    let files = paths.flatMap { Self.paths(in: $0) ?? [$0] }.filter { !$0.hasSuffix(Self.scenarioEnding) }
    self.init(
      operations: files, besides: configuration ?? paths.first.flatMap(Self.configuration(holding:)),
      isWhole: false)
  }

  /// Reads all parts of a configuration directory. The set is empty if the path is not one.
  package init(configuration: String) {
    self.init(operations: [], isWhole: true)
    read(Part.allCases, of: configuration)
  }

  private init(operations paths: [String], besides configuration: String?, isWhole: Bool) {
    self.init(operations: [], isWhole: isWhole)
    operations = read(paths)
    guard let configuration else { return }
    if isWhole { noteUnused(in: "\(configuration)/\(Part.operations.rawValue)", of: .operations) }
    read(
      isWhole
        ? Part.allCases.filter { $0 != .operations }
        : [.fragments, .kinds, .locales, .services, .tables, .documents, .images],
      of: configuration)
  }

  package subscript(part: Part) -> [DefinitionFile] {
    get { self[keyPath: part.files] }
    set { self[keyPath: part.files] = newValue }
  }

  /// Returns the configuration directory that a path belongs to, or nil.
  ///
  /// The path can be the directory itself, the directory of a part, a file in it, or the calendar.
  package static func configuration(holding path: String) -> String? {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    if paths(in: "\(path)/operations") != nil { return path }
    for part in Part.allCases { if let configuration = configuration(of: path, part) { return configuration } }
    let above = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    for part in Part.allCases { if let configuration = configuration(of: above, part) { return configuration } }
    let isCalendar = path == CalendarFile.name || path.hasSuffix("/\(CalendarFile.name)")
    return isCalendar ? (above.isEmpty ? "." : above) : nil
  }

  /// Returns the parent directory if the directory has the name of that part, otherwise nil.
  private static func configuration(of directory: String, _ part: Part = .operations) -> String? {
    let directory = directory.hasSuffix("/") ? String(directory.dropLast()) : directory
    if directory == part.rawValue { return "." }
    let end = "/\(part.rawValue)"
    return directory.hasSuffix(end) ? String(directory.dropLast(end.count)) : nil
  }

  /// Returns the paths of a part's files in a configuration directory. The result is empty if the
  /// part has no directory.
  package static func paths(of part: Part, in configuration: String) -> [String] {
    paths(in: "\(configuration)/\(part.rawValue)", of: part) ?? []
  }

  /// Returns the paths of the definition files in a directory, sorted by name; nil if it cannot be
  /// read.
  package static func paths(in directory: String, of part: Part = .operations) -> [String]? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else { return nil }
    let separator = directory.hasSuffix("/") ? "" : "/"
    return names.sorted().filter { isFile($0, of: part) }.map {
      "\(directory)\(separator)\($0)"
    }
  }

  /// Returns true for a file of a part.
  private static func isFile(_ name: String, of part: Part) -> Bool {
    switch part {
    case .documents: isDocument(name)
    case .images: isPicture(name)
    default: isDefinition(name)
    }
  }

  /// Returns true for a YAML file that is neither a scenario file nor hidden. Hidden files include
  /// backup files of editors.
  private static func isDefinition(_ name: String) -> Bool {
    (name.hasSuffix(ending) || isMisnamed(name)) && !name.hasSuffix(Self.scenarioEnding) && !name.hasPrefix(".")
  }

  /// Returns true for a document that is not hidden.
  private static func isDocument(_ name: String) -> Bool {
    (name.hasSuffix(DocumentFile.markdown) || name.hasSuffix(DocumentFile.pdf)) && !name.hasPrefix(".")
  }

  /// Returns true for a picture that is not hidden.
  private static func isPicture(_ name: String) -> Bool {
    (name.hasSuffix(Pictures.drawing) || name.hasSuffix(Pictures.raster)) && !name.hasPrefix(".")
  }

  /// The suffix of scenario files.
  package static let scenarioEnding = ".scenarios.yaml"
  private static let ending = ".yaml"

  /// Returns true for another spelling of the suffix, such as `.yml` or `.YAML`. Such a file is
  /// reported, because it would never be served.
  private static func isMisnamed(_ name: String) -> Bool {
    let small = name.lowercased()
    return !name.hasSuffix(ending) && (small.hasSuffix(".yml") || small.hasSuffix(ending))
  }

  private mutating func read(_ parts: [Part], of configuration: String) {
    library = KindLibrary.files()
    if isWhole { noteMisspelledParts(in: configuration) }
    for part in parts {
      let directory = "\(configuration)/\(part.rawValue)"
      let paths = Self.paths(in: directory, of: part)
      noteUnused(in: directory, of: part)
      // A part can be absent. A part that exists but cannot be read is a fault, because the set
      // must not be served without it.
      if paths == nil, FileManager.default.fileExists(atPath: directory) { unreadable.append(directory) }
      self[part] = read(paths ?? [])
    }
  }

  /// Adds the scenario files and folders in the directory of a part that nothing reads.
  private mutating func noteUnused(in directory: String, of part: Part) {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
    for name in names where !name.hasPrefix(".") {
      let path = "\(directory)/\(name)"
      if name.hasSuffix(Self.scenarioEnding) {
        guard part != .operations, part != .flows else {
          scenarioCount += 1
          continue
        }
        unused.append((path, Self.moveScenarios))
      } else if part == .documents {
        guard !Self.isDocument(name) else { continue }
        unused.append((path, "a document is a Markdown file (`.md`) or a PDF file (`.pdf`)"))
      } else if part == .images {
        guard !Self.isPicture(name) else { continue }
        unused.append((path, "a picture is an SVG file (`.svg`) or a PNG file (`.png`)"))
      } else if !name.contains(".yaml"), Self.paths(in: path)?.isEmpty == false {
        unused.append((path, "move its files to `\(part.rawValue)`: their names can contain dots"))
      }
    }
  }

  private static let moveScenarios =
    "`valence test` runs the scenarios of operations and flows: move the file to `\(Part.operations.rawValue)` or "
    + "`\(Part.flows.rawValue)`"

  /// Adds the folders with definition files whose name is similar to the name of a part, and the
  /// scenario files in other folders.
  private mutating func noteMisspelledParts(in configuration: String) {
    let parts = Part.allCases.map(\.rawValue)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: configuration)) ?? []
    for name in names.sorted() where !parts.contains(name) && !name.hasPrefix(".") {
      let path = "\(configuration)/\(name)"
      let hint = suggestion(for: name, among: parts)
      if !hint.isEmpty, Self.paths(in: path)?.isEmpty == false {
        unused.append((path, "there is no part `\(name)` of a configuration\(hint)"))
      }
      for file in ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
      where file.hasSuffix(Self.scenarioEnding) && !file.hasPrefix(".") {
        unused.append(("\(path)/\(file)", Self.moveScenarios))
      }
    }
  }

  /// Reads the files at these paths.
  ///
  /// Paths that are not read are added to `unreadable`, `misnamed` or `linkedOut`.
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

/// A file of a definition set.
package struct DefinitionFile: Sendable, Equatable {
  /// The path. Faults contain it.
  package let name: String
  package let bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

  /// The maximum size in bytes: 1 MiB.
  static let maxBytes = 1 << 20

  /// The message for a symbolic link to a file outside its directory.
  package static let isLinkedOut =
    "the file is a symbolic link to a file outside its directory and is not read, because its content can be secret"

  /// Reads the file at a path; nil if it cannot be read or is a symbolic link to a file outside its
  /// directory.
  ///
  /// Reads at most one byte more than the maximum, so that a larger file can be rejected.
  package init?(path: String) {
    guard !ContainedFile.leadsOut(path), let data = FileManager.default.contents(atPath: path) else { return nil }
    let maximum = path.hasSuffix(DocumentFile.pdf) ? DocumentFile.maxBytes : Self.maxBytes
    self.init(name: path, bytes: Array(data.prefix(maximum + 1)))
  }

  /// The file name up to its first dot, which a service file has in common with its recorded
  /// answers.
  package var stem: String {
    let last = name.split(separator: "/").last ?? ""
    return String(last.split(separator: ".").first ?? "")
  }

  /// The name that other files use: the file name without `.yaml`.
  package var id: String {
    let last = name.split(separator: "/").last ?? ""
    return last.hasSuffix(".yaml") ? String(last.dropLast(5)) : String(last)
  }
}
