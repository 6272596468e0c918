import JSON
import Model
import TestBank
import Testing

struct CodeSigningTests {
  private static let payment = """
    operation: trial.code
    title: {ru: Платёж с кодом, en: Payment by code}
    effect: payment
    sign: code
    atoms:
      - {accountPicker: from, caption: {ru: Счёт, en: Account}}
      - {textInput: name}
      - {textInput: account, type: digits, length: 20}
      - {textInput: bic, type: digits, length: 9}
      - {textInput: purpose}
      - {textInput: amount, type: amount, currency: RUB}
      - {button: send, caption: {ru: Послать, en: Send}, action: submit}
    """

  private func submit(_ person: Visitor, _ operation: String, _ values: Object, key: String) throws -> Visitor.Answer {
    try person.post(
      "/operations/\(operation)/submissions", ["values": .object(values)], headers: [("Idempotency-Key", key)])
  }

  private func sent(_ person: Visitor, _ key: String) throws -> (id: String, next: Value?) {
    let sent = try submit(person, "trial.code", try person.payment(), key: key)
    return (try sent.submissionID(), sent["next"])
  }

  @Test("A payment is signed with the one-time code that was sent") func sentCodeSignsPayment() throws {
    let (server, person) = try TestServer(serving: [Self.payment]).withPerson()
    let (id, tree) = try sent(person, "k")
    let atoms = tree?["atoms"]?.array ?? []
    #expect(atoms.contains { $0["caption"] == "The code was sent to +7********00" })
    let input = try #require(atoms.first { $0["type"] == "code" })
    #expect((input["id"], input["length"]) == ("code1", 6))
    let resend = try #require(atoms.first { $0["id"] == "resend" })
    #expect(resend["action"]?["href"] == .string("/submissions/\(id)/signature/resend"))
    #expect(try person.get("/submissions/\(id)/signature")["atoms"] == tree?["atoms"])
    let signing = try #require(tree?["signing"])
    #expect(signing["method"] == "code" && signing["cells"] == nil)
    #expect(signing["sentTo"]?.string?.hasPrefix("+7") == true)
    #expect((1...60).contains(signing["resendAfter"]?.integer ?? 0))
    let texts = server.telephones.messages
    #expect(texts.count == 1)
    #expect(texts.first?.contains(". Payment by code, 100.50\u{A0}RUB. Do not share it with anyone.") == true)
    let signed = try person.sign(id, server.telephones.codes(for: tree))
    #expect(signed["submission"]?["status"] == "executed")
    #expect(try person.balance() == "152199.50")
    #expect(!server.logged.contains { line in texts.contains { line.contains($0.dropFirst(12).prefix(6)) } })
  }

  @Test("Wrong one-time codes use up the attempts and lock signing") func countsWrongCodes() throws {
    let (server, person) = try TestServer(serving: [Self.payment]).withPerson()
    var (id, tree) = try sent(person, "k")
    let first = try server.telephones.codes(for: tree)
    for left in [2, 1] {
      let wrong = try person.sign(id, server.telephones.codes(for: tree, wrong: true))
      wrong.expectProblem(422, "wrong-code")
      #expect(wrong["attemptsLeft"] == .integer(Int64(left)))
      // The code of an earlier message does not use up an attempt.
      let late = try person.sign(id, first)
      late.expectProblem(409, "stale-challenge")
      #expect(late["next"]?["atoms"] == wrong["next"]?["atoms"])
      #expect(late["next"]?["signing"]?["attemptsLeft"] == .integer(Int64(left)))
      tree = wrong["next"]
    }
    try person.sign(id, server.telephones.codes(for: tree, wrong: true)).expectProblem(410, "gone")
    #expect(server.telephones.messages.count == 3)
    (id, tree) = try sent(person, "l")
    let fourth = try person.sign(id, server.telephones.codes(for: tree, wrong: true))
    #expect(fourth.status == 422)
    try person.sign(id, server.telephones.codes(for: fourth["next"], wrong: true)).expectProblem(423, "signing-locked")
    try person.submit(try person.payment(), key: "by-matrix").expectProblem(423, "signing-locked")
  }

  @Test("A one-time code is sent again only after 60 seconds") func limitsCodeResending() throws {
    let (server, person) = try TestServer(serving: [Self.payment]).withPerson()
    let (id, tree) = try sent(person, "k")
    // A code that is still in the outbox is dropped when the next one is requested.
    let first = try server.telephones.codes(for: tree)
    let hasty = try person.post("/submissions/\(id)/signature/resend", .null)
    hasty.expectProblem(429, "too-many-codes")
    #expect(hasty.raw["retry-after"].flatMap { Int($0) }.map { (1...60).contains($0) } == true)
    #expect(try person.get("/submissions/\(id)/signature").body == tree)
    server.pass(.seconds(60))
    let resent = try person.post("/submissions/\(id)/signature/resend", .null)
    #expect(resent.status == 200)
    try person.sign(id, first).expectProblem(409, "stale-challenge")
    #expect(try person.sign(id, server.telephones.codes(for: resent.body)).status == 200)
    let matrix = try person.submit(try person.payment(), key: "m").submissionID()
    try person.post("/submissions/\(matrix)/signature/resend", .null).expectProblem(409, "conflict")
    let stranger = try server.stranger()
    try stranger.post("/submissions/\(id)/signature/resend", .null).expectProblem(404, "not-found")
  }

  @Test("A submission is refused and not stored if no one-time code can be sent")
  func storesNothingIfNoCodeCanBeSent() throws {
    let mute = try TestServer({ $0.messages.codes = nil }, serving: [Self.payment])
    let person = try mute.person()
    let refused = try submit(person, "trial.code", try person.payment(), key: "k")
    refused.expectProblem(503, "codes-unavailable")
    #expect(try person.get("/submissions")["count"] == 0)
    let server = try TestServer(serving: [Self.payment])
    let stranger = try server.stranger()
    try submit(stranger, "matrix.renew", Object(), key: "k").expectProblem(409, "phone-missing")
    #expect(try stranger.get("/submissions")["count"] == 0)
  }

  @Test("An exhausted matrix is renewed through the operation linked in the problem")
  func renewsExhaustedMatrix() throws {
    let (server, person) = try TestServer { ($0.signing.columns, $0.signing.rows) = (2, 1) }.withPerson()
    let waiting = try person.submit(try person.payment(), key: "0")
    let signed = try person.submit(try person.payment(), key: "1")
    #expect(try person.get("/user")["signaturesLeft"] == 1)
    _ = try person.sign(
      #require(signed["submission"]?["id"]?.string), person.codes(for: signed["next"]))
    #expect(try person.get("/user")["signaturesLeft"] == 0)
    let exhausted = try person.submit(try person.payment(), key: "2")
    exhausted.expectProblem(409, "matrix-exhausted")
    let renewal = exhausted["renewal"]
    #expect(
      renewal == [
        "operation": "matrix.renew", "title": "New security matrix", "method": "GET",
        "href": "/operations/matrix.renew",
      ])
    let id = try waiting.submissionID()
    try person.get("/submissions/\(id)/signature").expectProblem(409, "matrix-exhausted")

    let tree = try person.get(try #require(renewal?["href"]?.string))
    let button = try #require(tree["atoms"]?.array?.first { $0["kind"] == "button" })
    let href = try #require(button["action"]?["href"]?.string)
    let asked = try person.post(href, ["values": [:]], headers: [("Idempotency-Key", "n")])
    #expect(asked.status == 201)
    let renewed = try asked.submissionID()
    let codes = try server.telephones.codes(for: asked["next"])
    let shown = try person.sign(renewed, codes)
    #expect(shown.raw["cache-control"] == "no-store")
    let matrix = Self.matrix(in: shown["next"])
    #expect(matrix.count == 2 && matrix != server.access.matrix)
    #expect(shown["next"]?["self"] == nil)
    // The matrix is shown once. A repeated request returns the result without it.
    let again = try person.sign(renewed, codes)
    #expect(again["submission"] == shown["submission"])
    #expect(Self.matrix(in: again["next"]).isEmpty)
    #expect(again["next"]?["self"]?["href"]?.string == "/submissions/\(renewed)/result")
    #expect(again.raw["cache-control"] == "private, no-cache")

    #expect(try person.get("/user")["signaturesLeft"] == 1)
    let fresh = try person.get("/submissions/\(id)/signature")
    #expect(try person.sign(id, Visitor.codes(for: fresh.body, matrix))["submission"]?["status"] == "executed")
  }

  @Test("The matrix-exhausted problem omits the renewal link if renewal is unavailable")
  func omitsUnavailableRenewal() throws {
    for isDisabled in [true, false] {
      let (server, person) = try TestServer {
        ($0.signing.columns, $0.signing.rows) = (1, 1)
        if !isDisabled { $0.messages.codes = nil }
      }.withPerson()
      if isDisabled { _ = try server.services.availability.disable("matrix.renew") }
      let exhausted = try person.submit(try person.payment(), key: "1")
      exhausted.expectProblem(409, "matrix-exhausted")
      #expect(exhausted["renewal"] == nil)
    }
  }

  /// Returns the matrix that a result shows.
  private static func matrix(in tree: Value?) -> [Cell: String] {
    var matrix: [Cell: String] = [:]
    for atom in tree?["atoms"]?.array ?? [] where atom["id"]?.string?.hasPrefix("matrix") == true {
      let words = (atom["caption"]?.string ?? "").split(whereSeparator: \.isWhitespace)
      for (name, code) in zip(words, words.dropFirst()) {
        if let cell = Cell(rawValue: String(name)) { matrix[cell] = String(code) }
      }
    }
    return matrix
  }
}
