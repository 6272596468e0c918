import Foundation
import JSON

/// The case files of the tests.
enum Cases {
  static func folder(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases/\(name)")
  }

  /// The cases of the language, which the conformance kit publishes.
  private static let language = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../conformance/cases/conditions")

  /// Returns the elements of a JSON file that contains one list.
  static func list(_ file: URL) throws -> [Value] {
    try Value(reading: [UInt8](Data(contentsOf: file)), limits: Limits(depth: 256)).array ?? []
  }

  /// Returns the elements of every JSON file of the language.
  static var ofLanguage: [Value] {
    let files =
      (try? FileManager.default.contentsOfDirectory(at: language, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }.flatMap { (try? list($0)) ?? [] }
  }
}
