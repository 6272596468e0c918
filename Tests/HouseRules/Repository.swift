import Foundation

/// The files of this repository.
enum Repository {
  /// The root folder of the repository.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Returns the text of a file by its path in the repository.
  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Returns the paths of all files below `Sources` and `Tests` in order, without hidden files and
  /// caches.
  static func files() throws -> [String] {
    try ["Sources", "Tests"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path).compactMap { path in
        let isOurs = path.split(separator: "/").allSatisfy { !$0.hasPrefix(".") && $0 != "__pycache__" }
        let file = root.appending(path: folder).appending(path: path).path
        guard isOurs else { return nil }
        let type = try FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType
        guard type != .typeDirectory else { return nil }
        return "\(folder)/\(path)"
      }
    }.sorted()
  }

  /// Returns the first segment of each path that an endpoint of `API` declares.
  static func roots() throws -> Set<String> {
    let constant = /static let (\w+) = "(\/[^"]*)"/
    let addresses = try text(of: "Sources/API/Routing/Addresses.swift").matches(of: constant)
    let constants = Dictionary(uniqueKeysWithValues: addresses.map { ($0.output.1, $0.output.2) })
    let endpoint = /\.(?:get|post|put|patch|delete), (?:"(\/[^"]*)"|Address\.(\w+))/
    var roots: Set<String> = []
    for file in try files() where file.hasPrefix("Sources/API/") && file.hasSuffix(".swift") {
      for line in try text(of: file).split(separator: "\n") {
        guard line.drop(while: { $0 == " " }).hasPrefix(".") || line.contains("Endpoint(."),
          let match = line.firstMatch(of: endpoint)
        else { continue }
        let path = match.output.1 ?? match.output.2.flatMap { constants[$0] }
        if let root = path?.split(separator: "/").first { roots.insert(String(root)) }
      }
    }
    return roots
  }

  /// Returns the identifiers of the operations in `config/operations`.
  static func operations() throws -> Set<String> {
    let folder = root.appending(path: "config/operations").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yaml") }
    return try Set(
      files.flatMap { file in
        try text(of: "config/operations/\(file)").split(separator: "\n").compactMap { line in
          line.hasPrefix("operation: ") ? String(line.dropFirst("operation: ".count)) : nil
        }
      })
  }
}
