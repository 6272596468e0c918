package import Foundation
import SQLiteStorage
import Testing

/// An empty folder in which the built program runs. It is deleted with this value.
///
/// It contains links to the repository's `config` and `migrations`, so that the program's defaults
/// work, and a `web` of one page, because loading the whole web client slows each start.
package final class Workplace {
  package let folder: URL

  package init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "valence-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["config", "migrations"] {
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: name), withDestinationURL: TestServer.root.appending(path: name))
    }
    try write("<!doctype html><title>Valence</title>\n", to: "web/index.html")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs a command until it exits.
  package func run(_ arguments: String..., input: String = "") throws -> Program.Outcome {
    try Program(arguments, in: self, input: input).outcome()
  }

  package func serve(_ arguments: String...) throws -> RunningServer { try serve(arguments) }

  /// Starts a server on a free port and waits until it listens.
  package func serve(_ arguments: [String]) throws -> RunningServer {
    try RunningServer(Program(["serve", "--port", "0"] + arguments, in: self))
  }

  /// Writes a file in the folder, and creates its directories.
  package func write(_ text: String, to name: String) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Returns the standard error of a command that finds no database at `path`.
  package static func absence(of path: String) -> String {
    "Error: the database \(path) does not exist: set its path with --database or VALENCE_DATABASE\n"
  }

  /// Replaces the link to the repository's `migrations` by a copy that tests can change.
  package func copyMigrations() throws { try copy("migrations") }

  /// Replaces the link to the repository's `config` by a copy that tests can change.
  package func copyConfiguration() throws { try copy("config") }

  private func copy(_ name: String) throws {
    let copy = folder.appending(path: name)
    try FileManager.default.removeItem(at: copy)
    try FileManager.default.copyItem(at: TestServer.root.appending(path: name), to: copy)
  }

  /// Returns the names in the folder except `config`, `migrations`, `web` and the files of standard
  /// error.
  package func made() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)).subtracting(["config", "migrations", "web"])
      .filter { !$0.hasPrefix("standard-error-") }
  }
}

extension Workplace {
  /// Runs statements on the database that the program never runs.
  package func spoil(_ statements: StaticString...) throws {
    let connection = try SQLiteConnection(path: folder.appending(path: "valence.sqlite").path)
    for statement in statements { try connection.execute(statement) }
  }

  /// Overwrites three pages of 4,096 bytes in the middle of a file.
  package func overwriteMiddle(of name: String) throws {
    let file = try FileHandle(forUpdating: folder.appending(path: name))
    defer { try? file.close() }
    let pages = try file.seekToEnd() / 4096
    try file.seek(toOffset: pages / 2 * 4096)
    try file.write(contentsOf: Data(repeating: 0xA5, count: 3 * 4096))
  }
}
