import JSON
import TestBank
import TestClient
import Testing

struct ProviderCodeTests {
  private let server: TestServer
  private let person: Visitor

  init() throws {
    (server, person) = try TestServer().withPerson()
  }

  /// Returns the code of a provider's receipt with additional fields. `inn` and `bic` replace the
  /// provider's own.
  private func code(_ id: String, _ more: String, inn: String? = nil, bic: String? = nil) throws -> Value {
    let payee = try #require(try server.services.providers.find(id)).payee
    return [
      "qr": .string(
        "ST00012|Name=АО|PersonalAcc=\(payee.account.rawValue)|BankName=Банк|BIC=\(bic ?? payee.bic.rawValue)"
          + "|CorrespAcc=0|PayeeINN=\(inn ?? payee.inn)|\(more)")
    ]
  }

  private func found(_ member: String, of tree: Visitor.Answer) -> [String] {
    (tree[member]?.array ?? []).map { "\($0["atom"]?.string ?? "?") \($0["code"]?.string ?? "?")" }
  }

  @Test("A water receipt prefills the provider and the meters without the amount") func prefillsWaterReceipt() throws {
    let tree = try person.post("/prefill", try code("gorvodokanal", "PersAcc=1234567890|Sum=158504|Flat=7"))
    #expect((tree.status, tree["operation"], tree["source"]) == (200, "provider.pay", "qr"))
    #expect(found("dropped", of: tree) == ["Sum unused", "Flat unused"])
    #expect(found("doubtful", of: tree) == [])
    var form = DrawnForm(tree.body, person)
    #expect(form["provider"]["value"] == "gorvodokanal")
    #expect(form["account"]["value"] == "1234567890")
    #expect(form["meters[0].previous"]["value"] == "142.5")
    try form.enter(.string(try person.account("Текущий")), at: "from")
    try form.enter("148.777", at: "meters[0].reading")
    try form.enter("101.001", at: "meters[1].reading")
    #expect(form["total"]["value"] == "1585.04")
    #expect(try form.tap("send", key: "tap").status == 201)
  }

  @Test("A receipt of a provider prefills the contract number and the amount") func prefillsReceiptAmount() throws {
    let tree = try person.post("/prefill", try code("domashnyaya-set", "Contract=ДС204518|Sum=65000|Purpose=Сеть"))
    let form = DrawnForm(tree.body, person)
    #expect(form["provider"]["value"] == "domashnyaya-set")
    #expect(form["account"]["value"] == "ДС204518")
    #expect(form["amount"]["value"] == "650.00")
    #expect(found("dropped", of: tree) == ["Purpose unused"])
  }

  @Test("A doubtful account number and amount of a receipt are reported") func reportsDoubtfulReceiptValues() throws {
    let tree = try person.post("/prefill", try code("domashnyaya-set", "PersAcc=ДС20451|Sum=12.50"))
    #expect(tree["operation"] == "provider.pay")
    #expect(Set(found("doubtful", of: tree)) == ["account length", "amount character"])
    #expect(DrawnForm(tree.body, person)["account"]["value"] == "ДС20451")
  }

  @Test("A receipt with a different payee prefills a payment order") func usesOrderForOtherPayee() throws {
    for body in [
      try code("gorvodokanal", "Sum=100", inn: "7707083893"), try code("gorvodokanal", "Sum=100", bic: "044525187"),
      try code("gorvodokanal", "Sum=100|CBC=18201061201010000510"),
    ] {
      let begun = try person.post("/prefill", body)["operation"]
      #expect(begun == "pp.quick" || begun == "pp.full", "\(body)")
    }
    #expect(try person.post("/prefill", try code("gorvodokanal", "Sum=100", inn: "0"))["operation"] == "provider.pay")
  }

  @Test("An operation named in the query overrides the one derived from a receipt")
  func requestedOperationOverridesReceipt() throws {
    let water = try code("gorvodokanal", "PersAcc=1234567890|Sum=100")
    let quick = try person.post("/prefill?operation=pp.quick", water)
    #expect(DrawnForm(quick.body, person)["amount"]["value"] == "1.00")
    let strange = try code("gorvodokanal", "PersAcc=1234567890|Sum=100", inn: "7707083893")
    let chosen = try person.post("/prefill?operation=provider.pay", strange)
    let form = DrawnForm(chosen.body, person)
    #expect(form["provider"]["value"] == .null)
    #expect(form["account"]["value"] == "1234567890")
    #expect(found("dropped", of: chosen).contains("PersonalAcc unused"))
  }

  @Test("A receipt of a disabled provider prefills a payment order") func usesOrderForDisabledProvider() throws {
    let water = try code("gorvodokanal", "PersAcc=1234567890|Sum=100")
    try server.services.providers.change("gorvodokanal", disabled: true).wait()
    #expect(try person.post("/prefill", water)["operation"] == "pp.quick")
    try server.services.providers.change("gorvodokanal", disabled: false).wait()
    #expect(try person.post("/prefill", water)["operation"] == "provider.pay")
  }
}
