import Foundation
import Testing

enum CaseFiles {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")

  /// Returns the sorted names of the files with an ending, without the ending.
  static func names(in part: String, ending: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: part).path)) ?? []
    return files.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: path)))
  }

  /// True if this run records changed results. A run that records a result fails.
  static var records: Bool { ProcessInfo.processInfo.environment["VALENCE_RECORD"] != nil }

  /// Compares a text with the recorded one. A recording run replaces a different text and records
  /// an issue.
  static func expect(_ text: String, toBe path: String) throws {
    let expected = (try? bytes(path)).map { String(decoding: $0, as: UTF8.self) }
    if records, text != expected {
      try Data(text.utf8).write(to: folder.appending(path: path))
      Issue.record("recorded \(path): review it and run again without VALENCE_RECORD")
    } else {
      #expect(text == expected, "run with VALENCE_RECORD=1 to record \(path) again")
    }
  }
}
