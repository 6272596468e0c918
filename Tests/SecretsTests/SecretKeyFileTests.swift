import Foundation
import Secrets
import Testing

@Suite final class SecretKeyFileTests {
  private let directory: URL
  private var path: String { directory.appending(path: "secret.key").path }

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  private func write(_ text: String, mode: Int = 0o600) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private func load() throws -> SecretKeys { try SecretKeyFile(path: path).loadOrCreate() }

  @Test("The first load creates a private key file that later loads read") func createsKeyOnFirstLoad() throws {
    let made = try load()
    let read = try load()
    #expect(read.current.id == made.current.id)
    #expect(read.current.mac(of: "a") == made.current.mac(of: "a"))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["secret.key"])
  }

  @Test("A key file with permissions for other users is rejected", arguments: [0o644, 0o640, 0o604, 0o660])
  func rejectsOpenPermissions(_ mode: Int) throws {
    _ = try load()
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    let path = path
    #expect(throws: SecretKeyFile.Failure.tooOpen(path: path, mode: UInt32(mode))) { try load() }
  }

  @Test("The first key of a file is current, and the other keys are still available") func usesFirstKey() throws {
    let old = try load()
    let oldText = try String(contentsOfFile: path, encoding: .utf8)
    try write("new AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\n" + oldText)
    let keys = try load()
    #expect(keys.current.id == "new")
    #expect(keys[old.current.id]?.mac(of: "a") == old.current.mac(of: "a"))
    #expect(keys["gone"] == nil)
  }

  @Test(
    "A malformed key file is rejected with the number of the line",
    arguments: [
      ("", 1), ("# nothing\n", 1), ("id\n", 1), ("id AAAA\n", 1), ("# a comment\n\nid key more\n", 3),
    ])
  func reportsMalformedLine(_ text: String, _ line: Int) throws {
    try write(text)
    let path = path
    #expect(throws: SecretKeyFile.Failure.malformed(path: path, line: line)) { try load() }
  }

  @Test("A missing directory of the key file is reported") func reportsMissingDirectory() {
    #expect(throws: SecretKeyFile.Failure.unusable(path: "/nowhere/key", errno: 2)) {
      try SecretKeyFile(path: "/nowhere/key").loadOrCreate()
    }
  }

  @Test("An added key keeps the owner and the mode of the file, and a symbolic link to it") func addKeepsOwner() throws
  {
    let files = FileManager.default
    let made = try load()
    // Only root can give a file to another user.
    if geteuid() == 0 { #expect(unsafe chown(path, 1, 1) == 0) }
    try files.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
    var before = stat()
    #expect(unsafe stat(path, &before) == 0)
    let link = directory.appending(path: "link").path
    try files.createSymbolicLink(atPath: link, withDestinationPath: path)
    let added = try SecretKeyFile(path: link).add()
    var after = stat()
    #expect(unsafe stat(path, &after) == 0)
    #expect(after.st_ino != before.st_ino && after.st_mode == before.st_mode)
    #expect(after.st_uid == before.st_uid && after.st_gid == before.st_gid)
    #expect(try files.destinationOfSymbolicLink(atPath: link) == path)
    let keys = try load()
    #expect(keys.current.id == made.current.id && keys[added.id] != nil)
    #expect(try files.contentsOfDirectory(atPath: directory.path).sorted() == ["link", "secret.key"])
  }

  @Test("Keys that are added at the same time are all in the file") func addsConcurrently() async throws {
    _ = try load()
    let path = path
    let added = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<16 { group.addTask { try SecretKeyFile(path: path).add().id } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    let keys = try load()
    #expect(added.count == 16 && added.allSatisfy { keys[$0] != nil })
  }
}
