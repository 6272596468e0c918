import JSON
import TestBank
import Testing

/// Parallel identical and conflicting requests.
struct RaceTests {
  @Test("Parallel requests with one idempotency key create one submission")
  func parallelRepeatsCreateOneSubmission() throws {
    let (server, person) = try TestServer().withPerson()
    let (token, values) = (person.token, try person.payment())
    let answers = try together(8) { _ in
      let sent = try Visitor(server, token: token).submit(values, key: "tap")
      return (sent.status, sent["submission"]?["id"]?.string)
    }
    // One request creates the submission. The others arrive while it is in flight or afterwards.
    #expect(answers.count { $0.0 == 201 } == 1)
    #expect(answers.allSatisfy { [200, 201, 409].contains($0.0) })
    #expect(Set(answers.compactMap(\.1)).count == 1)
    #expect(try person.submit(values, key: "tap").status == 200)
    #expect(try person.get("/submissions")["count"] == 1)
    try server.expectUnharmed()
  }

  @Test("Parallel requests with one key and different values store one submission")
  func conflictingRequestsStoreOneSubmission() throws {
    let (server, person) = try TestServer().withPerson()
    let (token, values) = (person.token, try person.payment())
    let statuses = try together(4) { number in
      var mine = values
      mine["amount"] = .string("\(number + 1)")
      return try Visitor(server, token: token).submit(mine, key: "tap").status
    }
    #expect(statuses.count { $0 == 201 } == 1)
    #expect(statuses.allSatisfy { [201, 409, 422].contains($0) })
    #expect(try person.get("/submissions")["count"] == 1)
    try server.expectUnharmed()
  }

  @Test("Parallel repeats of one signature return executed and move money once")
  func parallelSignaturesMoveMoneyOnce() throws {
    let (server, person) = try TestServer().withPerson()
    let (id, sent) = try person.waitingPayment(key: "tap")
    let (token, codes) = (person.token, person.codes(for: sent["next"]))
    let answers = try together(8) { _ in
      let signed = try Visitor(server, token: token).sign(id, codes)
      return "\(signed.status) \(signed["submission"]?["status"]?.string ?? "")"
    }
    #expect(answers == [String](repeating: "200 executed", count: 8))
    #expect(try person.balance() == "152199.50")
    try server.expectUnharmed()
  }

  @Test("A signature replayed for another payment is refused with 409") func rejectsReplayedSignature() throws {
    let (server, person) = try TestServer().withPerson()
    let (first, second) = (
      try person.submit(try person.payment(), key: "1"), try person.submit(try person.payment(), key: "2")
    )
    let codes = person.codes(for: try person.asked(first))
    let other = try second.submissionID()
    // First the open challenge belongs to the first payment. After its signature, the challenge has
    // other cells.
    try person.sign(other, codes).expectProblem(409, "question-moved")
    #expect(try person.sign(first["submission"]?["id"]?.string ?? "", codes).status == 200)
    try person.sign(other, codes).expectProblem(409, "stale-challenge")
    #expect(try person.get("/submissions/\(other)")["status"] == "awaitingSignature")
    #expect(try person.balance() == "152199.50")
    try server.expectUnharmed()
  }

  @Test("Parallel repeats of one wrong answer cost one attempt") func countsParallelWrongCodesOnce() throws {
    let (server, person) = try TestServer().withPerson()
    let (id, sent) = try person.waitingPayment(key: "tap")
    let (token, wrong) = (person.token, person.codes(for: sent["next"], wrong: true))
    // One request is checked. The others repeat the same wrong codes and use up no attempt.
    let statuses = try together(6) { _ in try Visitor(server, token: token).sign(id, wrong).status }
    #expect(statuses == [422, 422, 422, 422, 422, 422])
    #expect(try person.get("/submissions/\(id)")["attemptsLeft"] == 2)
    try server.expectUnharmed()
  }

  @Test("With funds for one payment, one of four parallel payments is executed")
  func executesOnePaymentOfFour() throws {
    let (server, person) = try TestServer().withPerson()
    let values = try person.payment(["amount": "100000"])
    let sent = try (1...4).map { try person.submit(values, key: "\($0)") }
    let (token, matrix) = (person.token, server.access.matrix)
    let ids = sent.map { $0["submission"]?["id"]?.string ?? "" }
    let outcomes = try together(4) { number in
      let visitor = try Visitor(server, token: token)
      // A person has one open challenge. After a 409, read the new challenge.
      while true {
        let tree = try visitor.get("/submissions/\(ids[number])/signature").body
        let answer = try visitor.sign(ids[number], Visitor.codes(for: tree, matrix))
        if answer.status != 409 { return answer["submission"]?["status"]?.string ?? "" }
      }
    }
    #expect(outcomes.sorted() == ["executed", "rejected", "rejected", "rejected"])
    #expect(try person.balance() == "52300.00")
    try server.expectUnharmed()
  }
}
