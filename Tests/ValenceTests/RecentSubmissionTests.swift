import JSON
import Model
@testable import Services
import Testing

/// The signature of a submission that this server has just made, which reads of it no more than the transaction does.
struct RecentSubmissionTests {
  private func sent(_ person: Visitor, _ key: String) throws -> (id: String, next: Value?) {
    let sent = try person.submit(try person.payment(), key: key)
    return (try #require(sent["submission"]?["id"]?.string), sent["next"])
  }

  /// Cancels a submission as another server of the same database does.
  private func cancelElsewhere(_ id: String, _ server: TestServer) throws {
    let caller = Caller(person: server.access.person.id, session: SessionID(high: 1, low: 1), role: .person, name: "")
    _ = try server.services.submissions.cancel(try #require(SubmissionID(id)), by: caller).wait()
  }

  @Test func aSubmissionThatAnotherServerHasCancelledIsToldToBeSo() throws {
    let server = try TestServer()
    let person = try Visitor.demo(server)
    for (key, answers) in [("1", true), ("2", false)] {
      let (id, tree) = try sent(person, key)
      try cancelElsewhere(id, server)
      // Codes that are missing are no reason to refuse the request: nobody awaits them any more.
      let codes = answers ? Visitor.codes(for: tree, server.access.matrix) : ["A1": ""]
      let answer = try person.sign(id, codes)
      answer.expectProblem(410, "gone")
      #expect(answer["submission"]?["status"] == "cancelled")
    }
    #expect(try person.balance() == "152300.00")
  }

  @Test func theFirstSignatureAndOneThatReadsTheSubmissionAreAnsweredAlike() throws {
    let server = try TestServer()
    let person = try Visitor.demo(server)
    func result(_ key: String, forgotten: Bool) throws -> Value? {
      let (id, tree) = try sent(person, key)
      // A malformed body uses up what was kept.
      if forgotten { #expect(try person.post("/submissions/\(id)/signature", ["values": 1]).status == 400) }
      let signed = try person.sign(id, Visitor.codes(for: tree, server.access.matrix))
      #expect(signed.status == 200)
      let drawn = try person.get("/submissions/\(id)/result")
      #expect(drawn.body == signed["next"])
      return signed["next"]?["atoms"]
    }
    #expect(try result("1", forgotten: false) == result("2", forgotten: true))
  }

  @Test func whatOnePersonHasJustMadeNobodyElseSigns() throws {
    let server = try TestServer()
    let (person, (other, _)) = (try Visitor.demo(server), try Visitor.stranger(server))
    let (id, tree) = try sent(person, "1")
    let codes = Visitor.codes(for: tree, server.access.matrix)
    #expect(try other.sign(id, codes).status == 404)
    #expect(try person.sign(id, codes).status == 200)
  }
}
