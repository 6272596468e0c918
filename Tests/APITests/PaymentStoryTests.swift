import JSON
import TestBank
import Testing

struct PaymentStoryTests {
  @Test("A payment is drawn, evaluated, submitted, signed and executed") func completesPayment() throws {
    let (server, person) = try TestServer().withPerson()

    let operations = try person.get("/operations")
    #expect(operations["data"]?.array?.contains { $0["id"] == "pp.quick" } == true)

    let tree = try person.get("/operations/pp.quick")
    let atoms = tree["atoms"]?.array ?? []
    #expect(
      atoms.compactMap { $0["id"]?.string }
        == ["name", "inn", "kpp", "account", "bic", "bicInfo", "from", "amount", "purpose", "send"])
    #expect(atoms[6]["options"]?.array?.count == 2)  // the person's open accounts in roubles
    #expect(atoms[4]["kind"] == "search" && atoms[4]["notify"] == "change" && atoms[4]["takesValue"] == true)
    #expect(atoms[7]["notify"] == "commit" && atoms[0]["maxLength"] != nil)
    #expect(atoms[5]["shown"] == false)

    let states = try person.post(
      "/operations/pp.quick/evaluate",
      ["values": ["bic": "044525225"], "changed": ["bic"], "commit": true, "revision": 7])
    #expect(states["revision"] == 7)
    #expect(states["atoms"]?.object?.names == ["bic", "bicInfo"])
    #expect(states["atoms"]?["bic"]?["error"] == .null)
    #expect(states["atoms"]?["bicInfo"]?["caption"] == "ПАО Сбербанк, BIC 044525225")

    let (id, sent) = try person.waitingPayment(key: "tap-1")
    #expect(sent.raw["location"] == "/submissions/\(id)")
    #expect(sent["submission"]?["status"] == "awaitingSignature")
    let captions = sent["next"]?["atoms"]?.array?.compactMap { $0["caption"]?.string } ?? []
    #expect(captions.contains("Recipient's account: 40702810138250123017"))
    #expect(captions.contains("Amount, ₽: 100.50"))

    let signed = try person.sign(sent)
    #expect(signed.status == 200)
    #expect(signed["submission"]?["status"] == "executed")
    #expect(try person.balance() == "152199.50")
    let statuses = try person.get("/submissions/\(id)")["history"]?.array?.compactMap { $0["status"]?.string }
    #expect(statuses == ["awaitingSignature", "signed", "executed"])
    let entry = try person.get("/accounts/\(person.account("Текущий"))/entries")["data"]?[0]
    #expect(entry?["amount"] == "-100.50")
    #expect(entry?["submission"] == .string(id))
    #expect(try server.services.inspection.ledger().isSound)

    #expect(try person.post("/auth/logout", nil).status == 204)
    #expect(try person.get("/operations").status == 401)
  }

  @Test("A repeated submission and signature move the money once") func repeatedKeyMovesMoneyOnce() throws {
    let person = try TestServer().person()
    let values = try person.payment()
    let first = try person.submit(values, key: "tap")
    let again = try person.submit(values, key: "\"tap\"")
    #expect(again.status == 200)
    #expect(again["submission"]?["id"] == first["submission"]?["id"])
    let id = try first.submissionID()
    let codes = person.codes(for: again["next"])
    #expect(try person.sign(id, codes).status == 200)
    // After a lost response, the same codes return the executed submission, and no money moves.
    let repeated = try person.sign(id, codes)
    #expect(repeated.status == 200)
    #expect(repeated["submission"]?["status"] == "executed")
    #expect(try person.balance() == "152199.50")
    let after = try person.submit(values, key: "tap")
    #expect(after.status == 200)
    #expect(after["submission"]?["status"] == "executed")
    var other = values
    other["amount"] = "1"
    let reused = try person.submit(other, key: "tap")
    #expect(reused.status == 422)
    #expect(reused["type"] == "/problems/idempotency-key-reused")
  }

  @Test("A repeated key returns the executed payment although the account is now empty")
  func repeatedKeySkipsValidation() throws {
    let person = try TestServer().person()
    let values = try person.payment(["amount": "152300.00"])
    let first = try person.submit(values, key: "all")
    _ = try person.sign(first)
    #expect(try person.balance() == "0.00")
    let again = try person.submit(values, key: "all")
    #expect(again.status == 200)
    #expect(again["submission"]?["status"] == "executed")
  }

  @Test("A payment over the available balance is refused and its key stays unused")
  func refusesInsufficientFunds() throws {
    let person = try TestServer().person()
    let refused = try person.submit(try person.payment(["amount": "152300.01"]), key: "k")
    #expect(refused.status == 422)
    #expect(refused["type"] == "/problems/refused")
    #expect(refused["errors"]?[0]?["atom"] == "amount")
    #expect(refused["errors"]?[0]?["code"] == "insufficient-funds")
    #expect(refused["errors"]?[0]?["params"]?["available"] == "152300.00")
    #expect(try person.submit(try person.payment(), key: "k").status == 201)
  }

  @Test("A payment is rejected at signing if the funds no longer suffice") func rejectsAtSigning() throws {
    let person = try TestServer().person()
    let values = try person.payment(["amount": "100000"])
    let (first, second) = (try person.submit(values, key: "1"), try person.submit(values, key: "2"))
    for sent in [first, second] {
      let id = try sent.submissionID()
      #expect(try person.sign(id, person.codes(for: try person.asked(sent))).status == 200)
    }
    let rejected = try person.get("/submissions/\(second["submission"]?["id"]?.string ?? "")")
    #expect(rejected["status"] == "rejected")
    #expect(rejected["reason"] == "insufficient-funds")
    #expect(try person.balance() == "52300.00")
  }

  @Test("Violations are reported in the order of the form tree") func reportsViolationsInTreeOrder() throws {
    let person = try TestServer().person()
    let refused = try person.submit(
      ["inn": "7707083894", "account": "40702810138250123018", "bic": "044525225", "amount": "0", "ghost": 1], key: "k")
    #expect(refused.status == 422)
    let errors = refused["errors"]?.array ?? []
    #expect(
      errors.compactMap { $0["atom"]?.string } == ["name", "inn", "account", "amount", "purpose", "ghost"])
    #expect(
      errors.compactMap { $0["code"]?.string }
        == ["required", "isInn", "isAccount", "min", "required", "unknown"])
    #expect(errors[1]["params"]?["reason"] == "check-digit")
  }
}
