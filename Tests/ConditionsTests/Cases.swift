import Foundation
import JSON

/// The case files beside the tests.
enum Cases {
  /// The folder of that name.
  static func folder(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases/\(name)")
  }

  /// The elements of a JSON file that is one list.
  static func list(_ file: URL) throws -> [Value] {
    try Value(reading: [UInt8](Data(contentsOf: file)), limits: Limits(depth: 256)).array ?? []
  }

  /// The elements of every JSON file of a folder.
  static func all(in folder: String) -> [Value] {
    let files =
      (try? FileManager.default.contentsOfDirectory(at: Cases.folder(folder), includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }.flatMap { (try? list($0)) ?? [] }
  }
}
