import Foundation
import JSON
import Secrets
import TestBank
import TestClient
import Testing

/// Servers that are killed or stopped while codes are pending or in transit. Each code is sent, and
/// none is sent after it has expired.
struct MessageCrashTests {
  /// Returns a workplace with a gateway that accepts one message at a time.
  private static func place(_ gateway: Gateway, timeout: Int = 20) throws -> Workplace {
    let place = try Workplace.withConfiguration()
    try place.write(
      Gateway.file(at: gateway.url, timeout: timeout) + "\nlimit: {atOnce: 1}\n", to: "config/services/gateway.yaml")
    try place.write(CodeForm.file, to: "config/operations/trial.code.yaml")
    return place
  }

  private static func serve(_ place: Workplace) throws -> RunningServer {
    try place.serve(
      "--demo", "--codes-by", "sms", "--notices-by", "push", "--notice-hours", "00:00-24:00", "--services-allow",
      "127.0.0.0/8")
  }

  /// Returns a gateway that does not respond, a server that sends codes through it, and the
  /// logged-in demo person.
  private static func silentGateway(
    timeout: Int = 20
  ) throws -> (gateway: Gateway, place: Workplace, server: RunningServer, person: Visitor) {
    let gateway = try Gateway(.silence)
    let place = try place(gateway, timeout: timeout)
    let server = try serve(place)
    return (gateway, place, server, try server.person())
  }

  private static func kill(_ server: RunningServer) throws {
    server.signal(SIGKILL)
    #expect(try server.program.outcome().status == -SIGKILL)
  }

  private static func wait(_ what: String, _ holds: () throws -> Bool) throws {
    try #require(try eventually(holds), "\(what)")
  }

  private static func waiting(_ person: Visitor) throws -> Value? {
    try person.get("/readyz")["checks"]?["messages"]?["code"]?["waiting"]
  }

  @Test("Pending and started codes are sent after a kill, with unchanged keys and texts")
  func sendsPendingCodesAfterKill() throws {
    let (gateway, place, first, person) = try Self.silentGateway()
    _ = try CodeForm.submit(person, "begun")
    try gateway.await()
    let (id, next) = try CodeForm.submit(person, "waiting")
    let begun = try #require(gateway.messages.first?.key)
    #expect(gateway.messages.count == 1)
    // The database files contain no text of a pending code.
    for suffix in ["", "-wal"] {
      let file = try Data(contentsOf: place.folder.appending(path: "valence.sqlite\(suffix)"))
      for text in gateway.texts + ["Code no."] { #expect(file.range(of: Data(text.utf8)) == nil) }
    }
    try Self.kill(first)
    gateway.reply(.status(202))
    let server = try Self.serve(place)
    for _ in 0..<2 { try gateway.await() }
    let again = try person.reconnected(to: server.port)
    try Self.wait("the gateway has accepted both messages") { try Self.waiting(again) == 0 }
    // The server cannot know whether the first message arrived, so it sends it again with the same
    // key and text.
    let keys = gateway.messages.map(\.key)
    #expect(keys.count == 3 && keys.filter { $0 == begun }.count == 2)
    #expect(Set(gateway.texts).count == 2)
    let text = try #require(gateway.messages.first { $0.key != begun }?.body["text"]?.string)
    let signed = try again.sign(id, Telephones.codes(for: next, in: [text]))
    #expect(signed["submission"]?["status"] == "executed")
    let errors = try server.stop().errors
    #expect(!errors.contains("Code no.") && !errors.contains("+7900"))
  }

  @Test("A code that expired while the server was down is not sent") func dropsExpiredCode() throws {
    let (gateway, place, first, person) = try Self.silentGateway()
    for number in 0..<3 { _ = try CodeForm.submit(person, "k\(number)") }
    try gateway.await()
    try Self.kill(first)
    gateway.reply(.status(202))
    try place.spoil("UPDATE message SET created = 1, due = 1, expires = 2")
    let server = try Self.serve(place)
    try server.program.hears("a one-time code expired before it was sent attempts=1")
    let again = try person.reconnected(to: server.port)
    #expect(try Self.waiting(again) == 0)
    try server.stop()
    #expect(gateway.messages.count == 1)
  }

  @Test("A pending code is sent after a new secret key was added") func sendsCodeAfterKeyChange() throws {
    let (gateway, place, first, person) = try Self.silentGateway()
    let (id, next) = try CodeForm.submit(person, "k")
    try gateway.await()
    try Self.kill(first)
    gateway.reply(.status(202))
    let file = place.folder.appending(path: "valence.sqlite.key")
    let other = try Workplace()
    _ = try SecretKeyFile(path: other.folder.appending(path: "key").path).loadOrCreate()
    let fresh = try String(contentsOf: other.folder.appending(path: "key"), encoding: .utf8)
    let keys = fresh + (try String(contentsOf: file, encoding: .utf8))
    let handle = try FileHandle(forWritingTo: file)
    try handle.write(contentsOf: Data(keys.utf8))
    try handle.close()
    let server = try Self.serve(place)
    try gateway.await()
    #expect(gateway.messages.count == 2 && Set(gateway.texts).count == 1)
    let again = try person.reconnected(to: server.port)
    let signed = try again.sign(id, Telephones.codes(for: next, in: gateway.texts))
    #expect(signed["submission"]?["status"] == "executed")
    try server.stop()
  }

  @Test("A stop completes started sends; the next start sends the remaining codes")
  func stopLeavesPendingCodes() throws {
    let (gateway, place, first, person) = try Self.silentGateway(timeout: 2)
    for number in 0..<4 { _ = try CodeForm.submit(person, "k\(number)") }
    try gateway.await()
    let began = ContinuousClock.now
    try first.stop()
    #expect(ContinuousClock.now - began < .seconds(30))
    let tried = Set(gateway.messages.map(\.key))
    gateway.reply(.status(202))
    let server = try Self.serve(place)
    let again = try person.reconnected(to: server.port)
    try Self.wait("the gateway has accepted all messages") { try Self.waiting(again) == 0 }
    #expect(Set(gateway.messages.map(\.key)).count == 4 && tried.count < 5)
    try server.stop()
  }

  @Test("A sender program that ran during a kill is started again") func restartsSenderAfterKill() throws {
    let place = try Workplace.withConfiguration()
    try place.write(CodeForm.file, to: "config/operations/trial.code.yaml")
    // While the file `hold` exists, the program hangs and sends nothing.
    try place.write("", to: "hold")
    try place.write("#!/bin/sh\nif [ -e hold ]; then echo x >>begun; exec sleep 20; fi\ncat >>sent\n", to: "send")
    let program = place.folder.appending(path: "send").path
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
    func lines(_ name: String) -> Int {
      let text = (try? String(contentsOf: place.folder.appending(path: name), encoding: .utf8)) ?? ""
      return text.split(separator: "\n").count
    }
    var server = try place.serve("--demo", "--code-sender", program)
    let person = try server.person()
    for number in 0..<6 { _ = try CodeForm.submit(person, "k\(number)") }
    try Self.wait("four programs are running") { lines("begun") == 4 }
    try Self.kill(server)
    try FileManager.default.removeItem(at: place.folder.appending(path: "hold"))
    server = try place.serve("--demo", "--code-sender", program)
    // A telephone number and a text for each message.
    try Self.wait("six messages are sent") { lines("sent") == 12 }
    try server.stop()
    #expect(lines("sent") == 12)
  }
}
