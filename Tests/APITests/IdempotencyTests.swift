import Dispatch
import JSON
import DataAccess
import Synchronization
import TestBank
import Testing

/// Repeated idempotency keys, as the API and draft-ietf-httpapi-idempotency-key-header specify.
struct IdempotencyTests {
  @Test("A repeated key is refused with 409 while the first request is pending")
  func rejectsKeyOfPendingRequest() throws {
    let (server, person) = try TestServer().withPerson()
    let (token, values) = (try #require(person.token), try person.payment())
    // Hold the person's write lock, so that the request stays in flight until the lock is released.
    let (begun, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let caller = try #require(try server.services.auth.authenticate(token))
    server.database.write(
      locking: [.person(caller.person)],
      { _ in
        begun.signal()
        release.wait()
      }, afterCommit: nil, then: { _ in })
    begun.wait()
    let answers = Mutex<[Visitor.Answer]>([])
    let (answered, all) = (DispatchSemaphore(value: 0), DispatchGroup())
    for _ in 0..<2 {
      DispatchQueue.global().async(group: all) {
        do {
          let answer = try Visitor(server, token: token).submit(values, key: "tap")
          answers.withLock { $0.append(answer) }
        } catch { Issue.record(error) }
        answered.signal()
      }
    }
    answered.wait()
    try answers.withLock { try #require($0.first) }.expectProblem(409, "under-way")
    // The pending request completes when the lock is released.
    release.signal()
    all.wait()
    #expect(answers.withLock { $0.map(\.status) } == [409, 201])
    let id = answers.withLock { $0.last?["submission"]?["id"] }
    let again = try person.submit(values, key: "tap")
    #expect((again.status, again["submission"]?["id"]) == (200, id))
    #expect(try person.get("/submissions")["count"] == 1)
    try server.expectUnharmed()
  }

  @Test("The key of a refused submission can be used again") func refusalReleasesKey() throws {
    let (server, person) = try TestServer().withPerson()
    let rich = try person.payment(["amount": "1000000"])
    #expect(try person.submit(rich, key: "tap").status == 422)
    #expect(try person.submit(person.payment(["name": .null]), key: "tap").status == 422)
    let sent = try person.submit(person.payment(), key: "tap")
    #expect(sent.status == 201)
    try person.submit(rich, key: "tap").expectProblem(422, "idempotency-key-reused")
    // A key is valid for one person and one operation.
    let other = try person.submit(
      ["from": .string(person.account("Текущий")), "to": .string(person.account("Накопительный")), "amount": "1"],
      to: "transfer.own", key: "tap")
    #expect(other.status == 201, "\(other.raw.text)")
    let stranger = try server.stranger()
    #expect(try stranger.get("/submissions")["count"] == 0)
  }
}
