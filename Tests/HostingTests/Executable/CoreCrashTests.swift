import Foundation
import JSON
import Model
import TestBank
import TestClient
import Testing

/// A core that reads the feed of a server, which is killed between the steps of the protocol.
struct CoreCrashTests {
  /// A server with a core login and a logged-in person. It can be restarted on the same database.
  private struct Bank {
    let place: Workplace
    let options: [String]
    private(set) var server: RunningServer
    private(set) var person: Visitor
    private(set) var core: Visitor

    init(_ place: Workplace, _ options: String...) throws {
      self.place = place
      self.options = ["serve", "--port", "0", "--demo", "--core", "feed"] + options
      server = try RunningServer(Program(self.options, in: place))
      let added = try place.run(
        "users", "add", "abs", "--name", "АБС", "--role", "core", input: "a long password\n")
      #expect((added.status, added.output.contains("role core")) == (0, true))
      person = try server.person()
      core = try Visitor(port: server.port)
      try core.login("abs", "a long password")
    }

    /// Kills the server, as a power failure would, and starts another one. The session tokens
    /// remain valid.
    mutating func crash() throws {
      server.signal(SIGKILL)
      #expect(try server.program.outcome().status == -SIGKILL)
      server = try RunningServer(Program(options, in: place))
      person = try person.reconnected(to: server.port)
      core = try core.reconnected(to: server.port)
    }

    func pay(_ key: String) throws -> String {
      try person.signedPayment(key: key)
    }

    /// Returns the rows of the feed after `sequence`.
    func feed(after sequence: Int = 0) throws -> [Value] {
      try core.get("/core/submissions?after=\(sequence)")["data"]?.array ?? []
    }
  }

  @Test("The core feed survives crashes of the server without losing submissions") func feedSurvivesCrashes() throws {
    var bank = try Bank(try Workplace())
    let ids = try (1...3).map { try bank.pay("\($0)") }
    // Crash between the signature and the read.
    try bank.crash()
    let read = try bank.feed()
    #expect(read.compactMap { $0["id"]?.string } == ids)
    #expect(read.compactMap { $0["sequence"]?.integer } == [1, 2, 3])
    #expect(read.allSatisfy { $0["status"] == "signed" })
    #expect(try bank.person.balance() == "152300.00")
    // Crash between the read and the acknowledgement: the feed returns the same rows.
    try bank.crash()
    #expect(try bank.feed() == read)
    let ack = try bank.core.post("/core/submissions/\(ids[0])/ack", ["status": "executed"])
    let refusal: Value = ["status": "rejected", "reason": "payee-closed", "message": "Счёт закрыт"]
    #expect(try bank.core.post("/core/submissions/\(ids[1])/ack", refusal).status == 200)
    // Crash after the acknowledgement, whose response may be lost. A repeated acknowledgement
    // succeeds and changes nothing.
    try bank.crash()
    #expect(try bank.person.balance() == "152199.50")
    #expect(try bank.core.post("/core/submissions/\(ids[0])/ack", ["status": "executed"]).body == ack.body)
    #expect(try bank.core.post("/core/submissions/\(ids[1])/ack", refusal).status == 200)
    #expect(try bank.person.balance() == "152199.50")
    #expect(try bank.feed(after: 2).compactMap { $0["id"]?.string } == [ids[2]])
    #expect(try bank.person.get("/submissions/\(ids[1])")["message"] == "Счёт закрыт")
    let next = try bank.pay("4")
    #expect(try bank.feed(after: 3).compactMap { $0["id"]?.string } == [next])
    #expect(try bank.feed(after: 3).first?["sequence"] == 4)
    try bank.server.stop()
    #expect(try bank.place.run("check-ledger").status == 0)
    #expect(try bank.place.run("check-database").output.hasSuffix("\nsound\n"))
  }

  @Test("A kill during a signature leaves the submission unsigned or in the core feed")
  func killDuringSigningIsAtomic() throws {
    var bank = try Bank(try Workplace())
    let sent = try bank.person.submit(try bank.person.payment(), key: "1")
    let id = try sent.submissionID()
    let codes = Value.object(["values": .object(bank.person.codes(for: sent["next"]))])
    // Kill the server without waiting for the response, so the client cannot know whether the
    // signature was stored.
    let port = bank.server.port
    let token = bank.person.token ?? ""
    let curl = try StartedProcess(
      "/usr/bin/env",
      [
        "curl", "-s", "-o", "/dev/null", "-H", "Authorization: Bearer \(token)", "-H", "Content-Type: application/json",
        "-d", codes.text, "http://127.0.0.1:\(port)/submissions/\(id)/signature",
      ])
    try bank.crash()
    #expect(curl.outcome(within: 60) != nil)
    let status = try bank.person.get("/submissions/\(id)")["status"]
    let feed = try bank.feed()
    #expect(feed.count == (status == "signed" ? 1 : 0))
    #expect(status == "signed" || status == "awaitingSignature")
    try bank.server.stop()
  }

  @Test("An operation from a new file is submitted, signed and acknowledged by the core")
  func newOperationReachesCore() throws {
    let place = try Workplace.withConfiguration()
    try place.write(
      """
      operation: claim.create
      title: {ru: Обращение, en: Claim}
      effect: document
      sign: matrix
      atoms:
        - {enum: subject, caption: {ru: О чём, en: About}, options: {card: {ru: Карта, en: Card}, fee: {ru: Комиссия, en: Fee}}}
        - {textInput: text, caption: {ru: Суть, en: What happened}, maxLength: 1000}
        - repeat: papers
          caption: {ru: Документы, en: Papers}
          max: 3
          atoms: [{textInput: name, caption: {ru: Название, en: Name}}]
        - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
      """, to: "config/operations/claim.create.yaml")
    #expect(try place.run("check").output.contains("no faults\n"))
    let bank = try Bank(place)
    let values: Value = ["subject": "fee", "text": "Списали дважды", "papers": [["name": "Чек"]]]
    let tap = [("Idempotency-Key", "1")]
    let refused = try bank.person.post(
      "/operations/claim.create/submissions", ["values": ["subject": "x"]], headers: tap)
    #expect(refused["errors"]?.array?.compactMap { $0["atom"]?.string } == ["subject", "text"])
    let sent = try bank.person.post("/operations/claim.create/submissions", ["values": values], headers: tap)
    let id = try sent.submissionID()
    #expect(sent["next"]?["atoms"]?.array?.contains { $0["caption"] == "About: Fee" } == true)
    let signed = try bank.person.sign(sent)
    #expect(signed["submission"]?["status"] == "signed")
    let row = try #require(try bank.feed().first)
    #expect(row["operation"] == "claim.create")
    #expect(row["title"] == "Claim")
    #expect(row["values"] == values)
    #expect(row["amount"] == nil)
    let said: Value = ["status": "executed", "message": ["ru": "Принято под № 7", "en": "Taken as No 7"]]
    #expect(try bank.core.post("/core/submissions/\(id)/ack", said).status == 200)
    let whole = try bank.person.get("/submissions/\(id)")
    #expect((whole["status"], whole["message"]) == ("executed", "Taken as No 7"))
    #expect(
      whole["history"]?.array?.compactMap { $0["status"]?.string } == ["awaitingSignature", "signed", "executed"])
    try bank.server.stop()
  }

  @Test("Metrics of the core feed are served on a separate port only") func servesMetricsOnOwnPort() throws {
    let bank = try Bank(try Workplace(), "--metrics-port", "0")
    let line = bank.server.greeting.split(separator: "\n").first { $0.hasPrefix("metrics on ") }
    let prefix = "metrics on http://127.0.0.1:"
    let port = try #require(line.flatMap { UInt16($0.dropFirst(prefix.count).prefix { $0 != "/" }) })
    func scraped() throws -> [Substring] {
      let answer = try RawClient(port: port).exchange("GET", "/metrics")
      return String(decoding: answer.body, as: UTF8.self).split(separator: "\n")
    }
    let id = try bank.pay("1")
    let waiting = try scraped()
    #expect(waiting.contains("# TYPE valence_core_waiting gauge"))
    #expect(waiting.contains("valence_core_waiting 1"))
    #expect(waiting.contains { $0.hasPrefix("valence_core_oldest_waiting_seconds ") })
    #expect(!waiting.contains { $0.hasPrefix("valence_core_last_pull_timestamp_seconds ") })
    _ = try bank.feed()
    _ = try bank.core.post("/core/submissions/\(id)/ack", ["status": "executed"])
    _ = try bank.core.post("/core/submissions/\(id)/ack", ["status": "executed"])
    let done = try scraped()
    #expect(done.contains("valence_core_waiting 0"))
    #expect(done.contains("valence_core_acknowledgements_total{status=\"executed\"} 1"))
    #expect(done.contains("valence_core_acknowledgements_total{status=\"rejected\"} 0"))
    #expect(done.contains("valence_core_acknowledgement_seconds_count 1"))
    #expect(done.contains("valence_core_acknowledgement_seconds_bucket{le=\"+Inf\"} 1"))
    #expect(done.contains { $0.hasPrefix("valence_core_last_pull_timestamp_seconds ") })
    // The bank's port does not serve the metrics, and the metrics port serves nothing else.
    #expect(try Visitor(port: bank.server.port).get("/metrics").status == 404)
    #expect(try RawClient(port: port).exchange("GET", "/user").status == 404)
    try bank.server.stop()
  }

  @Test(
    "A start with invalid core options fails with a message",
    arguments: [
      (["--core", "both"], "Error: --core takes ledger or feed, not `both`"),
      (["--core-silence", "0"], "Error: --core-silence takes 1 to 10080 minutes, not `0`"),
      (["--cut-off", "24:00"], "Error: --cut-off takes a time of the day from 00:01 to 23:59, not `24:00`"),
      (["--cut-off", "5pm"], "Error: --cut-off takes a time of the day from 00:01 to 23:59, not `5pm`"),
    ])
  func rejectsInvalidCoreOptions(_ options: [String], _ message: String) throws {
    let place = try Workplace()
    let outcome = try Program(["serve", "--port", "0"] + options, in: place).outcome()
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains(message))
    #expect(try place.made() == [])
  }

  @Test("`check` and `serve` report a calendar fault with its position") func reportsCalendarFault() throws {
    let place = try Workplace.withConfiguration()
    try place.write("holidays: [2026-02-30]\n", to: "config/calendar.yaml")
    let fault = "config/calendar.yaml:1:12: error: the date `2026-02-30` does not exist"
    let check = try place.run("check")
    #expect(check.status == 1)
    #expect(check.output.hasPrefix(fault))
    let serve = try place.run("serve", "--port", "0")
    #expect(serve.status != 0)
    #expect(serve.errors.contains("the calendar has faults\n\(fault)"))
  }

  @Test("SIGHUP reloads a valid calendar, not an invalid one") func reloadsCalendar() throws {
    let place = try Workplace.withConfiguration()
    let server = try place.serve()
    try place.write("holidays: [2026-11-20]\n", to: "config/calendar.yaml")
    server.signal(SIGHUP)
    try server.program.hears("operations unchanged")
    try place.write("holidays: [2026-11-21]\n", to: "config/calendar.yaml")
    server.signal(SIGHUP)
    try server.program.hears("2026-11-21 is a Saturday or Sunday, which is already a day off")
    // The previous calendar remains in use.
    try server.program.hears("held=calendar.yaml")
    try server.stop()
  }
}
