import JSON
import TestBank
import Testing

struct SigningEndpointTests {
  private func sent(_ person: Visitor, _ key: String) throws -> (id: String, next: Value?) {
    let sent = try person.submit(try person.payment(), key: key)
    return (try sent.submissionID(), sent["next"])
  }

  @Test("A wrong code costs one attempt, and the new challenge requests the same cells")
  func wrongCodeRenewsChallenge() throws {
    let person = try TestServer().person()
    let (id, tree) = try sent(person, "k")
    let drawn = try person.get("/submissions/\(id)/signature")
    #expect(drawn.body == tree)
    let wrong = try person.sign(id, person.codes(for: tree, wrong: true))
    #expect(wrong.status == 422)
    #expect(wrong["type"] == "/problems/wrong-code")
    #expect(wrong["attemptsLeft"] == 2)
    #expect(wrong["errors"] == nil)
    #expect(wrong["next"]?["version"] != tree?["version"])
    func cells(_ tree: Value?) -> [Value?] {
      tree?["atoms"]?.array?.filter { $0["type"] == "code" }.map { $0["id"] } ?? []
    }
    #expect(cells(wrong["next"]) == cells(tree) && cells(tree).count == 2)
    #expect(try person.sign(id, person.codes(for: wrong["next"])).status == 200)
  }

  @Test("Unsigned submissions are listed until they are signed or cancelled") func listsUnsignedSubmissions() throws {
    let person = try TestServer().person()
    let (first, second) = (try sent(person, "1"), try sent(person, "2"))
    let waiting = { () throws -> [Value?] in
      try person.get("/submissions?unsigned=true")["data"]?.array?.map { $0["id"] } ?? []
    }
    #expect(try waiting() == [.string(second.id), .string(first.id)])
    let page = try person.get("/submissions?unsigned=true&limit=1")
    let next = try #require(page["next"]?.string)
    #expect(try person.get(next)["data"]?.array?.map { $0["id"] } == [.string(first.id)])
    #expect(try person.post("/submissions/\(second.id)/cancel", [:]).status == 200)
    #expect(try waiting() == [.string(first.id)])
    let tree = try person.get("/submissions/\(first.id)/signature").body
    #expect(try person.sign(first.id, person.codes(for: tree)).status == 200)
    #expect(try waiting() == [])
  }

  @Test("The third wrong code rejects the submission with 410") func thirdWrongCodeRejectsSubmission() throws {
    let person = try TestServer().person()
    var (id, tree) = try sent(person, "k")
    for left in [2, 1] {
      let wrong = try person.sign(id, person.codes(for: tree, wrong: true))
      #expect(wrong["attemptsLeft"] == .integer(Int64(left)))
      tree = wrong["next"]
    }
    let gone = try person.sign(id, person.codes(for: tree, wrong: true))
    #expect(gone.status == 410)
    #expect(gone["submission"]?["status"] == "rejected")
    let again = try person.sign(id, Object())
    let asked = try person.get("/submissions/\(id)/signature")
    for answer in [gone, again, asked] {
      answer.expectProblem(410, "gone")
      // The result is shown without inputs.
      #expect(answer["detail"] == "Rejected: three wrong codes")
      #expect(answer["next"]?["title"] == "Rejected")
      #expect(answer["next"]?["atoms"]?.array?.contains { $0["kind"] == "button" } == false)
    }
    #expect(try person.balance() == "152300.00")
  }

  @Test("Five wrong codes in a row lock the person until an operator unlocks them")
  func fifthWrongCodeLocksPerson() throws {
    let (server, person) = try TestServer().withPerson()
    var statuses: [Int] = []
    for key in ["1", "2"] {
      var (id, tree) = try sent(person, key)
      for _ in 0..<3 where statuses.count < 5 {
        let answer = try person.sign(id, person.codes(for: tree, wrong: true))
        statuses.append(answer.status)
        tree = answer["next"]
      }
    }
    #expect(statuses == [422, 422, 410, 422, 423])
    #expect(try person.submit(try person.payment(), key: "3").status == 423)
    try server.services.signing.unlock(server.access.person.id).wait()
    #expect(try person.submit(try person.payment(), key: "3").status == 201)
  }

  @Test("An expired challenge returns 409 with a new challenge that can be signed")
  func renewsExpiredChallenge() throws {
    let (server, person) = try TestServer().withPerson()
    let (id, tree) = try sent(person, "k")
    server.pass(.seconds(301))
    let late = try person.sign(id, person.codes(for: tree))
    #expect(late.status == 409)
    let signed = try person.sign(id, person.codes(for: late["next"]))
    #expect(signed["submission"]?["status"] == "executed")
  }

  @Test("A challenge belongs to one submission at a time; signing another returns 409")
  func challengeServesOneSubmission() throws {
    let person = try TestServer().person()
    let ((first, tree), (second, other)) = (try sent(person, "1"), try sent(person, "2"))
    let codes = person.codes(for: tree)
    #expect(codes == person.codes(for: other) && codes.members.count == 2)
    let moved = try person.sign(first, codes)
    moved.expectProblem(409, "question-moved")
    #expect(moved["asked"]?.string == "/submissions/\(second)")
    #expect(moved["next"]?["operation"] == "signature")
    let ask = moved["next"]?["atoms"]?.array?.first { $0["id"] == "ask" }?["action"]
    #expect(ask == ["name": "next", "method": "GET", "href": .string("/submissions/\(first)/signature")])
    #expect(try person.get("/submissions/\(first)")["attemptsLeft"] == 3)
    #expect(
      try person.get(ask?["href"]?.string ?? "")["atoms"]?.array?.map { $0["id"] }
        == tree?["atoms"]?.array?.map { $0["id"] })
    try person.sign(second, codes).expectProblem(409, "question-moved")
    #expect(try person.sign(first, codes)["submission"]?["status"] == "executed")
    #expect(try person.get("/submissions/\(second)")["status"] == "awaitingSignature")
  }

  @Test("A submission over the limit of unsigned submissions is refused with 409")
  func limitsUnsignedSubmissions() throws {
    let person = try TestServer { $0.unsignedSubmissions = 2 }.person()
    let (first, _) = try sent(person, "1")
    _ = try sent(person, "2")
    let refused = try person.submit(try person.payment(), key: "3")
    refused.expectProblem(409, "too-many-unsigned")
    #expect(refused["submissions"] == ["method": "GET", "href": "/submissions"])
    #expect(try person.submit(try person.payment(), key: "1").status == 200)
    #expect(try person.send("POST", "/submissions/\(first)/cancel").status == 200)
    #expect(try person.submit(try person.payment(), key: "3").status == 201)
  }

  @Test("Submissions per day are limited with 429; a refused one leaves its key unused")
  func limitsSubmissionsPerDay() throws {
    let (server, person) = try TestServer {
      $0.submissionsPerDay = 3
      $0.sessions.lifetime = .seconds(240 * 3600)
    }.withPerson()
    for key in 1...3 {
      let id = try person.waitingPayment(key: "\(key)").id
      #expect(try person.send("POST", "/submissions/\(id)/cancel").status == 200)
    }
    for _ in 1...2 {
      let refused = try person.submit(try person.payment(), key: "4")
      refused.expectProblem(429, "too-many-submissions")
      let wait = try #require(refused.raw["retry-after"].flatMap { Int64($0) })
      #expect(1...86_400 ~= wait)
    }
    #expect(try person.submit(try person.payment(), key: "3").status == 200)
    #expect(try person.get("/submissions")["count"] == 3)
    let other = try server.stranger()
    #expect(try other.submit(try person.payment(), key: "1").status != 429)
    let refused = try person.submit(try person.payment(), key: "4")
    server.pass(.seconds(try #require(refused.raw["retry-after"].flatMap { Int64($0) })))
    #expect(try person.submit(try person.payment(), key: "4").status == 201)
    try server.expectUnharmed()
  }

  @Test("An unsigned submission has a cancel link; signing a cancelled one returns 410")
  func unsignedSubmissionHasCancelLink() throws {
    let person = try TestServer().person()
    let (id, sent) = try person.waitingPayment(key: "k")
    let link: Value = ["method": "POST", "href": .string("/submissions/\(id)/cancel")]
    #expect(sent["submission"]?["cancel"] == link)
    #expect(try person.get("/submissions")["data"]?.array?.first?["cancel"] == link)
    let button = sent["next"]?["atoms"]?.array?.first { $0["id"] == "cancel" }
    #expect(button?["action"] == ["name": "cancel", "method": "POST", "href": .string("/submissions/\(id)/cancel")])
    let cancelled = try person.send("POST", "/submissions/\(id)/cancel")
    #expect(cancelled["status"] == "cancelled" && cancelled["cancel"] == nil && cancelled["signature"] == nil)
    #expect(try person.sign(sent).status == 410)
  }

  @Test("A signature without codes returns 422 and costs no attempt") func missingCodeCostsNoAttempt() throws {
    let person = try TestServer().person()
    let (id, _) = try sent(person, "k")
    let missing = try person.sign(id, Object())
    #expect(missing.status == 422)
    #expect(missing["errors"]?.array?.map { $0["code"] } == ["required", "required"])
    #expect(try person.get("/submissions/\(id)")["attemptsLeft"] == 3)
  }

  @Test("An unsigned submission expires after a day") func unsignedSubmissionExpires() throws {
    let (server, person) = try TestServer { $0.sessions.lifetime = .seconds(100 * 3600) }.withPerson()
    let (id, _) = try sent(person, "k")
    server.pass(.seconds(25 * 3600))
    #expect(try person.get("/submissions/\(id)")["status"] == "expired")
    #expect(try person.sign(id, Object()).status == 410)
  }

  @Test("The response to wrong codes does not reveal which code is wrong", arguments: [[0], [1], [0, 1]])
  func hidesWhichCodeIsWrong(_ wrong: [Int]) throws {
    let person = try TestServer().person()
    let (id, tree) = try sent(person, "k")
    var codes = person.codes(for: tree)
    let wrongs = person.codes(for: tree, wrong: true)
    for place in wrong { codes[codes.names[place]] = wrongs[wrongs.names[place]] }
    let answer = try person.sign(id, codes)
    answer.expectProblem(422, "wrong-code")
    #expect(
      answer.body.object?.names == ["type", "title", "status", "requestId", "attemptsLeft", "next"])
    #expect(answer["attemptsLeft"] == 2)
    #expect(answer["next"]?["atoms"]?.array?.allSatisfy { ($0["error"] ?? .null).isNull } == true)
  }

  @Test("A repeated submission, wrong code or signature returns the first response")
  func repeatedRequestReturnsSameReply() throws {
    let person = try TestServer().person()
    let (id, tree) = try sent(person, "k")
    // The same key returns the same challenge.
    let again = try person.submit(try person.payment(), key: "k")
    #expect((again.status, again["next"]) == (200, tree))
    // The same wrong codes use up no further attempt and return the same response.
    let wrongCodes = person.codes(for: tree, wrong: true)
    let wrong = try person.sign(id, wrongCodes)
    let wrongAgain = try person.sign(id, wrongCodes)
    wrongAgain.expectProblem(422, "wrong-code")
    #expect(wrongAgain["next"] == wrong["next"] && wrongAgain["attemptsLeft"] == 2)
    #expect(try person.get("/submissions/\(id)")["attemptsLeft"] == 2)
    // The same correct codes return the outcome, and no money moves.
    let codes = person.codes(for: wrong["next"])
    let signed = try person.sign(id, codes)
    let signedAgain = try person.sign(id, codes)
    #expect((signed.status, signedAgain.status) == (200, 200))
    #expect(signedAgain.body == signed.body)
    #expect(try person.sign(id, ["A1": "0000"]).body == signed.body)
    #expect(try person.balance() == "152199.50")
  }

  @Test("Codes for a challenge of another session are refused with 409 and cost no attempt")
  func rejectsChallengeOfOtherSession() throws {
    let (server, person) = try TestServer().withPerson()
    let (id, tree) = try sent(person, "k")
    let other = try server.person()
    let refused = try other.sign(id, person.codes(for: tree))
    refused.expectProblem(409, "stale-challenge")
    #expect(try other.get("/submissions/\(id)")["attemptsLeft"] == 3)
    #expect(try other.sign(id, other.codes(for: refused["next"])).status == 200)
  }

  @Test("Signing a submission with tampered values returns 500 and moves no money")
  func rejectsTamperedValues() throws {
    let (server, person) = try TestServer().withPerson()
    let (id, tree) = try sent(person, "k")
    try server.database.drop(triggers: "submission_keeps_its_content", "submission_values_are_only_forgotten")
    try server.database.change { connection in
      try connection.execute("UPDATE submission SET \"values\" = replace(\"values\", '100.50', '999.00')")
    }
    try person.sign(id, person.codes(for: tree)).expectProblem(500, "internal")
    #expect(try person.get("/submissions/\(id)")["status"] == "awaitingSignature")
    #expect(try person.balance() == "152300.00")
  }

  @Test("A locked person gets 423 for a signature tree until unlocked") func lockedPersonGetsNoChallenge() throws {
    let (server, person) = try TestServer { $0.signing.attemptsBeforeLock = 1 }.withPerson()
    let ((other, _), (id, tree)) = (try sent(person, "2"), try sent(person, "1"))
    try person.sign(id, person.codes(for: tree, wrong: true)).expectProblem(
      423, "signing-locked")
    try person.get("/submissions/\(other)/signature").expectProblem(423, "signing-locked")
    try server.services.signing.unlock(server.access.person.id).wait()
    #expect(try person.get("/submissions/\(other)/signature").status == 200)
  }

  @Test("Challenges use the code length of the matrix, and `signaturesLeft` counts down to 0")
  func followsMatrixSize() throws {
    let person = try TestServer {
      ($0.signing.columns, $0.signing.rows, $0.signing.codeLength) = (3, 3, 6)
      ($0.signing.cells, $0.signing.usesPerCell) = (3, 1)
    }.person()
    var asked: Set<String> = []
    for left in [2, 1, 0] {
      let (id, tree) = try sent(person, "\(left)")
      let codes = tree?["atoms"]?.array?.filter { $0["type"] == "code" } ?? []
      #expect(codes.map { $0["length"] } == [6, 6, 6])
      asked.formUnion(codes.compactMap { $0["id"]?.string })
      #expect(try person.get("/user")["signaturesLeft"] == .integer(Int64(left + 1)))
      #expect(try person.sign(id, person.codes(for: tree)).status == 200)
      #expect(try person.get("/user")["signaturesLeft"] == .integer(Int64(left)))
    }
    #expect(asked.count == 9)
    try person.submit(try person.payment(), key: "none").expectProblem(409, "matrix-exhausted")
  }
}
