import Foundation
import TestBank
import Testing

/// The modes of the files that the program creates or finds.
@Suite(.serialized) struct FileModeTests {
  private func modes(_ place: Workplace) throws -> [String: Int] {
    var modes: [String: Int] = [:]
    for name in try place.made() {
      let attributes = try FileManager.default.attributesOfItem(atPath: place.folder.appending(path: name).path)
      modes[name] = attributes[.posixPermissions] as? Int
    }
    return modes
  }

  private func open(_ name: String, in place: Workplace, to mode: Int) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: place.folder.appending(path: name).path)
  }

  /// Stops a server that logs to a file. `RunningServer.stop` expects the log in standard error.
  private func stop(_ server: RunningServer) throws -> Program.Outcome {
    server.signal(SIGTERM)
    return try server.program.outcome()
  }

  @Test("Created files have mode 0600") func createsFilesWithMode600() throws {
    umask(0o022)
    let (place, server) = try Workplace.serving("--demo", "--log", "valence.log")
    _ = try server.person().get("/accounts")
    let running = try modes(place)
    #expect(
      Set(running.keys) == [
        "valence.sqlite", "valence.sqlite-wal", "valence.sqlite-shm", "valence.sqlite.key", "valence.log",
      ])
    #expect(running.values.allSatisfy { $0 == 0o600 }, "\(running)")
    #expect(try place.run("backup", "copy.sqlite").status == 0)
    _ = try stop(server)
    #expect(try place.run("restore", "--force", "copy.sqlite").status == 0)
    let restored = try modes(place)
    #expect(restored["valence.sqlite.before-restore"] == 0o600)
    #expect(restored.values.allSatisfy { $0 == 0o600 }, "\(restored)")
  }

  @Test("Files readable by others are restricted at the start and reported") func restrictsReadableFiles() throws {
    umask(0o022)
    let place = try Workplace()
    _ = try stop(place.serve("--demo", "--log", "valence.log"))
    try open("valence.sqlite", in: place, to: 0o644)
    try open("valence.log", in: place, to: 0o664)
    // A WAL file that a server of an earlier release may leave.
    try Data().write(to: place.folder.appending(path: "valence.sqlite-wal"))
    try open("valence.sqlite-wal", in: place, to: 0o644)
    let ended = try stop(place.serve("--log", "valence.log"))
    #expect(try modes(place)["valence.sqlite"] == 0o600)
    #expect(try modes(place)["valence.log"] == 0o640)
    #expect(
      ended.errorLines == [
        "valence.log had mode 0664; it has 0640 now",
        "valence.sqlite had mode 0644; now only its owner can read it",
        "valence.sqlite-wal had mode 0644; now only its owner can read it",
      ])
    // `restore` also restricts a readable database when it moves it aside.
    try open("valence.sqlite", in: place, to: 0o644)
    #expect(try place.run("backup", "copy.sqlite").status == 0)
    #expect(try place.run("restore", "--force", "copy.sqlite").status == 0)
    #expect(try modes(place)["valence.sqlite.before-restore"] == 0o600)
  }
}
