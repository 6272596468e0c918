import Foundation
import JSON
import Model
import BankSystems
import Definitions
import Operations
import Services
import TestBank
import Testing

struct SenderTests {
  private static func server(_ gateway: Gateway, timeout: Int = 20) throws -> TestServer {
    try TestServer(
      {
        ($0.messages.codes, $0.messages.notices) = (SystemSender("sms"), SystemSender("push"))
        // Notices are allowed all day, so the test does not depend on the time.
        $0.messages.noticeHours = DayHours(from: 0, until: 1_440)
      },
      asking: [Gateway.file(timeout: timeout)], at: gateway.url, serving: [CodeForm.file])
  }

  private static func waiting(_ server: TestServer) throws -> Int {
    try server.services.messages.figures().reduce(0) { $0 + $1.waiting }
  }

  @Test("A declared sender sends a code once with its key, and the log contains no code")
  func sendsCodeOnceWithKey() throws {
    let gateway = try Gateway(.status(202))
    let (server, person) = try Self.server(gateway).withPerson()
    let (id, next) = try CodeForm.submit(person)
    try gateway.await()
    let message = try #require(gateway.messages.first)
    #expect(message.head.hasPrefix("post /messages http/1.1"))
    #expect(message.head.contains("\r\nx-channel: valence"))
    #expect(message.key.flatMap { ChallengeID($0) } != nil)
    #expect(message.body["to"] == "+79000000000")
    let codes = try Telephones.codes(for: next, in: gateway.texts)
    #expect(try person.sign(id, codes)["submission"]?["status"] == "executed")
    server.services.messages.finish()
    #expect(try Self.waiting(server) == 0)
    #expect(gateway.messages.count == 1)
    let secret = try #require(codes.members.first?.value.string)
    #expect(!server.logged.contains { $0.contains(secret) || $0.contains("79000000000") })
  }

  @Test(
    "A send with an undeclared status is retried with the same key",
    arguments: [.status(500), .status(503), .status(429), .status(200), .status(404), .status(302), .end]
      as [Gateway
      .Reply])
  func retriesUndeclaredStatus(_ reply: Gateway.Reply) throws {
    let gateway = try Gateway(reply)
    let (server, person) = try Self.server(gateway).withPerson()
    let (id, next) = try CodeForm.submit(person)
    try gateway.await()
    server.services.messages.finish()
    #expect(try Self.waiting(server) == 1)
    gateway.reply(.status(202))
    server.pass(.seconds(3))
    server.services.messages.poll()
    server.services.messages.finish()
    #expect(try Self.waiting(server) == 0)
    #expect(gateway.messages.count == 2)
    #expect(Set(gateway.messages.map(\.key)).count == 1)
    let codes = try Telephones.codes(for: next, in: gateway.texts)
    #expect(try person.sign(id, codes)["submission"]?["status"] == "executed")
    #expect(server.logged.contains { $0.contains("no answer from a system of the bank") && $0.contains("query=sms") })
  }

  @Test("A declared refusal of a message ends its retries") func stopsAfterDeclaredRefusal() throws {
    let gateway = try Gateway(.status(422))
    let server = try Self.server(gateway)
    _ = try CodeForm.submit(server.person())
    try gateway.await()
    server.services.messages.finish()
    #expect(try Self.waiting(server) == 0)
    #expect(try server.services.messages.figures().first?.failed == 1)
  }

  @Test("A hanging sender times out and does not delay signatures") func timesOutHangingSender() throws {
    let gateway = try Gateway(.silence)
    let (server, person) = try Self.server(gateway, timeout: 1).withPerson()
    for number in 0..<5 { _ = try CodeForm.submit(person, "k\(number)") }
    try gateway.await()
    // Sign a payment with the matrix while the sender hangs.
    let sent = try person.submit(try person.payment(), key: "m")
    let signed = try person.sign(sent)
    #expect(signed["submission"]?["status"] == "executed")
    server.services.messages.finish()
    #expect(try Self.waiting(server) == 5)
    #expect(try server.services.messages.figures().first?.failed == 5)
  }

  @Test("`/readyz` reports stuck codes and stays at 200") func reportsStuckCodes() throws {
    let gateway = try Gateway(.status(500))
    let (server, person) = try Self.server(gateway).withPerson()
    _ = try CodeForm.submit(person)
    server.services.messages.finish()
    let fresh = try person.get("/readyz")
    #expect(fresh["checks"]?["messages"]?["code"]?["status"] == "ok")
    #expect(fresh["checks"]?["messages"]?["notice"] == ["status": "ok", "waiting": 0, "oldestSeconds": 0])
    server.pass(.seconds(31))
    let ready = try person.get("/readyz")
    #expect(ready.status == 200)
    let check = ready["checks"]?["messages"]?["code"]
    #expect(check?["status"] == "stuck" && check?["waiting"] == 1)
    let metrics = String(decoding: server.metrics.text, as: UTF8.self)
    for line in [
      "valence_messages_waiting{kind=\"code\"} 1", "valence_messages_failed_total{kind=\"code\"} 1",
      "valence_messages_sent_total{kind=\"notice\"} 0",
    ] { #expect(metrics.contains(line), "\(line)") }
  }

  @Test("A notice of a new deal is sent to a person with an external id") func sendsDealNotices() throws {
    let gateway = try Gateway(.status(200))
    let (server, clerk, person) = try Self.server(gateway).withClerkAndPerson()
    let stranger = try server.stranger()
    try server.services.users.link(server.access.person.id, to: "C-1001").wait()
    for visitor in [person, stranger] {
      #expect(try visitor.patch("/settings", ["pushDeals": true, "language": "en"]).status == 200)
    }
    let deal = try clerk.post(
      "/deals",
      [
        "title": ["ru": "Вклад", "en": "Deposit"], "subtitle": ["ru": "Под 16%"], "startDate": "2020-01-01",
        "endDate": "2099-12-31",
      ], headers: [("Idempotency-Key", "d")])
    let id = try #require(deal["id"]?.string)
    server.services.messages.poll()
    server.services.messages.finish()
    let message = try #require(gateway.messages.first)
    #expect(gateway.messages.count == 1)
    #expect(message.head.hasPrefix("post /customers/c-1001/notices "))
    #expect(message.body["title"] == "Deposit" && message.body["text"] == "Deposit. Под 16%")
    #expect(message.body["deal"] == .string(id) && message.body["kind"] == "notice")
    #expect(message.body["id"]?.string == message.key)
    // The stranger has no external id, so a retry would not succeed either.
    #expect(try Self.waiting(server) == 0)
    #expect(try server.services.messages.figures().first { $0.kind == .notice }?.failed == 1)
  }

  @Test("A set of services without the configured senders is rejected") func rejectsSetWithoutSender() throws {
    let systems = try TestServer.connected(needing: ["sms", "push"])
    let system = try BankSystem(
      DefinitionFile(name: "gateway.yaml", bytes: Array(Gateway.file(at: "http://127.0.0.1:1").utf8)),
      person: Facts.types["user"] ?? .any)
    try systems.serve([system], [])
    do throws(BankSystemRegistry.Unusable) {
      try systems.serve([], [])
      Issue.record("a set without senders is accepted")
    } catch {
      #expect(
        error.faults.all.map(\.message) == [
          "no service declares the sender `sms`", "no service declares the sender `push`",
        ])
    }
  }
}
