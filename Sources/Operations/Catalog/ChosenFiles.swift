package import Essentials
import FoundationEssentials

/// Files that somebody names, in the set that they belong to: that of their configuration, where those of them that lie
/// elsewhere take the place of what they are another version of.
package struct ChosenFiles {
  /// The set.
  package private(set) var files: DefinitionFiles
  /// The calendars among them.
  package private(set) var calendars: [String] = []
  private var chosen: [DefinitionFiles.Part: [String]] = [:]
  private var names: Set<String> = []

  /// The files of these paths, and of directories among them: of a part, or of a configuration as a whole. Scenario files,
  /// which a shell puts beside the others, are left out.
  package init(_ paths: [String], in configuration: String) {
    files = DefinitionFiles(configuration: configuration)
    for path in paths { choose(path) }
  }

  /// How many files of a part are among them.
  package func count(of part: DefinitionFiles.Part) -> Int { chosen[part]?.count ?? 0 }

  /// The ids of the operations among them.
  package var operations: [String] {
    files.operations.filter { names.contains($0.name) }.map { $0.title(in: .operations) }
  }

  /// How many of the routes stand in them.
  package func count(of routes: [Route]) -> Int {
    routes.count { route in names.contains { route.place.hasPrefix("\($0):") } }
  }

  /// Whether something found in the set is about them: it stands in one, or where one includes it, or it is a fault of what
  /// all files share.
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

  /// What two versions of the same thing have in common: an id, or the file's name where there is none.
  fileprivate func title(in part: DefinitionFiles.Part) -> String {
    part == .routes ? stem : part.word.flatMap { value(of: $0) } ?? stem
  }

  /// Whether both are one file, however its path is written.
  fileprivate func isSame(as other: DefinitionFile) -> Bool {
    URL(filePath: name).standardized.path == URL(filePath: other.name).standardized.path
  }

  /// What stands behind a name at the left edge, also in a file that is no YAML: for its faults are told by who reads it.
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
