import Dates
import JSON
import Model
import Operations
import Services
import Synchronization
import TestBank
import TestClient
import Testing

/// Submissions that a system of the bank executes, from the form to the outcome, over HTTP.
struct DeliveryStoryTests {
  private let lender: Lender
  private let server: TestServer
  private let person: Visitor

  init() throws {
    lender = try Lender()
    (server, person) = try lender.server().withPerson()
  }

  /// Reads the submission until `holds` is true. The clock advances between requests, so that retry
  /// delays end.
  @discardableResult
  private func until(
    _ id: String, _ holds: (Visitor.Answer) -> Bool
  ) throws -> Visitor.Answer {
    let last = try person.until("/submissions/\(id)", between: { server.pass(.milliseconds(5)) }, holds)
    #expect(holds(last), "\(last.raw.text)")
    return last
  }

  private func until(_ id: String, status: String) throws -> Visitor.Answer {
    try until(id) { $0["status"]?.string == status }
  }

  /// Submits a loan that the lender has accepted but not decided.
  private func acceptedLoan() throws -> String {
    lender.answer { _, _ in .status(202, "{}") }
    let id = try person.loan()
    try until(id) { $0["delivery"]?["status"] == "accepted" }
    return id
  }

  private func balances() throws -> [String?] {
    let account = try person.get("/accounts/\(try person.account("Текущий"))")
    return [account["balance"]?.string, account["available"]?.string]
  }

  private func metrics() -> String { String(decoding: server.metrics.text, as: UTF8.self) }

  private func callBack(
    _ body: String, to service: String = "lender", _ headers: [(String, String)]? = nil
  ) throws -> Visitor.Answer {
    try Visitor(server).send(
      "POST", "/callbacks/\(service)", headers: headers ?? Lender.proof(of: body, at: server.services.clock()),
      body: body)
  }

  @Test("A submission that the service executes becomes executed") func executesDelivery() throws {
    let id = try person.loan()
    let done = try until(id, status: "executed")
    #expect(done["delivery"]?["kept"] == [["caption": "Application number", "value": "A-1"]])
    #expect(done.raw["retry-after"] == nil)
    #expect(lender.got.map(\.key) == [id])
    #expect(lender.got.first?.line == "POST /applications")
    #expect(lender.got.first?.body == #"{"sum":100.50,"note":null,"key":"\#(id)","by":"loan.fee"}"#)
    #expect(try balances() == ["152199.50", "152199.50"])
    let result = try person.get("/submissions/\(id)/result").raw.text
    #expect(result.contains("Application number: A-1"))
    #expect(try server.services.inspection.ledger().isSound)
  }

  @Test("A waiting delivery shows its status and holds the money") func holdsMoneyWhileWaiting() throws {
    lender.answer { _, _ in .status(500, "{}") }
    let id = try person.loan()
    let waiting = try until(id) { _ in !lender.got.isEmpty }
    #expect(waiting["status"] == "signed" && waiting["delivery"]?["status"] == "waiting")
    #expect(waiting["delivery"]?["text"] == "Sent to the bank, waiting")
    #expect(waiting.raw["retry-after"].flatMap { Int($0) }.map { $0 >= 1 } == true)
    let tag = try #require(waiting.raw["etag"])
    #expect(try person.get("/submissions/\(id)", headers: [("If-None-Match", tag)]).status == 304)
    #expect(try balances() == ["152300.00", "152199.50"])
    lender.answer { _, _ in .status(201, #"{"applicationId":"A-2"}"#) }
    let done = try until(id, status: "executed")
    #expect(done.raw["etag"] != tag)
    #expect(Set(lender.got.map(\.key)) == [id] && Set(lender.got.map(\.body)).count == 1)
  }

  @Test("A rejection by the service shows the text of its reason") func showsServiceRejection() throws {
    lender.answer { _, _ in .status(422, #"{"code":"INCOME","message":"не важно"}"#) }
    let rejected = try until(try person.loan(), status: "rejected")
    #expect(rejected["reason"] == "INCOME" && rejected["message"] == "The income is too small")
    #expect(try balances() == ["152300.00", "152300.00"])
  }

  @Test(
    "An undeclared response of the service leaves the delivery waiting",
    arguments: [
      (500, "{}"), (404, "{}"), (200, #"{"applicationId":"A-1"}"#), (201, "{}"), (201, "<html>"),
      (201, #"{"applicationId":[]}"#), (302, ""),
    ])
  func ignoresUndeclaredResponses(status: Int, body: String) throws {
    lender.answer { _, _ in .status(status, body) }
    let id = try person.loan()
    let waiting = try until(id) { _ in lender.got.count > 1 }
    #expect(waiting["status"] == "signed" && waiting["delivery"]?["status"] == "waiting")
    #expect(try balances() == ["152300.00", "152199.50"])
  }

  @Test("A delivery with a lost response is retried with the same key") func retriesLostResponse() throws {
    lender.answer { _, number in number == 1 ? .lost : .status(201, #"{"applicationId":"A-1"}"#) }
    let id = try person.loan()
    _ = try until(id, status: "executed")
    #expect(lender.got.count == 2 && lender.got[0] == lender.got[1])
    #expect(try balances() == ["152199.50", "152199.50"])
  }

  @Test("An accepted delivery is polled until the service has executed it") func pollsAcceptedDelivery() throws {
    lender.answer { request, number in
      if request.line.hasPrefix("POST") { return .status(202, "{}") }
      return number < 4 ? .status(200, #"{"state":"WAITING"}"#) : .status(200, #"{"state":"DONE","id":"A-9"}"#)
    }
    let id = try person.loan()
    let accepted = try until(id) { $0["delivery"]?["status"] == "accepted" }
    #expect(accepted["delivery"]?["text"] == "Accepted by the bank, decision pending")
    let done = try until(id, status: "executed")
    #expect(done["delivery"]?["kept"]?.array?.first?["value"] == "A-9")
    #expect(lender.got.map(\.line).filter { $0.hasPrefix("POST") }.count == 1)
    #expect(lender.got.last?.line == "GET /applications/\(id)")
  }

  @Test("A delivery that the service reports as unknown is sent again") func resendsUnknownDelivery() throws {
    lender.answer { request, number in
      if request.line.hasPrefix("GET") { return .status(404, "{}") }
      return number == 1 ? .status(202, "{}") : .status(201, #"{"applicationId":"A-1"}"#)
    }
    _ = try until(try person.loan(), status: "executed")
    let lines = lender.got.map { $0.line.prefix(4) }
    #expect(lines.first == "POST" && lines.last == "POST" && lines.count { $0 == "POST" } == 2)
    // The system must return 404 at least twice, the first time at least two seconds after the
    // attempt.
    #expect(lines.count { $0 == "GET " } >= 2)
  }

  @Test("A service that executes a submission rejected by an operator raises an alarm")
  func reportsContraryExecution() throws {
    lender.answer { request, _ in request.line.hasPrefix("POST") ? .lost : .status(404, "{}") }
    let id = try person.loan()
    try until(id) { _ in !lender.got.isEmpty }
    let submission = try #require(SubmissionID(id))
    let effect = Effect(check: { _, _ in nil }, execute: { _, _ in .executed })
    _ = try server.services.deliveries.reject(submission, because: "lost", forced: "a letter") { _ in effect }.wait()
    #expect(try balances() == ["152300.00", "152300.00"])
    let none = #"valence_delivery_outcomes_total{system="lender",outcome="contrary"} 0"#
    #expect(metrics().contains(none))
    lender.answer { request, _ in
      request.line.hasPrefix("POST") ? .status(500, "{}") : .status(200, #"{"state":"DONE","id":"A-9"}"#)
    }
    try until(id) { _ in
      server.log.lines.contains { $0.contains("system reported an outcome that contradicts the stored one") }
    }
    #expect(metrics().contains(none.dropLast() + "1"))
    #expect(try server.services.deliveries.find(submission)?.contrary == "executed")
    #expect(try person.get("/submissions/\(id)")["status"] == "rejected")
    #expect(try balances() == ["152300.00", "152300.00"])
  }

  @Test("A callback completes an accepted delivery once") func callbackCompletesDelivery() throws {
    let id = try acceptedLoan()
    let body = #"{"type":"done","data":{"key":"\#(id)","id":"A-7"}}"#
    // A callback without a declared field is refused, logged and not stored.
    let unfit = try callBack(body.replacing("\"A-7\"", with: "{}"))
    unfit.expectProblem(400, "malformed-request")
    #expect(server.log.lines.contains { $0.contains("callback lacks a required field") })
    #expect(try person.get("/submissions/\(id)")["delivery"]?["status"] == "accepted")
    let taken = try callBack(body)
    #expect(taken.status == 200 && taken["status"] == "executed", "\(taken.raw.text)")
    #expect(try person.get("/submissions/\(id)")["delivery"]?["kept"]?.array?.first?["value"] == "A-7")
    #expect(try balances() == ["152199.50", "152199.50"])
    // The same outcome again, also in another message, returns 200 and moves no money.
    #expect(try callBack(body).status == 200)
    #expect(try callBack(body, Lender.proof(of: body, id: "msg_2", at: server.services.clock())).status == 200)
    let contrary = #"{"type":"no","data":{"key":"\#(id)","code":"LATE"}}"#
    #expect(try callBack(contrary).status == 409)
    #expect(try balances() == ["152199.50", "152199.50"])
    #expect(server.log.lines.contains { $0.contains("system reported an outcome that contradicts the stored one") })
    let other = #"{"type":"ping","data":{"key":"\#(id)"}}"#
    #expect(try callBack(other)["status"] == "none")
    #expect(try server.services.inspection.ledger().isSound)
  }

  @Test("A response of the service that contradicts its callback is logged") func logsContradictingResponse() throws {
    let server = server
    lender.answer { request, _ in
      let body = #"{"type":"no","data":{"key":"\#(request.key)","code":"LATE"}}"#
      let headers = Lender.proof(of: body, at: server.services.clock())
      let answer = try? Visitor(server).send("POST", "/callbacks/lender", headers: headers, body: body)
      return .status(answer?["status"] == "rejected" ? 201 : 500, #"{"applicationId":"A-1"}"#)
    }
    let id = try person.loan()
    try until(id) { _ in
      server.log.lines.contains { $0.contains("system reported an outcome that contradicts the stored one") }
    }
    #expect(try person.get("/submissions/\(id)")["status"] == "rejected")
    #expect(try balances() == ["152300.00", "152300.00"])
  }

  @Test("A callback with an invalid signature is refused with 401") func rejectsUnverifiedCallback() throws {
    let id = try acceptedLoan()
    let body = #"{"type":"done","data":{"key":"\#(id)","id":"A-7"}}"#
    let right = Lender.proof(of: body, at: server.services.clock())
    func without(_ name: String) -> [(String, String)] { right.filter { $0.0 != name } }
    let now = server.services.clock()
    let wrong: [(String, [(String, String)])] = [
      ("no headers", [("Content-Type", "application/json")]), ("no id", without("webhook-id")),
      ("no time", without("webhook-timestamp")), ("no signature", without("webhook-signature")),
      ("another secret", Lender.proof(of: body, at: now, by: "another secret that is long enough")),
      ("another body", Lender.proof(of: body + " ", at: now)),
      ("too old", Lender.proof(of: body, at: now + .seconds(-400))),
      ("too new", Lender.proof(of: body, at: now + .seconds(86_400))),
      (
        "another version",
        without("webhook-signature") + [("webhook-signature", right[2].1.replacing("v1,", with: "v2,"))]
      ),
      ("another id", without("webhook-id") + [("webhook-id", "msg_3")]),
      // `id.timestamp.body` would be ambiguous if the id contained a dot.
      ("an id with a dot", Lender.proof(of: body, id: "msg.1", at: now)),
      ("a dot", Lender.proof(of: body, id: ".", at: now)),
    ]
    for (what, headers) in wrong {
      let answer = try callBack(body, headers)
      #expect(answer.status == 401, "\(what): \(answer.raw.text)")
      #expect(answer["type"] == "/problems/bad-signature")
    }
    #expect(try callBack(body, to: "nobody").status == 404)
    let large = #"{"type":"done","data":"\#(String(repeating: "x", count: 70_000))"}"#
    #expect(try callBack(large).status == 413)
    #expect(try person.get("/submissions/\(id)")["status"] == "signed")
    #expect(try callBack(body).status == 200)
  }

  @Test("Unverified callbacks are rate limited while verified callbacks are accepted")
  func limitsUnverifiedCallbacks() throws {
    let id = try acceptedLoan()
    let body = #"{"type":"done","data":{"key":"\#(id)","id":"A-7"}}"#
    let statuses = try (0..<120).map { _ in
      try callBack(body, [("Content-Type", "application/json")])
    }
    #expect(Set(statuses.map(\.status)) == [401, 429])
    #expect(statuses.last { $0.status == 429 }?.raw["retry-after"] != nil)
    #expect(try callBack(body).status == 200)
  }

  @Test("A callback for a submission that was never sent returns 404") func rejectsCallbackForUnsent() throws {
    let values: Value = ["from": .string(try person.account("Текущий")), "amount": "1.00"]
    let sent = try person.submit(values, to: "loan.fee", key: "1")
    let unsigned = try sent.submissionID()
    let payment = try person.submit(try person.payment(), key: "2")["submission"]?["id"]?.string ?? ""
    for id in [unsigned, payment, "01a1fbc2-8b21-7d5c-a9c2-7a4a3f4b7f19"] {
      let answer = try callBack(#"{"type":"done","data":{"key":"\#(id)","id":"A-7"}}"#)
      #expect(answer.status == 404, "\(id)")
    }
    // A ping, or an unknown form of id, concerns no submission. It returns 200, so that the sender
    // does not retry.
    for body in [#"{"type":"ping"}"#, "null", "[]", #"{"type":"done","data":{"key":"x"}}"#] {
      let answer = try callBack(body)
      #expect(answer.status == 200 && answer["status"] == "none", "\(body)")
    }
    #expect(try person.get("/submissions/\(unsigned)")["status"] == "awaitingSignature")
  }

  @Test("A non-repeatable delivery is sent once even if its response is lost") func sendsNonRepeatableOnce() throws {
    _ = try server.services.users.link(server.access.person.id, to: "C-1").wait()
    lender.answer { _, _ in .lost }
    let sent = try person.submit(["amount": "5"], to: "loan.once", key: "1")
    let id = try sent.submissionID()
    let unknown = try until(id) { $0["delivery"]?["status"] == "unknown" && !lender.got.isEmpty }
    #expect(unknown["status"] == "signed")
    for _ in 0..<50 {
      server.pass(.seconds(60))
      _ = try person.get("/submissions/\(id)")
    }
    #expect(lender.got.count == 1)
    #expect(try callBack(#"{"type":"done","data":{"key":"\#(id)"}}"#)["status"] == "executed")
  }

  /// libcurl repeats a request if the reused connection closes before a response.
  @Test("A non-repeatable delivery is sent once if a reused connection closes")
  func sendsOnceOnClosedConnection() throws {
    _ = try server.services.users.link(server.access.person.id, to: "C-1").wait()
    _ = try until(try person.loan(), status: "executed")
    lender.answer { _, _ in .lost }
    let sent = try person.submit(["amount": "5"], to: "loan.once", key: "2")
    let id = try sent.submissionID()
    try until(id) { $0["delivery"]?["status"] == "unknown" && lender.got.count > 1 }
    for _ in 0..<20 {
      server.pass(.seconds(60))
      _ = try person.get("/submissions/\(id)")
    }
    #expect(lender.got.map(\.line) == ["POST /applications", "POST /once"])
  }

  @Test("A submission of a person without a link to the service is refused with 503")
  func refusesUnlinkedPerson() throws {
    let refused = try person.submit(["amount": "5"], to: "loan.once", key: "1")
    #expect(refused.status == 503 && refused["type"] == "/problems/system-unavailable")
    let line = server.logged.first { $0.contains("cannot deliver a submission") } ?? ""
    #expect(line.contains("reason=no request: `user.externalId` has no value remedy=valence users link"), "\(line)")
    #expect(try person.get("/submissions")["data"] == [])
    _ = try server.services.users.link(server.access.person.id, to: "C-1").wait()
    // The refused request did not use up its key.
    #expect(try person.submit(["amount": "5"], to: "loan.once", key: "1").status == 201)
  }

  @Test("A delivered submission of another person returns 404") func hidesDeliveryFromOthers() throws {
    let id = try person.loan()
    let stranger = try server.stranger()
    #expect(try stranger.get("/submissions/\(id)").status == 404)
  }
}
