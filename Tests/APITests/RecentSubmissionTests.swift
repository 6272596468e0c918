@testable import API
import JSON
import Model
import Operations
@testable import Services
import TestBank
import Testing

/// The signature of a submission that this server has recently created and cached.
struct RecentSubmissionTests {
  private func sent(_ person: Visitor, _ key: String) throws -> (id: String, next: Value?) {
    let sent = try person.submit(try person.payment(), key: key)
    return (try sent.submissionID(), sent["next"])
  }

  /// Cancels a submission through the services, as another server on the same database does.
  private func cancelElsewhere(_ id: String, _ server: TestServer) throws {
    let caller = Caller(person: server.access.person.id, session: SessionID(high: 1, low: 1), role: .person, name: "")
    _ = try server.services.submissions.cancel(try #require(SubmissionID(id)), by: caller).wait()
  }

  @Test("Signing a submission that another server cancelled returns 410 with its state")
  func signingCancelledSubmissionReturns410() throws {
    let (server, person) = try TestServer().withPerson()
    for (key, answers) in [("1", true), ("2", false)] {
      let (id, tree) = try sent(person, key)
      try cancelElsewhere(id, server)
      // Missing codes do not change the response, because the submission no longer awaits a
      // signature.
      let codes = answers ? person.codes(for: tree) : ["A1": ""]
      let answer = try person.sign(id, codes)
      answer.expectProblem(410, "gone")
      #expect(answer["submission"]?["status"] == "cancelled")
    }
    #expect(try person.balance() == "152300.00")
  }

  @Test("A signature returns the same result from the cache and from the database")
  func signsAlikeFromCacheAndDatabase() throws {
    let person = try TestServer().person()
    func result(_ key: String, forgotten: Bool) throws -> Value? {
      let (id, tree) = try sent(person, key)
      // A malformed body removes the submission from the cache.
      if forgotten { #expect(try person.post("/submissions/\(id)/signature", ["values": 1]).status == 400) }
      let signed = try person.sign(id, person.codes(for: tree))
      #expect(signed.status == 200)
      let drawn = try person.get("/submissions/\(id)/result")
      #expect(drawn.body == signed["next"])
      return signed["next"]?["atoms"]
    }
    #expect(try result("1", forgotten: false) == result("2", forgotten: true))
  }

  @Test("A signature by another person of a recent submission returns 404")
  func rejectsSignatureByOtherPerson() throws {
    let server = try TestServer()
    let (person, other) = (try server.person(), try server.stranger())
    let (id, tree) = try sent(person, "1")
    let codes = person.codes(for: tree)
    #expect(try other.sign(id, codes).status == 404)
    #expect(try person.sign(id, codes).status == 200)
  }

  @Test("The cache of recent submissions is bounded by number, total size and entry size") func boundsCache() throws {
    let (server, person) = try TestServer().withPerson()
    let owner = server.access.person.id
    let made = try (1...4).map { number in
      let id = try #require(SubmissionID(try sent(person, "\(number)").id))
      let submission = try server.services.submissions.find(id, person: owner)
      return RecentSubmission(values: try SubmittedValues(submission, of: nil), digest: [])
    }
    func isKept(by store: UnsignedSubmissionCache) -> [Bool] {
      made.map { store.take($0.values.submission.id, of: owner) != nil }
    }
    let size = made[0].size
    #expect(size > 0 && made.allSatisfy { $0.size == size })

    let few = UnsignedSubmissionCache(maximum: 3)
    for one in made { few.keep(one) }
    #expect(isKept(by: few) == [false, false, false, true])
    let tight = UnsignedSubmissionCache(room: 2 * size)
    for one in made { tight.keep(one) }
    #expect(isKept(by: tight) == [false, false, true, true])
    // Removing an entry frees its size, and storing an entry again does not add to the total.
    tight.keep(made[0])
    tight.keep(made[0])
    #expect(tight.take(made[0].values.submission.id, of: owner) != nil)
    for one in made.prefix(2) { tight.keep(one) }
    #expect(isKept(by: tight) == [true, true, false, false])
    let small = UnsignedSubmissionCache(largest: size - 1)
    small.keep(made[0])
    #expect(isKept(by: small) == [false, false, false, false])
  }
}
