import Foundation
import JSON
import Synchronization
import TestBank
import TestClient
import Testing

/// Reloads of changed definitions. Valid files take effect, files with faults keep their previous
/// version, and no request fails.
struct ReloadTests {
  private static func note(_ caption: String) -> String {
    """
    operation: note
    title: {ru: Записка, en: Note}
    atoms:
      - {textInput: text, caption: {ru: \(caption), en: \(caption)}, optional: true}
      - include: closing
    """
  }
  private static let fragment = "atoms:\n  - {toggle: urgent, caption: Срочно}\n"
  private static let locale = "Срочно: Urgent\n"

  /// Returns a workplace with a configuration that tests can change.
  private static func place() throws -> Workplace {
    let place = try Workplace.withConfiguration()
    try place.write(note("First"), to: "config/operations/note.yaml")
    try place.write(fragment, to: "config/fragments/closing.yaml")
    try place.write(locale, to: "config/locales/en.yaml")
    return place
  }

  private static func captions(_ visitor: Visitor) throws -> [String] {
    let tree = try visitor.get("/operations/note")
    return (tree["atoms"]?.array ?? []).compactMap { $0["caption"]?.string }
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

  @Test("No request fails while definitions are reloaded", arguments: ["SIGHUP", "--watch"])
  func reloadFailsNoRequest(how: String) throws {
    let place = try Self.place()
    // Disable the rate limit, because the threads send requests without pauses.
    let server = try place.serve(
      "--demo", "--requests-per-person", "0", how == "--watch" ? "--watch" : "--demo")
    let person = try server.person()
    let (port, token, first) = (server.port, person.token, try person.get("/operations/note")["version"] ?? .null)
    let isDone = Mutex(false)
    let (ready, ended) = (DispatchGroup(), DispatchGroup())
    let failures = Mutex<[String]>([])
    let answered = Mutex(0)
    for number in 0..<4 {
      ready.enter()
      ended.enter()
      Thread.detachNewThread {
        do {
          let visitor = try Visitor(port: port, token: token)
          ready.leave()
          while !isDone.withLock({ $0 }) {
            let answer =
              switch number {
              case 0: try visitor.get("/operations")
              case 1: try visitor.get("/operations/note")
              case 2: try visitor.post("/operations/note/evaluate", ["values": ["text": "a"]])
              // A form drawn before the first change.
              default:
                try visitor.post("/operations/note/evaluate", ["values": ["text": "a"], "version": first])
              }
            answered.withLock { $0 += 1 }
            if answer.status != 200 || (number == 3 && answer["version"] != first) {
              failures.withLock { $0.append("\(number): \(answer.raw.text)") }
            }
          }
        } catch {
          failures.withLock { $0.append("\(number): \(error)") }
        }
        ended.leave()
      }
    }
    ready.wait()
    func change(_ text: String, _ name: String) throws {
      try place.write(text, to: "config/\(name)")
      if how == "SIGHUP" { server.signal(SIGHUP) }
    }
    for caption in ["Second", "Third", "Fourth", "Fifth"] {
      try change(Self.note(caption), "operations/note.yaml")
      try Self.wait(for: [caption, "Urgent"]) { try Self.captions(person) }
    }
    try change("Срочно: At once\n", "locales/en.yaml")
    try Self.wait(for: ["Fifth", "At once"]) { try Self.captions(person) }
    try change("atoms:\n  - {toggle: urgent, caption: {ru: Сразу, en: Now}}\n", "fragments/closing.yaml")
    try Self.wait(for: ["Fifth", "Now"]) { try Self.captions(person) }
    // A broken fragment: neither it nor the operation that includes it is replaced.
    try place.write("atoms:\n  - {togle: urgent}\n", to: "config/fragments/closing.yaml")
    try change(Self.note("Broken"), "operations/note.yaml")
    try server.program.hears("config/fragments/closing.yaml:2:6: error: unknown kind of atom `togle`")
    #expect(try Self.captions(person) == ["Fifth", "Now"])
    try place.write(Self.fragment, to: "config/fragments/closing.yaml")
    try change(Self.note("Mended"), "operations/note.yaml")
    try Self.wait(for: ["Mended", "At once"]) { try Self.captions(person) }
    isDone.withLock { $0 = true }
    ended.wait()
    #expect(failures.withLock { $0 } == [])
    #expect(answered.withLock { $0 } > 100)
    try server.stop()
  }

  @Test("A server that watches its files reloads them after a change, not after the start")
  func watchReloadsChangedFilesOnly() throws {
    let place = try Self.place()
    let server = try place.serve("--watch")
    // The first five polls of the files.
    _ = eventually(within: 1) { false }
    try place.write(Self.note("Second"), to: "config/operations/note.yaml")
    try server.program.hears("operations replaced changes=note trigger=\"files changed\"")
    #expect(try !server.stop().errors.contains("operations unchanged"))
  }

  @Test("A reload adds and removes operations; open forms are still evaluated") func addsAndRemovesOperations() throws {
    let place = try Self.place()
    let (server, person) = try place.serve("--demo").withPerson()
    func ids() throws -> [String] {
      (try person.get("/operations")["data"]?.array ?? []).compactMap { $0["id"]?.string }.filter {
        ["a.new", "note", "pp.quick"].contains($0)
      }
    }
    #expect(try ids() == ["note", "pp.quick"])
    try place.write(
      Self.note("New").replacing("operation: note", with: "operation: a.new"), to: "config/operations/a.yaml")
    server.signal(SIGHUP)
    try Self.wait(for: ["a.new", "note", "pp.quick"]) { try ids() }
    let drawn = try person.get("/operations/note")["version"] ?? .null
    try FileManager.default.removeItem(at: place.folder.appending(path: "config/operations/note.yaml"))
    server.signal(SIGHUP)
    try Self.wait(for: ["a.new", "pp.quick"]) { try ids() }
    #expect(try person.get("/operations/note").status == 404)
    // A form opened before the removal is still evaluated.
    let answer = try person.post("/operations/note/evaluate", ["values": [:], "version": drawn])
    #expect(answer.status == 200)
    #expect(try person.post("/operations/note/evaluate", ["values": [:]]).status == 404)
    let outcome = try server.stop()
    #expect(outcome.errors.contains("changes=+a.new"))
    #expect(outcome.errors.contains("changes=-note"))
  }

  @Test("A failed reload logs every fault with its position") func logsEveryFault() throws {
    let place = try Self.place()
    let server = try place.serve()
    try place.write("operation: b\ntitle: [\n", to: "config/operations/b.yaml")
    try place.write("Срочно: [Urgent]\n", to: "config/locales/en.yaml")
    try place.write("atoms:\n  - {toggle: text, chek: a}\n", to: "config/fragments/closing.yaml")
    server.signal(SIGHUP)
    try server.program.hears("operations not replaced, previous ones still in service")
    let outcome = try server.stop()
    for place in [
      "config/fragments/closing.yaml:2:20:", "config/locales/en.yaml:1:9:", "config/operations/b.yaml:2:8:",
    ] {
      #expect(outcome.errors.contains(" error valence \(place) error: "), "\(place)")
    }
    #expect(outcome.errors.contains("(included from config/operations/note.yaml:5:14)"))
    #expect(outcome.errors.contains("4 faults"))
  }

  private static func history(_ title: String) -> String {
    "screen: history\ntitle: {ru: История, en: \(title)}\nmodules:\n"
      + "  - {list: history, open: {result: submission, input: {submission: $id}}}\n"
  }

  @Test(
    "A reload replaces screens, routes and translations, but not by faulty files", arguments: ["SIGHUP", "--watch"])
  func reloadsScreensAndRoutes(how: String) throws {
    let place = try Workplace.withConfiguration()
    let server = try place.serve("--demo", "--requests-per-person", "0", how == "--watch" ? "--watch" : "--demo")
    let person = try server.person()
    func change(_ text: String, _ name: String) throws {
      try place.write(text, to: "config/\(name)")
      if how == "SIGHUP" { server.signal(SIGHUP) }
    }
    func title() throws -> Value? { try person.get("/screens/history")["title"] }
    func resolved(_ route: String) throws -> Value? {
      let answer = try person.get("/routes?url=valence://\(route)")
      return answer["href"] ?? answer["type"]
    }
    #expect(try title() == "History")
    #expect(try resolved("own/past") == "/problems/unknown-route")
    try change(Self.history("The past"), "screens/history.yaml")
    try Self.wait(for: "The past") { try title() }
    #expect(try person.get("/start")["modules"]?.array?.contains { $0["title"] == "The past" } == true)
    try change("routes:\n  - {route: own/past, screen: history}\n", "routes/own.yaml")
    try Self.wait(for: "/screens/history") { try resolved("own/past") }
    try change("routes:\n  - {route: own/past, operation: pp.quick}\n", "routes/own.yaml")
    try Self.wait(for: "/operations/pp.quick") { try resolved("own/past") }
    let plain = Self.history("?").replacing("{ru: История, en: ?}", with: "Былое")
    try change("Былое: Bygones\n", "locales/en.yaml")
    try change(plain, "screens/history.yaml")
    try Self.wait(for: "Bygones") { try title() }
    try change("Былое: Long ago\n", "locales/en.yaml")
    try Self.wait(for: "Long ago") { try title() }
    // The faulty route and screen keep their previous version, and a valid operation is replaced.
    try place.write(plain.replacing("list: history", with: "list: histroy"), to: "config/screens/history.yaml")
    try place.write(Self.note("Never"), to: "config/operations/note.yaml")
    try place.write(Self.fragment, to: "config/fragments/closing.yaml")
    try change("routes:\n  - {route: own/past, operation: pp.quikc}\n", "routes/own.yaml")
    try server.program.hears("config/routes/own.yaml:2:34: error: unknown operation `pp.quikc`")
    try server.program.hears("config/screens/history.yaml:4:12: error: unknown list `histroy`")
    try server.program.hears("held=\"routes/own.yaml screens/history.yaml\"")
    // A reload that began before the last file was written may have printed these lines.
    try Self.wait(for: ["Never", "Срочно"]) { try Self.captions(person) }
    #expect(try title() == "Long ago")
    #expect(try resolved("own/past") == "/operations/pp.quick")
    let definitions = try person.get("/readyz")["checks"]?["definitions"]
    #expect(definitions?["reloadFailedAt"] != nil)
    #expect(definitions?["held"] == ["routes/own.yaml", "screens/history.yaml"])
    try place.write(plain, to: "config/screens/history.yaml")
    try FileManager.default.removeItem(at: place.folder.appending(path: "config/routes/own.yaml"))
    try change(Self.note("Now"), "operations/note.yaml")
    try Self.wait(for: "/problems/unknown-route") { try resolved("own/past") }
    #expect(try person.get("/operations/note").status == 200)
    let outcome = try server.stop()
    #expect(outcome.errors.contains("changes=\"screens, flows and routes\""))
  }
}
