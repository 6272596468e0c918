import JSON
import TestBank
import Testing

struct StrangerTests {
  @Test(
    "Requests for another person's rows return the same 404 as for unknown ids",
    arguments: [
      ("GET", "/submissions/{id}"), ("GET", "/submissions/{id}/signature"), ("POST", "/submissions/{id}/signature"),
      ("POST", "/submissions/{id}/cancel"), ("GET", "/accounts/{number}"), ("GET", "/accounts/{number}/entries"),
      ("GET", "/cards/{card}"),
    ])
  func hidesRowsOfOthers(_ method: String, _ path: String) throws {
    let (server, person) = try TestServer().withPerson()
    let (id, sent) = try person.waitingPayment(key: "tap")
    let card = try #require(try person.get("/cards")["data"]?[0]?["id"]?.string)
    let target = path.replacing("{id}", with: id).replacing("{number}", with: try person.account("Текущий"))
      .replacing("{card}", with: card)
    let stranger = try server.stranger()
    let codes = Value.object(["values": .object(person.codes(for: sent["next"]))])
    let answer = method == "GET" ? try stranger.get(target) : try stranger.post(target, codes)
    answer.expectProblem(404, "not-found")
    // The response is the same for ids that do not exist.
    let nothing = target.replacing(id, with: "01890a5d-ac96-774b-bcce-b302099a8057")
      .replacing(card, with: "01890a5d-ac96-774b-bcce-b302099a8057")
      .replacing(try person.account("Текущий"), with: "40817810000000000000")
    let unknown = method == "GET" ? try stranger.get(nothing) : try stranger.post(nothing, codes)
    var (mine, theirs) = (answer.body.object, unknown.body.object)
    mine?["requestId"] = nil
    theirs?["requestId"] = nil
    #expect(mine == theirs)
    #expect(try person.get("/submissions/\(id)")["status"] == "awaitingSignature")
    #expect(try person.get("/submissions/\(id)")["attemptsLeft"] == 3)
    try server.expectUnharmed()
  }

  @Test("A payment from another person's account is refused with 422") func rejectsAccountOfOther() throws {
    let server = try TestServer()
    let values = try server.person().payment()
    let stranger = try server.stranger()
    let refused = try stranger.submit(values, key: "tap")
    refused.expectProblem(422, "invalid-values")
    #expect(refused["errors"]?[0]?["atom"] == "from")
    #expect(refused["errors"]?[0]?["code"] == "option")
    try server.expectUnharmed()
  }

  @Test("Idempotency keys of different people are independent") func scopesKeysToPerson() throws {
    let (server, person) = try TestServer().withPerson()
    let values = try person.payment()
    #expect(try person.submit(values, key: "tap").status == 201)
    let stranger = try server.stranger()
    try stranger.submit(values, key: "tap").expectProblem(422, "invalid-values")
    #expect(try stranger.get("/submissions")["count"] == 0)
  }

  @Test("A logout leaves the sessions of other people open") func logoutEndsOwnSessionOnly() throws {
    let (server, person) = try TestServer().withPerson()
    let stranger = try server.stranger()
    #expect(try stranger.post("/auth/logout", nil).status == 204)
    try stranger.get("/user").expectProblem(401, "unauthorized")
    #expect(try person.get("/user").status == 200)
  }

  @Test("Another person's session is not listed, and ending it returns 404") func hidesSessionsOfOthers() throws {
    let (server, person) = try TestServer().withPerson()
    let id = try #require(try person.get("/auth/sessions")["data"]?[0]?["id"]?.string)
    let stranger = try server.stranger()
    let nobodys = try stranger.delete("/auth/sessions/01890a5d-ac96-774b-bcce-b302099a8057")
    let anothers = try stranger.delete("/auth/sessions/\(id)")
    for answer in [nobodys, anothers] { answer.expectProblem(404, "not-found") }
    #expect(try stranger.get("/auth/sessions")["data"]?.array?.compactMap { $0["id"]?.string }.contains(id) == false)
    #expect(try stranger.delete("/auth/sessions").status == 204)
    try stranger.get("/user").expectProblem(401, "unauthorized")
    #expect(try person.get("/user").status == 200)
    for path in ["/auth/sessions", "/auth/sessions/\(id)"] {
      try Visitor(server).delete(path).expectProblem(401, "unauthorized")
    }
  }
}
