import Foundation

/// The files of a folder of cases.
enum CaseFiles {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")

  /// The names, without ending, of the files with that ending, sorted.
  static func names(in part: String, ending: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: part).path)) ?? []
    return files.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: path)))
  }

  /// True if this run records results instead of comparing them; such a run fails.
  static var records: Bool { ProcessInfo.processInfo.environment["VALENCE_RECORD"] != nil }

  static func record(_ text: String, as path: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: path))
  }
}
