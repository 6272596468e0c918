import JSON
import Testing

/// Wrong answers, locks and challenges, over HTTP.
struct SigningTests {
  private func sent(_ person: Visitor, _ key: String) throws -> (id: String, next: Value?) {
    let sent = try person.submit(try person.payment(), key: key)
    return (try #require(sent["submission"]?["id"]?.string), sent["next"])
  }

  @Test func aWrongAnswerConsumesTheChallengeAndBringsAFreshOne() throws {
    let server = try TestServer()
    let person = try Visitor.demo(server)
    let (id, tree) = try sent(person, "k")
    let drawn = try person.get("/submissions/\(id)/signature")
    #expect(drawn.body == tree)
    let wrong = try person.sign(id, Visitor.codes(for: tree, server.access.matrix, wrong: true))
    #expect(wrong.status == 422)
    #expect(wrong["type"] == "/problems/wrong-code")
    #expect(wrong["attemptsLeft"] == 2)
    #expect(wrong["errors"] == nil)
    #expect(wrong["next"]?["version"] != tree?["version"])
    // The old challenge's right codes are worth nothing now, and cost nothing.
    let stale = try person.sign(id, Visitor.codes(for: tree, server.access.matrix))
    #expect(stale.status == 409)
    #expect(stale["type"] == "/problems/stale-challenge")
    #expect(stale["next"] == wrong["next"])
    #expect(try person.sign(id, Visitor.codes(for: wrong["next"], server.access.matrix)).status == 200)
  }

  @Test func threeWrongAnswersEndTheSubmission() throws {
    let server = try TestServer()
    let person = try Visitor.demo(server)
    var (id, tree) = try sent(person, "k")
    for left in [2, 1] {
      let wrong = try person.sign(id, Visitor.codes(for: tree, server.access.matrix, wrong: true))
      #expect(wrong["attemptsLeft"] == .integer(Int64(left)))
      tree = wrong["next"]
    }
    let gone = try person.sign(id, Visitor.codes(for: tree, server.access.matrix, wrong: true))
    #expect(gone.status == 410)
    #expect(gone["submission"]?["status"] == "rejected")
    #expect(try person.sign(id, Object()).status == 410)
    #expect(try person.get("/submissions/\(id)/signature").status == 410)
    #expect(try person.balance() == "152300.00")
  }

  @Test func fiveWrongAnswersInARowLockThePersonUntilUnlocked() throws {
    let server = try TestServer()
    let person = try Visitor.demo(server)
    var statuses: [Int] = []
    for key in ["1", "2"] {
      var (id, tree) = try sent(person, key)
      for _ in 0..<3 where statuses.count < 5 {
        let answer = try person.sign(id, Visitor.codes(for: tree, server.access.matrix, wrong: true))
        statuses.append(answer.status)
        tree = answer["next"]
      }
    }
    #expect(statuses == [422, 422, 410, 422, 423])
    #expect(try person.submit(try person.payment(), key: "3").status == 423)
    try server.services.signing.unlock(server.access.person.id).wait()
    #expect(try person.submit(try person.payment(), key: "3").status == 201)
  }

  @Test func aChallengeExpiresAndCostsNoAttempt() throws {
    let server = try TestServer()
    let person = try Visitor.demo(server)
    let (id, tree) = try sent(person, "k")
    server.pass(.seconds(301))
    let late = try person.sign(id, Visitor.codes(for: tree, server.access.matrix))
    #expect(late.status == 409)
    let signed = try person.sign(id, Visitor.codes(for: late["next"], server.access.matrix))
    #expect(signed["submission"]?["status"] == "executed")
  }

  @Test func aMissingCodeIsNoAnswer() throws {
    let server = try TestServer()
    let person = try Visitor.demo(server)
    let (id, _) = try sent(person, "k")
    let missing = try person.sign(id, Object())
    #expect(missing.status == 422)
    #expect(missing["errors"]?.array?.map { $0["code"] } == ["required", "required"])
    #expect(try person.get("/submissions/\(id)")["attemptsLeft"] == 3)
  }

  @Test func aSubmissionThatNobodySignedExpires() throws {
    let server = try TestServer { $0.sessionLifetime = .seconds(100 * 3600) }
    let person = try Visitor.demo(server)
    let (id, _) = try sent(person, "k")
    server.pass(.seconds(25 * 3600))
    #expect(try person.get("/submissions/\(id)")["status"] == "expired")
    #expect(try person.sign(id, Object()).status == 410)
  }

  @Test func anExhaustedMatrixIsSaidSo() throws {
    let server = try TestServer {
      $0.signing.columns = 2
      $0.signing.rows = 1
    }
    let person = try Visitor.demo(server)
    _ = try sent(person, "k")
    let exhausted = try person.submit(try person.payment(), key: "2")
    #expect(exhausted.status == 409)
    #expect(exhausted["type"] == "/problems/matrix-exhausted")
  }
}
