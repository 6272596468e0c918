import Foundation
import TestBank
import TestClient
import Testing

/// A program in `bin` whose files are in `share/valence`.
struct InstalledFilesTests {
  /// An installation, and an empty folder in which its program runs.
  private struct Installation {
    let folder = FileManager.default.temporaryDirectory.appending(path: "valence-\(UUID().uuidString)")
    var shared: URL { folder.appending(path: "share/valence") }
    var empty: URL { folder.appending(path: "empty") }

    init() throws {
      let files = FileManager.default
      for name in ["bin", "links", "share/valence", "empty"] {
        try files.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
      }
      // A hard link is a file of its own for the program. Folders on other disks need a copy.
      let (program, source) = (folder.appending(path: "bin/valence"), try Program.executable())
      do { try files.linkItem(at: source, to: program) } catch { try files.copyItem(at: source, to: program) }
      try files.createSymbolicLink(at: folder.appending(path: "links/valence"), withDestinationURL: program)
      for name in ["config", "migrations", "web"] {
        try files.createSymbolicLink(
          at: shared.appending(path: name), withDestinationURL: TestServer.root.appending(path: name))
      }
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    func run(_ arguments: String...) throws -> (status: Int32, output: String) {
      try StartedProcess.run(
        folder.appending(path: "links/valence").path, arguments, in: empty.path, withErrors: true)
    }
  }

  @Test("A program finds its files next to its real path") func findsInstalledFiles() throws {
    let installation = try Installation()
    defer { installation.remove() }
    #expect(try installation.run("check").output.contains("no faults\n"))
    let migrated = try installation.run("migrate", "--database", "new.sqlite")
    #expect(migrated.status == 0 && migrated.output.contains("applied"), "\(migrated.output)")
    // A file in the working directory takes precedence, and a named directory has no alternative.
    let own = installation.empty.appending(path: "config/operations")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    try Data("operation: broken\n".utf8).write(to: own.appending(path: "broken.yaml"))
    #expect(try installation.run("check").output.contains("config/operations/broken.yaml:1:1: error"))
    #expect(try installation.run("routes", "--config", "absent").output.contains("absent"))
  }

  @Test("A program reads the installed configuration file unless the working directory has one")
  func readsInstalledConfigurationFile() throws {
    let installation = try Installation()
    defer { installation.remove() }
    let file = installation.shared.appending(path: "valence.yaml")
    try Data("draft-days: 61\n".utf8).write(to: file)
    let printed = try installation.run("config").output
    #expect(printed.contains("draft-days: 61"), "\(printed)")
    try Data("draft-days: 62\n".utf8).write(to: installation.empty.appending(path: "valence.yaml"))
    #expect(try installation.run("config").output.contains("draft-days: 62"))
  }
}
