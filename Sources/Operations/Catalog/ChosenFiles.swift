import BankSystems
package import Definitions
package import SourceText
import FoundationEssentials

/// Selected files, together with the other files of their configuration directory.
///
/// A selected file outside the directory replaces the file of the directory that defines the same
/// object.
package struct ChosenFiles {
  /// The whole set, including the selected files.
  package private(set) var files: DefinitionFiles
  /// The paths of the selected calendars.
  package private(set) var calendars: [String] = []
  private var chosen: [DefinitionFiles.Part: [String]] = [:]
  private var names: Set<String> = []
  /// The absolute paths of files, by the paths as written.
  private var standardized: [String: String] = [:]

  /// Selects files. A directory adds its files; it can be the directory of a part or a
  /// configuration directory.
  ///
  /// Scenario files are skipped, because a shell pattern such as `*.yaml` matches them.
  package init(_ paths: [String], in configuration: String) {
    files = DefinitionFiles(configuration: configuration)
    for path in paths { choose(path) }
  }

  /// Returns the number of selected files of a part.
  package func count(of part: DefinitionFiles.Part) -> Int { chosen[part]?.count ?? 0 }

  /// The ids of the selected operations.
  package var operations: [String] {
    files.operations.filter { names.contains($0.name) }.map { $0.title(in: .operations) }
  }

  /// Returns the number of routes that selected files define.
  package func count(of routes: [Route]) -> Int {
    routes.count { route in names.contains { route.place.hasPrefix("\($0):") } }
  }

  /// Returns true for a finding about the selected files:
  ///
  /// - The finding is in one of them, or in a fragment that one of them includes.
  /// - The finding is an error in a fragment, kind, translation catalog or table, because all
  ///   files share them.
  package func concerns(_ finding: Diagnostic) -> Bool {
    let places = [finding.location] + finding.location.inclusions
    if places.contains(where: { names.contains($0.file.name) }) { return true }
    let shared = (files.fragments + files.kinds + files.locales + files.tables + files.documents + files.images)
      .map(\.name)
    return finding.severity == .error && shared.contains(finding.location.file.name)
  }

  private mutating func choose(_ path: String) {
    let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let paths = DefinitionFiles.paths(in: folder) else { return take(path) }
    guard DefinitionFiles.paths(in: "\(folder)/operations") != nil else {
      for path in paths { take(path) }
      return
    }
    for part in DefinitionFiles.Part.allCases {
      for path in DefinitionFiles.paths(of: part, in: folder) { take(path) }
    }
    let calendar = "\(folder)/\(CalendarFile.name)"
    if FileManager.default.fileExists(atPath: calendar) { take(calendar) }
  }

  private mutating func take(_ path: String) {
    guard !path.hasSuffix(DefinitionFiles.scenarioEnding), names.insert(path).inserted else { return }
    let parts = path.split(separator: "/")
    guard parts.last != CalendarFile.name[...] else { return calendars.append(path) }
    guard let file = files.read([path]).first else { return }
    let part = parts.dropLast().last.flatMap { DefinitionFiles.Part(rawValue: String($0)) } ?? file.part
    chosen[part, default: []].append(path)
    let place = standardPath(file.name)
    if let own = files[part].firstIndex(where: { standardPath($0.name) == place }) {
      files[part][own] = file
    } else {
      files[part].removeAll { !names.contains($0.name) && $0.title(in: part) == file.title(in: part) }
      files[part].append(file)
    }
  }

  /// Returns the absolute path without `.` and `..`, which is the same for all spellings of a path.
  private mutating func standardPath(_ path: String) -> String {
    if let known = standardized[path] { return known }
    let found = URL(filePath: path).standardized.path
    standardized[path] = found
    return found
  }
}

extension DefinitionFile {
  /// The part of a file according to its first keyword, for a file whose directory is not named
  /// like a part.
  fileprivate var part: DefinitionFiles.Part {
    // A flow also contains `operation`, so flows come first.
    let parts: [DefinitionFiles.Part] = [.flows, .screens, .routes, .services, .tables, .kinds, .operations]
    if value(of: "recorded") != nil { return .services }
    return parts.first { part in part.word.map { value(of: $0) != nil } ?? false } ?? .operations
  }

  /// Returns the name of the object that a file defines: its id, or the file's name if it has none.
  fileprivate func title(in part: DefinitionFiles.Part) -> String {
    part == .routes || name.hasSuffix(RecordedSystem.ending) ? id : part.word.flatMap { value(of: $0) } ?? id
  }

  /// Returns the value of a top-level name.
  ///
  /// Scans bytes, because the file may not be valid YAML. The parser reports such faults later.
  private func value(of name: String) -> String? {
    let wanted = Array("\(name):".utf8)
    let (newline, carriage, hash) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "#"))
    var start = bytes.startIndex
    while start < bytes.endIndex {
      if bytes[start...].starts(with: wanted) {
        let value = bytes[(start + wanted.count)...].prefix { $0 != newline && $0 != carriage && $0 != hash }
        return String(decoding: value, as: UTF8.self).filter { !$0.isWhitespace }
      }
      guard let end = bytes[start...].firstIndex(where: { $0 == newline || $0 == carriage }) else { return nil }
      start = end + 1
    }
    return nil
  }
}

extension DefinitionFiles.Part {
  /// The keyword that identifies a file of this part; nil for fragments and translation catalogs.
  fileprivate var word: String? {
    switch self {
    case .operations: "operation"
    case .screens: "screen"
    case .flows: "flow"
    case .routes: "routes"
    case .services: "service"
    case .tables: "table"
    case .kinds: "kind"
    case .fragments, .locales, .documents, .images: nil
    }
  }
}
