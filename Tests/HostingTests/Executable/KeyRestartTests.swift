import Foundation
import JSON
import TestBank
import Testing

/// A repeated request with an idempotency key at a restarted server.
struct KeyRestartTests {
  @Test("Idempotency keys survive a stop and a kill of the server", arguments: [SIGTERM, SIGKILL])
  func keysSurviveRestart(_ signal: Int32) throws {
    let place = try Workplace()
    var server = try place.serve("--demo")
    var person = try server.person()
    let values = try person.payment()
    let refused = try person.payment(["amount": "1000000"])
    #expect(try person.submit(refused, key: "refused").status == 422)
    let signed = try person.submit(values, key: "signed")
    let id = try signed.submissionID()
    let result = try person.sign(signed)
    let waiting = try person.submit(values, key: "waiting")
    #expect((signed.status, result.status, waiting.status) == (201, 200, 201))

    server.signal(signal)
    #expect(try server.program.outcome().status == (signal == SIGKILL ? -SIGKILL : 0))
    server = try place.serve("--demo")
    person = try person.reconnected(to: server.port)

    // A repetition with the same body returns the present state of the submission, with its
    // challenge or its result.
    let again = try person.submit(values, key: "waiting")
    #expect((again.status, again["submission"]) == (200, waiting["submission"]))
    #expect(again["next"] == waiting["next"])
    let done = try person.submit(values, key: "signed")
    #expect((done.status, done["submission"]) == (200, result["submission"]))
    #expect(done["submission"]?["status"] == "executed")
    // Another body with the same key is rejected, and the submission does not change.
    for key in ["waiting", "signed"] {
      try person.submit(try person.payment(["amount": "7"]), key: key).expectProblem(422, "idempotency-key-reused")
    }
    // A rejected submission does not consume its key.
    #expect(try person.submit(values, key: "refused").status == 201)
    #expect(try person.get("/submissions")["count"] == 3)
    #expect(try person.balance() == "152199.50")
    // A signature of the executed submission returns its result, even with other codes, and moves
    // no money.
    #expect(try person.sign(id, ["A1": "0000"])["submission"]?["status"] == "executed")
    #expect(try person.balance() == "152199.50")
    try server.stop()
    let audit = try place.run("audit", "verify")
    #expect((audit.status, audit.output.hasPrefix("whole: ")) == (0, true), "\(audit.output)")
  }
}
