import Foundation
import JSON
import TestBank
import TestClient
import TestDatabases
import Testing

/// Secret keys of servers that share one PostgreSQL database. Each server has its own key file.
struct SharedKeysTests {
  private static let new = "new AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\n"
  private static let other = "new HxECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\n"

  private let place: Workplace
  private let database: String

  init() throws {
    place = try Workplace()
    database = try OwnServer.shared.get().newDatabase()
  }

  private func serve(_ keys: String) throws -> RunningServer {
    try RunningServer(
      Program(
        ["serve", "--port", "0", "--demo", "--database", database, "--secret-key-file", keys], in: place))
  }

  private func run(_ words: String..., keys: String) throws -> Program.Outcome {
    try Program(words + ["--database", database, "--secret-key-file", keys], in: place).outcome()
  }

  private func read(_ keys: String) throws -> String {
    try String(contentsOf: place.folder.appending(path: keys), encoding: .utf8)
  }

  /// Writes a key file with mode 0600.
  private func write(_ text: String, to keys: String) throws {
    try place.write(text, to: keys)
    let path = place.folder.appending(path: keys).path
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }

  private func id(_ keys: String) throws -> String {
    let line = try #require(try read(keys).split(separator: "\n").first { !$0.hasPrefix("#") })
    return String(try #require(line.split(separator: " ").first))
  }

  @Test("A server without the keys of the shared database does not start") func requiresSharedKeys() throws {
    let server = try serve("one")
    let id = try id("one")
    for command in [["serve", "--port", "0"], ["users", "unlock", "demo"]] {
      func refused(_ words: String) throws {
        let outcome = try Program(
          command + ["--database", database, "--secret-key-file", "two"], in: place, input: ""
        ).outcome()
        #expect((outcome.status, outcome.errorLines.count) == (1, 1))
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
      }
      try? FileManager.default.removeItem(at: place.folder.appending(path: "two"))
      try refused("there is no secret key file two, but the database uses the key \(id)")
      try write(Self.new, to: "two")
      try refused("the secret key file two lacks the key \(id)")
      try write("\(id) AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\n", to: "two")
      try refused("the key \(id) in the secret key file two differs")
    }
    let listed = try run("keys", "list", keys: "two")
    #expect(listed.output.contains("another key with this id is in two"), "\(listed.output)")
    // New data uses the active key of the database, even if another key is first in the file.
    try write(Self.new + (try read("one")), to: "two")
    let second = try serve("two")
    let lines = try run("keys", "list", keys: "two").output.split(separator: "\n")
    let used = try #require(lines.first { $0.hasPrefix("\(id)  in use since ") })
    for server in [server, second] { #expect(used.contains(" pid \(server.program.id)")) }
    #expect(try #require(lines.first { $0.hasPrefix("new  not used yet, ") }).contains("unknown to "))
    #expect(second.matrix == server.matrix)
    try server.stop()
    try second.stop()
    #expect(try run("keys", "list", keys: "one").output.contains("known to") == false)
    #expect(try run("audit", "verify", keys: "one").output.hasPrefix("whole: "))
  }

  @Test("A key can be activated once every running server has it") func activatesKeyOfAllServers() throws {
    var one = try serve("one")
    let old = try read("one")
    try write(old, to: "two")
    var two = try serve("two")
    let person = try one.person()
    try write(old + Self.new, to: "one")
    try one.stop()
    one = try serve("one")
    var refused = try run("keys", "activate", "new", keys: "two")
    #expect(refused.errors == "Error: the secret key file two has no key new\n")
    refused = try run("keys", "activate", "new", keys: "one")
    #expect(refused.status == 1 && refused.errors.contains("running servers lack the key new: "))
    #expect(refused.errors.contains(" pid \(two.program.id);") && !refused.errors.contains(" pid \(one.program.id)"))
    // A different key with the same name does not count.
    try write(old + Self.other, to: "two")
    try two.stop()
    two = try serve("two")
    refused = try run("keys", "activate", "new", keys: "one")
    #expect(refused.status == 1 && refused.errors.contains(" pid \(two.program.id);"), "\(refused.errors)")
    try write(old + Self.new, to: "two")
    try two.stop()
    two = try serve("two")
    let done = try run("keys", "activate", "new", keys: "one")
    #expect(done.status == 0, "\(done.errors)")
    refused = try run("keys", "activate", "new", keys: "one")
    #expect(refused.errors == "Error: the key new is already active\n")
    #expect(try run("keys", "list", keys: "one").output.contains("new  in use since "))
    // A server that still has the old current key and a server with the new one can read each
    // other's data.
    try one.stop()
    one = try serve("one")
    let (here, there) = (
      try person.reconnected(to: one.port), try person.reconnected(to: two.port)
    )
    for (first, second, key) in [(here, there, "a"), (there, here, "b")] {
      let sent = try first.submit(try first.payment(["amount": "1.00"]), key: key)
      #expect(try second.sign(sent.submissionID(), Visitor.codes(for: sent["next"], one.matrix)).status == 200)
    }
    try write(old, to: "three")
    let late = try run("serve", "--port", "0", keys: "three")
    #expect(late.status == 1 && late.errors.contains("the secret key file three lacks the key new"))
    try one.stop()
    try two.stop()
    let verified = try run("audit", "verify", keys: "two")
    #expect(verified.output.hasPrefix("whole: "), "\(verified.output)")
    #expect(try run("audit", "list", keys: "two").output.contains("key-activated"))
  }

  @Test("A server that lacks a key activated during its suspension stops") func stopsServerWithoutActiveKey() throws {
    let one = try serve("one")
    let old = try read("one")
    one.signal(SIGSTOP)
    try write(old + Self.new, to: "two")
    // The suspended server counts as running until its registration expires.
    let refused = try run("keys", "activate", "new", keys: "two")
    #expect(refused.status == 1 && refused.errors.contains(" pid \(one.program.id);"), "\(refused.errors)")
    try #require(try eventually { try run("keys", "activate", "new", keys: "two").status == 0 })
    one.signal(SIGCONT)
    let outcome = try one.ended()
    #expect(outcome.errors.contains("stopping this server: the secret key file one lacks the key new"))
  }

  @Test("With SQLite the first key of the key file is in use") func usesFirstKeyWithSQLite() throws {
    try place.serve("--demo").stop()
    let id = try id("valence.sqlite.key")
    let old = try read("valence.sqlite.key")
    try write(Self.new + old, to: "valence.sqlite.key")
    let refused = try place.run("keys", "activate", "new")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("an SQLite database has one server: put the key new first in its key file"))
    try place.serve("--demo").stop()
    let lines = try place.run("keys", "list").output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("new  in use since ") })
    #expect(lines.contains { $0.hasPrefix("\(id)  in use from ") })
    // A key that was first before can be first again.
    try write(old + Self.new, to: "valence.sqlite.key")
    try place.serve("--demo").stop()
    #expect(try place.run("keys", "list").output.contains("\(id)  in use since "))
    try write(old + Self.other, to: "valence.sqlite.key")
    let different = try place.run("serve", "--port", "0")
    #expect(different.errors.contains("the key new in the secret key file valence.sqlite.key differs"))
    try write(old + "new lost\n", to: "valence.sqlite.key")
    try place.serve().stop()
    #expect(try place.run("keys", "list").output.contains("new  lost\n"))
  }
}
