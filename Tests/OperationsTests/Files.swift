import Foundation

/// Files of the repository, and temporary files of a test.
enum Files {
  static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Runs `body` with a new directory that contains these files, and removes the directory.
  static func with(_ files: [String: String], _ body: (_ directory: String) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "valence-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    for (name, text) in files {
      let file = directory.appending(path: name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try body(directory.path)
  }
}
