import Foundation
import JSON
import TestBank
import Testing

struct RestartTests {
  @Test("Submissions, challenges, keys and balances survive a restart") func dataSurvivesRestart() throws {
    let place = try Workplace()
    var server = try place.serve("--demo")
    let before = try server.person()
    let matrix = server.matrix
    #expect(matrix.count == 100)
    let values = try before.payment()
    let paid = try before.submit(values, key: "paid")
    let id = try paid.submissionID()
    #expect(try before.sign(paid).status == 200)
    let open = try before.submit(values, key: "open")
    let whole = try before.get("/submissions/\(id)").body
    try server.stop()

    server = try place.serve("--demo")
    // The demo's matrix is derived from the secret key, so the restart prints the same matrix.
    #expect(server.matrix == matrix)
    let after = try before.reconnected(to: server.port)
    #expect(try after.get("/submissions/\(id)").body == whole)
    #expect(try after.balance() == "152199.50")
    let again = try after.submit(values, key: "paid")
    #expect(again.status == 200)
    #expect(again["submission"]?["id"]?.string == id)
    #expect(again["submission"]?["status"] == "executed")
    let stillOpen = try after.submit(values, key: "open")
    #expect(stillOpen["next"] == open["next"])
    let signed = try after.sign(open)
    #expect(signed["submission"]?["status"] == "executed")
    #expect(try after.balance() == "152099.00")
    try server.stop()

    let ledger = try place.run("check-ledger")
    #expect(ledger.status == 0)
    #expect(ledger.output.contains("RUB: entries add up to 0, balances to 0"))
    #expect(ledger.output.contains("sound: 7 movements"))
    let database = try place.run("check-database")
    #expect(database.status == 0)
    #expect(
      database.output.hasSuffix(
        """
        ledger: sound, 7 movements, 0 open holds
        audit: sound, every record follows the previous one
        sound

        """))
  }

  @Test("A flow resumes at its step after a restart") func flowResumesAfterRestart() throws {
    let place = try Workplace()
    var server = try place.serve("--demo")
    let before = try server.person()
    #expect(try before.post("/flows/payments.steps", nil).status == 201)
    let entered = try FlowSteps.entered(by: before)
    let step = try before.post("/flows/payments.steps/steps/payee", entered[0].value)
    #expect(step["flow"]?["step"] == "amount")
    try server.stop()

    server = try place.serve("--demo")
    let after = try before.reconnected(to: server.port)
    let resumed = try after.get("/flows/payments.steps")
    #expect(resumed.body == step.body)
    let confirm = try after.post("/flows/payments.steps/steps/amount", entered[1].value)
    #expect(confirm["flow"]?["step"] == "confirm")
    let sent = try after.post("/flows/payments.steps/submissions", [:], headers: [("Idempotency-Key", "flow")])
    #expect(sent.status == 201, "\(sent.raw.text)")
    try server.stop()
  }

  @Test("`check-ledger` finds a balance that is not the sum of its entries") func findsUnbalancedLedger() throws {
    let place = try Workplace.withDemoBank()
    try place.spoil(
      "DROP TRIGGER account_follows_ledger", "UPDATE account SET balance = balance + 1 WHERE kind = 'customer'")
    let ledger = try place.run("check-ledger")
    #expect(ledger.status == 1)
    #expect(ledger.output.contains("the balance is not the sum of its entries"))
  }
}
