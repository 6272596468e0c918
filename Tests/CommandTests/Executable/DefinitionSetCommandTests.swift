import Foundation
import JSON
import Model
import Platform
import PostgreSQLStorage
import SQLiteStorage
import Secrets
import Services
import Storage
import Synchronization
import TestBank
import TestClient
import TestDatabases
import Testing

@testable import Hosting

/// Sets of definitions in the database: operators store and activate them, and servers load them.
/// The tests start the commands and servers as processes, on both engines.
struct DefinitionSetCommandTests {
  enum Engine: CaseIterable { case file, server }

  /// A workplace with a database and a small configuration directory, `set`, which tests change.
  private struct Bank {
    let place: Workplace
    private let address: String
    let options: [String]

    init(_ engine: Engine) throws {
      place = try Workplace()
      address = engine == .file ? "bank.sqlite" : try OwnServer.shared.get().newDatabase()
      options = ["--database", address, "--secret-key-file", "keys"]
      try note("First")
    }

    /// Writes the operation `note`, whose input has this caption.
    func note(_ caption: String, more: String = "") throws {
      try place.write(
        """
        operation: note
        title: {ru: Записка, en: Note}
        atoms:
          - {textInput: text, caption: {ru: \(caption), en: \(caption)}, optional: true}
        \(more)
        """, to: "set/operations/note.yaml")
    }

    func start(_ words: [String]) throws -> Program { try Program(["definitions"] + words + options, in: place) }

    func run(_ words: String...) throws -> Program.Outcome { try start(words).outcome() }

    /// Stores the present files of `set`. Returns the hash of the stored set.
    func put() throws -> String {
      let outcome = try run("put", "set")
      #expect(outcome.status == 0, "\(outcome.errors)")
      let line = try #require(outcome.output.split(separator: "\n").last)
      return String(try #require(line.split(separator: "(").last).prefix(64))
    }

    /// Stores the present files of `set` and activates the stored set. Returns its hash.
    @discardableResult func activate() throws -> String {
      let hash = try put()
      let outcome = try run("activate", hash)
      #expect(outcome.status == 0, "\(outcome.errors)")
      return hash
    }

    /// Starts a server that serves the active set.
    func serve(_ more: String..., environment: [String: String] = [:]) throws -> RunningServer {
      let words = ["serve", "--port", "0", "--demo", "--definitions", "database", "--requests-per-person", "0"]
      return try RunningServer(Program(words + more + options, in: place, environment: environment))
    }

    func audit(_ word: String) throws -> String { try Program(["audit", word] + options, in: place).outcome().output }

    func check() throws {
      let checked = try Program(["check-database"] + options, in: place).outcome()
      #expect(checked.output.hasSuffix("\nsound\n"), "\(checked.output) \(checked.errors)")
      #expect(try audit("verify").hasPrefix("whole: "))
    }

    /// Opens the database in this process. Returns the store, which the caller must close, and its
    /// sets.
    func sets() throws -> (any Store, DefinitionSets) {
      let store: any Store =
        DatabasePlace.isAddress(address)
        ? try TestDatabase.open(ServerAddress(address))
        : try Database(path: place.folder.appending(path: address).path)
      let keys = try SecretKeyFile(path: place.folder.appending(path: "keys").path).load()
      let audit = Audit(store: store, keys: keys) { .systemNow }
      return (store, DefinitionSets(store: store, audit: audit) { .systemNow })
    }
  }

  private static func caption(_ visitor: Visitor) throws -> String? {
    try visitor.get("/operations/note")["atoms"]?[0]?["caption"]?.string
  }

  private static func version(_ visitor: Visitor) throws -> String {
    try #require(try visitor.get("/operations/note")["version"]?.string)
  }

  /// Evaluates a form that was drawn from `version`.
  private static func evaluate(_ visitor: Visitor, _ version: String) throws -> Visitor.Answer {
    try visitor.post("/operations/note/evaluate", ["values": ["text": "a"], "version": .string(version)])
  }

  /// Polls until the result equals `expected`, for at most a minute.
  private static func wait<Value: Equatable>(for expected: Value, _ ask: () throws -> Value) throws {
    var found = try ask()
    _ = try eventually {
      found = try ask()
      return found == expected
    }
    #expect(found == expected)
  }

  // MARK: - One server

  @Test("A set of definitions is stored, activated and rolled back", arguments: Engine.allCases)
  func storesActivatesAndRollsBack(_ engine: Engine) throws {
    let bank = try Bank(engine)
    let first = try bank.put()
    let again = try bank.run("put", "set/")
    #expect(again.status == 0)
    #expect(again.output.hasSuffix("already stored: \(first.prefix(12)) (\(first)), 1 file\n"))
    // No set is active, so the server does not start. The error names the command that activates
    // one.
    let refused = try Program(["serve", "--port", "0", "--definitions", "database"] + bank.options, in: bank.place)
      .outcome()
    #expect(refused.status == 1)
    #expect(refused.errors.contains("`valence definitions activate HASH`"), "\(refused.errors)")
    #expect(try bank.run("list").output.contains("\(first.prefix(12))  stored "))
    #expect(try bank.run("rollback").errors.contains("no other set was active before"))
    let activated = try bank.run("activate", String(first.prefix(8)))
    #expect(activated.status == 0)
    #expect(activated.output == "activated \(first.prefix(12)) (\(first))\nserved by 0 of 0 live servers\n")
    #expect(try bank.run("activate", first).output == "\(first.prefix(12)) is already active\n")

    let (server, person) = try bank.serve().withPerson()
    #expect(try Self.caption(person) == "First")
    let old = try Self.version(person)
    // The server does not read the files of `--config`, which have other operations.
    #expect(try person.get("/operations/pp.quick").status == 404)
    try bank.note("Second")
    try bank.place.write("holidays: [2026-11-04]\n", to: "set/calendar.yaml")
    let second = try bank.put()
    #expect(try Self.caption(person) == "First")
    let swapped = try bank.run("activate", second)
    #expect(swapped.output.hasSuffix("served by 1 of 1 live server\n"), "\(swapped.output)\(swapped.errors)")
    #expect(try Self.caption(person) == "Second")
    #expect(try Self.evaluate(person, old)["version"]?.string == old)
    let listed = try bank.run("list").output
    #expect(listed.contains(#/\w{12}  stored \S+  2 files  active since \S+\n/#))
    #expect(listed.contains("\(first.prefix(12))") && listed.contains("1 file  previously active\n"))
    #expect(listed.contains(" pid \(server.program.id)  serves \(second.prefix(12))\n"), "\(listed)")

    #expect(try bank.run("rollback").status == 0)
    #expect(try Self.caption(person) == "First")
    #expect(try Self.version(person) == old)
    // A second rollback activates the set that was active before the first one.
    #expect(try bank.run("rollback").output.hasPrefix("activated \(second.prefix(12)) "))
    #expect(try Self.caption(person) == "Second")
    try server.stop()
    #expect(try bank.run("list").output.contains("no live server"))
    let next = try bank.serve()
    #expect(try Self.caption(next.person()) == "Second")
    try next.stop()
    let user = ProcessUser.login ?? ProcessUser.effective
    let reported = try bank.audit("list").split(separator: "\n").compactMap { line in
      ["stored", "activated", "rolled-back"].first { line.contains("  definitions-\($0)  by \(user)") }
    }
    #expect(reported == ["stored", "activated", "stored", "activated", "rolled-back", "rolled-back"])
    try bank.check()
  }

  @Test("`definitions put` rejects a set with faults", arguments: Engine.allCases)
  func rejectsFaultySet(_ engine: Engine) throws {
    let bank = try Bank(engine)
    let first = try bank.activate()
    try bank.note("Broken", more: "  - {togle: urgent}")
    try bank.place.write("holidays: [2026-02-30]\n", to: "set/calendar.yaml")
    for fault in [
      "set/operations/note.yaml:5:6: error: unknown kind of atom `togle`", "set/calendar.yaml:1:12: error: ",
    ] {
      let put = try bank.run("put", "set")
      let checked = try Program(["check", "--config", "set"], in: bank.place).outcome()
      #expect(put.status == 1 && put.status == checked.status)
      #expect(put.output == checked.output && put.errors == checked.errors)
      #expect(put.output.contains(fault), "\(put.output)")
      try bank.note("Mended")
    }
    #expect(try bank.run("list").output.split(separator: "\n").count == 2)
    #expect(try bank.run("put", "nowhere").status == 1)
    let unknown = try bank.run("activate", "01234567")
    #expect(unknown.status == 1)
    #expect(unknown.errors.contains("no stored set has a hash that begins with `01234567`: `valence definitions list`"))
    for slip in [String(first.prefix(1)), String(first.prefix(7)), "0", ""] {
      let short = try bank.run("activate", slip)
      #expect(short.status == 1)
      #expect(short.errors.contains("`\(slip)` is too short: enter at least 8 digits of the hash"))
    }
    #expect(try bank.run("list").output.contains("\(first.prefix(12))  "))
  }

  @Test("`definitions put` rejects a set with too many files") func rejectsTooLargeSet() throws {
    let bank = try Bank(.file)
    let folder = bank.place.folder.appending(path: "set/tables")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for number in 0...SetContents.maxFiles { try Data().write(to: folder.appending(path: "\(number).yaml")) }
    let refused = try bank.run("put", "set")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("a set has at most 10000 files of 67108864 bytes"), "\(refused.errors)")
  }

  @Test("`--watch` is rejected with `--definitions database`") func rejectsWatchWithDatabase() throws {
    let refused = try Workplace().run("serve", "--port", "0", "--definitions", "database", "--watch")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("--watch applies to files: omit it with --definitions database"))
  }

  /// The invalid set is stored directly, as a command of another release might store it.
  @Test("`definitions activate` rejects an invalid set, also without running servers")
  func rejectsActivationOfInvalidSet() throws {
    let bank = try Bank(.file)
    let good = try bank.activate()
    let contents = SetContents([.init(path: "operations/note.yaml", bytes: Array("operation: [".utf8))])
    do {
      let (store, sets) = try bank.sets()
      _ = try sets.put(contents).wait()
      store.close()
    }
    let refused = try bank.run("activate", contents.hash.short)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("operations/note.yaml:1:"), "\(refused.errors)")
    #expect(try bank.run("activate", good).output.hasSuffix("is already active\n"))
  }

  // MARK: - Several servers

  private static let service = """
    service: crm
    at: https://crm.example
    auth: {bearer: "${SETS_TEST_TOKEN}"}
    lookups:
      - {lookup: owner, key: [inn], get: "/owners/{$inn}", answer: {name: text name}}

    """

  @Test("If one server cannot load a set, all servers stay on the active one")
  func failingServerBlocksActivation() throws {
    let bank = try Bank(.server)
    let first = try bank.activate()
    let rich = try bank.serve(environment: ["SETS_TEST_TOKEN": "secret"])
    let poor = try bank.serve()
    let people = try [rich, poor].map { try $0.person() }
    try bank.note("Second")
    try bank.place.write(Self.service, to: "set/services/crm.yaml")
    let second = try bank.put()
    let refused = try bank.run("activate", second)
    #expect(refused.status == 1)
    #expect(refused.errors.contains(" pid \(poor.program.id) cannot load \(second.prefix(12)):"), "\(refused.errors)")
    #expect(refused.errors.contains("services/crm.yaml:3:"), "\(refused.errors)")
    #expect(refused.errors.contains("SETS_TEST_TOKEN"))
    #expect(!refused.errors.contains(" pid \(rich.program.id) "))
    for person in people {
      #expect(try Self.caption(person) == "First")
      let ready = try person.get("/readyz")
      #expect(ready.status == 200)
      #expect((ready["checks"]?["definitions"]?["reloadFailedAt"] != nil) == (person === people[1]))
    }
    #expect(try bank.run("list").output.contains(#/\w{12}  stored \S+  1 file  active since /#))
    try FileManager.default.removeItem(at: bank.place.folder.appending(path: "set/services"))
    let third = try bank.activate()
    #expect(third != first)
    for person in people {
      #expect(try Self.caption(person) == "Second")
      #expect(try person.get("/readyz")["checks"]?["definitions"]?["reloadFailedAt"] == nil)
    }
    for server in [rich, poor] { try server.stop() }
    // Without a running server the set is activated, and a server that cannot load it does not
    // start.
    #expect(try bank.run("activate", second).status == 0)
    let stranger = try Program(
      ["serve", "--port", "0", "--definitions", "database"] + bank.options, in: bank.place
    ).outcome()
    #expect(stranger.status == 1)
    #expect(stranger.errors.contains("services/crm.yaml:3:"), "\(stranger.errors)")
    try bank.check()
  }

  @Test("Servers evaluate forms of each other's sets, also after a suspension of one of them")
  func evaluatesFormsOfOtherServers() throws {
    let bank = try Bank(.server)
    try bank.activate()
    let (awake, frozen) = (try bank.serve(), try bank.serve())
    let person = try awake.person()
    let other = try person.reconnected(to: frozen.port)
    let old = try Self.version(other)
    frozen.signal(SIGSTOP)
    defer { frozen.signal(SIGCONT) }
    try Self.wait(for: 1) { try bank.run("list").output.split(separator: "\n").count { $0.hasPrefix("server ") } }
    try bank.note("Second", more: "  - {textInput: more, caption: {ru: Ещё, en: More}, optional: true}")
    let second = try bank.activate()
    let new = try Self.version(person)
    #expect(new != old)
    #expect(try Self.evaluate(person, old)["version"]?.string == old)
    frozen.signal(SIGCONT)
    let judged = try Self.evaluate(other, new)
    #expect(judged.status == 200 && judged["version"]?.string == new, "\(judged.raw.text)")
    #expect(judged["atoms"]?["more"] != nil)
    #expect(try Self.evaluate(other, old)["version"]?.string == old)
    try Self.wait(for: "Second") { try Self.caption(other) }
    try Self.wait(for: 2) {
      try bank.run("list").output.split(separator: "\n").count { $0.hasSuffix("  serves \(second.prefix(12))") }
    }
    for server in [awake, frozen] { try server.stop() }
    try bank.check()
  }

  @Test("No request fails while sets of definitions are activated", arguments: Engine.allCases)
  func activationFailsNoRequest(_ engine: Engine) throws {
    let bank = try Bank(engine)
    try bank.activate()
    let servers = engine == .file ? [try bank.serve()] : [try bank.serve(), try bank.serve()]
    let token = try servers[0].person().token
    let first = try Self.version(Visitor(port: servers[0].port, token: token))
    let isDone = Mutex(false)
    let ended = DispatchGroup()
    let failures = Mutex<[String]>([])
    let answered = Mutex(0)
    let ports = servers.map(\.port)
    for number in 0..<4 {
      ended.enter()
      Thread.detachNewThread {
        do {
          let visitors = try ports.map { try Visitor(port: $0, token: token) }
          while !isDone.withLock({ $0 }) {
            // One server draws the form, and another one evaluates it.
            let drawn = try visitors[number % visitors.count].get("/operations/note")
            let version = number == 0 ? first : drawn["version"]?.string ?? ""
            let answer = try Self.evaluate(visitors[(number + 1) % visitors.count], version)
            answered.withLock { $0 += 1 }
            if drawn.status != 200 || answer.status != 200 || answer["version"]?.string != version {
              failures.withLock { $0.append("\(number): \(drawn.raw.text) \(answer.raw.text)") }
            }
          }
        } catch {
          failures.withLock { $0.append("\(number): \(error)") }
        }
        ended.leave()
      }
    }
    for caption in ["Second", "Third", "Fourth", "Fifth"] {
      try bank.note(caption)
      try bank.activate()
      for port in ports {
        try Self.wait(for: caption) { try Self.caption(Visitor(port: port, token: token)) }
      }
    }
    #expect(try bank.run("rollback").status == 0)
    isDone.withLock { $0 = true }
    ended.wait()
    #expect(failures.withLock { $0 } == [])
    #expect(answered.withLock { $0 } > 20)
    for server in servers { try server.stop() }
    try bank.check()
  }

  // MARK: - Interrupted commands

  /// A registration of a live server that never loads a set.
  private final class SlowServer: Sendable {
    private let isDone = Mutex(false)
    private let ended = DispatchGroup()
    private let store: any Store

    init(_ bank: Bank) throws {
      let (store, sets) = try bank.sets()
      self.store = store
      let server = SharingServer(id: "slow", name: "slow:80", serving: 1, judged: 1)
      try sets.enter(server).wait()
      ended.enter()
      Thread.detachNewThread { [self] in
        while !isDone.withLock({ $0 }) { try? sets.report(server).wait() }
        try? sets.leave("slow").wait()
        ended.leave()
      }
    }

    func stop() {
      isDone.withLock { $0 = true }
      ended.wait()
      store.close()
    }
  }

  @Test("An activation that times out or is killed leaves the old set active", arguments: Engine.allCases)
  func timeoutLeavesOldSetActive(_ engine: Engine) throws {
    let bank = try Bank(engine)
    let first = try bank.activate()
    let (server, person) = try bank.serve().withPerson()
    try bank.note("Second")
    let second = try bank.put()
    let slow = try SlowServer(bank)
    let refused = try bank.run("activate", second, "--timeout", "2")
    #expect(refused.status == 1)
    #expect(
      refused.errors.contains("not loaded within 2 seconds by slow:80: nothing was activated"), "\(refused.errors)")
    #expect(try Self.caption(person) == "First")
    // A killed command leaves the old set active, and its proposal expires.
    let killed = try bank.start(["activate", second, "--timeout", "600"])
    try Self.wait(for: true) { try bank.run("list").output.contains("  proposed\n") }
    #expect(try bank.run("activate", second).errors.contains("is being activated by another command"))
    killed.signal(SIGKILL)
    _ = try killed.outcome()
    slow.stop()
    #expect(try bank.run("list").output.contains(#/\w{12}  stored \S+  1 file  active since /#))
    #expect(try Self.caption(person) == "First")
    try Self.wait(for: 0) { try bank.run("activate", second).status }
    #expect(try Self.caption(person) == "Second")
    #expect(try bank.run("rollback").output.hasPrefix("activated \(first.prefix(12)) "))
    try server.stop()
    try bank.check()
  }

  @Test("A killed activation leaves all servers on the old set or all on the new one")
  func killedActivationIsAtomic() throws {
    let bank = try Bank(.server)
    var hashes = [try bank.activate()]
    try bank.note("Second")
    hashes.append(try bank.put())
    let servers = [try bank.serve(), try bank.serve()]
    let token = try servers[0].person().token
    let people = try servers.map { try Visitor(port: $0.port, token: token) }
    for round in 0..<12 {
      let command = try bank.start(["activate", hashes[round % 2], "--timeout", "60"])
      for _ in 0..<(round * 40) { _ = try people[0].get("/operations/note") }
      command.signal(SIGKILL)
      _ = try command.outcome()
      let listed = try bank.run("list").output
      let active = listed.split(separator: "\n").filter { $0.contains("  active since ") }
      #expect(active.count == 1)
      let caption = active.first?.hasPrefix(hashes[0].prefix(12)) == true ? "First" : "Second"
      for person in people { try Self.wait(for: caption) { try Self.caption(person) } }
    }
    try Self.wait(for: 0) { try bank.run("activate", hashes[1]).status }
    for person in people { try Self.wait(for: "Second") { try Self.caption(person) } }
    for server in servers { try server.stop() }
    try bank.check()
  }
}
