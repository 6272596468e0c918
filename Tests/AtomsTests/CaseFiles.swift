import Foundation
import Testing

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

  /// True if this run records results that differ; it then fails.
  static var records: Bool { ProcessInfo.processInfo.environment["VALENCE_RECORD"] != nil }

  /// Compares a text with a recorded one; a run that records writes it anew where they differ, and says so.
  static func expect(_ text: String, toBe path: String) throws {
    let expected = (try? bytes(path)).map { String(decoding: $0, as: UTF8.self) }
    if records, text != expected {
      try Data(text.utf8).write(to: folder.appending(path: path))
      Issue.record("recorded \(path): look at it, and run again without VALENCE_RECORD")
    } else {
      #expect(text == expected, "VALENCE_RECORD=1 records \(path) anew")
    }
  }
}
