package import Essentials
import FoundationEssentials

/// Files that a command names, within the set of their configuration.
///
/// A file from elsewhere replaces the file of the set that defines the same id.
package struct ChosenFiles {
  /// The set.
  package private(set) var files: DefinitionFiles
  /// The calendars among them.
  package private(set) var calendars: [String] = []
  private var chosen: [DefinitionFiles.Part: [String]] = [:]
  private var names: Set<String> = []

  /// Creates the files of these paths, and of directories among them: of a part, or of a configuration as a whole. Scenario files,
  /// which a shell puts beside the others, are left out.
  package init(_ paths: [String], in configuration: String) {
    files = DefinitionFiles(configuration: configuration)
    for path in paths { choose(path) }
  }

  /// Returns the number of chosen files in a part.
  package func count(of part: DefinitionFiles.Part) -> Int { chosen[part]?.count ?? 0 }

  /// The ids of the operations among them.
  package var operations: [String] {
    files.operations.filter { names.contains($0.name) }.map { $0.title(in: .operations) }
  }

  /// Returns the number of the routes that stand in chosen files.
  package func count(of routes: [Route]) -> Int {
    routes.count { route in names.contains { route.place.hasPrefix("\($0):") } }
  }

  /// True if a finding in the set concerns the chosen files: it stands in one, or in a fragment that one includes, or
  /// in a file that all share.
  package func concerns(_ finding: Diagnostic) -> Bool {
    let places = [finding.location] + finding.location.inclusions
    if places.contains(where: { names.contains($0.file.name) }) { return true }
    let shared = (files.fragments + files.locales).map(\.name)
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
    guard !path.hasSuffix(ScenarioFile.ending), names.insert(path).inserted else { return }
    let parts = path.split(separator: "/")
    guard parts.last != CalendarFile.name[...] else { return calendars.append(path) }
    guard let file = files.read([path]).first else { return }
    let part = parts.dropLast().last.flatMap { DefinitionFiles.Part(rawValue: String($0)) } ?? file.part
    chosen[part, default: []].append(path)
    if let own = files[part].firstIndex(where: { $0.isSame(as: file) }) {
      files[part][own] = file
    } else {
      files[part].removeAll { !names.contains($0.name) && $0.title(in: part) == file.title(in: part) }
      files[part].append(file)
    }
  }
}

extension DefinitionFile {
  /// The part that a file belongs to whose directory does not say it: by the word that it begins with.
  fileprivate var part: DefinitionFiles.Part {
    // A flow names its operation, too.
    let parts: [DefinitionFiles.Part] = [.flows, .screens, .routes, .operations]
    return parts.first { part in part.word.map { value(of: $0) != nil } ?? false } ?? .operations
  }

  /// Returns the id that two versions of a definition have in common; the file's name without one.
  fileprivate func title(in part: DefinitionFiles.Part) -> String {
    part == .routes ? stem : part.word.flatMap { value(of: $0) } ?? stem
  }

  /// True if both are one file, by any spelling of its path.
  fileprivate func isSame(as other: DefinitionFile) -> Bool {
    URL(filePath: name).standardized.path == URL(filePath: other.name).standardized.path
  }

  /// Returns the value of a name at the left edge, also in a file that is no YAML, whose faults its reader reports.
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
  /// The word that a file of it begins with; nil where no word tells it from others.
  fileprivate var word: String? {
    switch self {
    case .operations: "operation"
    case .screens: "screen"
    case .flows: "flow"
    case .routes: "routes"
    case .fragments, .locales: nil
    }
  }
}
