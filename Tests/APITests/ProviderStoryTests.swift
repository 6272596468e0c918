import JSON
import Model
import Operations
import Services
import TestBank
import Testing

/// Payments to providers over HTTP, from the search to the paid readings.
struct ProviderStoryTests {
  private let server: TestServer
  private let person: Visitor

  init() throws {
    (server, person) = try TestServer().withPerson()
  }

  private func submit(_ values: Object, by visitor: Visitor? = nil, key: String = "tap") throws -> Visitor.Answer {
    try (visitor ?? person).post(
      "/operations/provider.pay/submissions", ["values": .object(values)], headers: [("Idempotency-Key", key)])
  }

  private func water(_ readings: Value) throws -> Object {
    Object([
      ("from", .string(try person.account("Текущий"))), ("provider", "gorvodokanal"), ("account", "1234567890"),
      ("meters", readings),
    ])
  }

  private func errors(_ answer: Visitor.Answer) -> [String] {
    (answer["errors"]?.array ?? []).map { "\($0["atom"]?.string ?? ""): \($0["code"]?.string ?? "")" }
  }

  @Test("A person finds a provider, enters meter readings and pays") func paysByMeterReadings() throws {
    let found = try person.get("/providers?q=%D0%92%D0%9E%D0%94%D0%9E")
    #expect(found["count"] == 1)
    #expect(found["data"]?[0]?["title"] == "Городской водоканал")
    #expect(found["data"]?[0]?["subtitle"] == "Housing and utilities")
    let provider = try person.get(try #require(found["data"]?[0]?["href"]?.string))
    #expect(provider["account"]?["mask"] == "##########")
    let mine = provider["subscriptions"]?[0]
    #expect(mine?["meters"]?.array?.compactMap { $0["previous"]?.string } == ["142.5", "97.25"])

    let tree = try person.get(try #require(mine?["href"]?.string))
    let atoms = Object((tree["atoms"]?.array ?? []).map { ($0["id"]?.string ?? "", $0) })
    #expect(atoms["account"]?["value"] == "1234567890")
    #expect(atoms["account"]?["caption"] == "Personal account")
    #expect(atoms["account"]?["length"] == 10)
    let meters = try #require(atoms["meters"])
    #expect(meters["fixed"] == true)
    #expect(meters["min"] == nil)
    #expect(meters["items"]?.array?.count == 2)
    #expect(meters["items"]?[0]?["atoms"]?[0]?["value"] == "Холодная вода")

    // The drawn items, with entered readings.
    var items = meters["value"]?.array ?? []
    for (place, reading) in ["148.777", "101.001"].enumerated() {
      var item = items[place].object ?? Object()
      item["reading"] = .string(reading)
      items[place] = .object(item)
    }
    let values = try water(.array(items))
    let states = try person.post(
      "/operations/provider.pay/evaluate",
      ["values": .object(values), "changed": ["meters[0].reading"], "commit": true])["atoms"]
    #expect(
      states?.object?.names == ["meters", "meters[0].reading", "meters[0].used", "meters[0].sum", "total"])
    #expect(states?["meters[0].sum"]?["value"] == "412.84")
    #expect(states?["total"]?["value"] == "1585.04")

    let sent = try submit(values)
    #expect(sent.status == 201)
    let captions = sent["next"]?["atoms"]?.array?.compactMap { $0["caption"]?.string } ?? []
    for caption in [
      "Recipient: АО «Городской водоканал»", "Meter 1, Meter's number: 0041573", "Meter 1, Previous reading: 142.5",
      "Meter 1, Current reading: 148.777", "Meter 1, Tariff, ₽: 65.77", "Meter 1, Sum, ₽: 412.84",
      "Meter 2, Sum, ₽: 1,172.20", "To pay, ₽: 1,585.04",
    ] { #expect(captions.contains(caption), "\(caption)") }
    let signed = try person.sign(sent)
    #expect(signed["submission"]?["status"] == "executed")
    #expect(try person.balance() == "150714.96")
    let after = try person.get("/providers/gorvodokanal")["subscriptions"]?[0]?["meters"]
    #expect(after?.array?.compactMap { $0["previous"]?.string } == ["148.777", "101.001"])
    // A repeated payment is refused, because nothing was used since.
    #expect(errors(try submit(values, key: "again")) == ["total: min"])
    #expect(try server.services.inspection.ledger().isSound)
  }

  @Test("Readings that differ from the current list of meters are refused") func rejectsReadingsOfOtherMeters() throws {
    let values = try water([["number": "0041573", "reading": 143], ["number": "0000000", "reading": 99]])
    #expect(errors(try submit(values)) == ["meters: items", "meters[1].reading: required"])
    #expect(
      errors(try submit(water([["reading": 143], ["reading": 98], ["reading": 1]]))) == ["meters: items"])
  }

  @Test("Previous readings and tariffs of the server override those of the client") func ignoresClientTariffs() throws {
    let sent = try submit(
      water([
        ["number": "0041573", "reading": 143, "previous": 1, "tariff": "0.01", "sum": "0.01"], ["reading": "97.25"],
      ]))
    #expect(sent.status == 201)
    let id = try sent.submissionID()
    let stored = try person.get("/submissions/\(id)")["values"]
    #expect(stored?["meters"]?[0]?["previous"] == "142.5")
    #expect(stored?["meters"]?[0]?["sum"] == "32.89")
    #expect(stored?["total"] == "32.89")
  }

  @Test("The account numbers and meters of a person are hidden from others") func hidesMetersFromOthers() throws {
    let stranger = try server.stranger()
    let provider = try stranger.get("/providers/gorvodokanal")
    #expect(provider.status == 200)
    #expect(provider["subscriptions"] == [])
    let states = try stranger.post(
      "/operations/provider.pay/evaluate",
      ["values": ["provider": "gorvodokanal", "account": "1234567890"], "commit": true])["atoms"]
    #expect(states?["meters"]?["value"] == [])
    #expect(states?["meters"]?["error"]?["message"] == "You have no meters under this number")
    #expect(states?["meters[0].previous"] == nil)
    let refused = try submit(water([["number": "0041573", "reading": 143]]), by: stranger)
    #expect(errors(refused).contains("meters: items"))
    try server.expectUnharmed()
  }

  @Test("A provider with additional fields is paid by amount") func paysProviderWithOwnFields() throws {
    var values = Object([
      ("from", .string(try person.account("Текущий"))), ("provider", "domashnyaya-set"), ("account", "ДС20451"),
      ("amount", "49.99"),
    ])
    values["fields"] = [["value": "0"]]
    #expect(
      errors(try submit(values)) == ["account: length", "fields[0].value: pattern", "amount: min"])
    values["account"] = "ДС204518"
    values["fields"] = [["name": "Номер квартиры", "value": "15"]]
    values["amount"] = "650"
    let sent = try submit(values)
    #expect(sent.status == 201)
    #expect(
      try person.sign(sent)["submission"]?["status"]
        == "executed")
    let entry = try person.get("/accounts/\(person.account("Текущий"))/entries")["data"]?[0]
    #expect(entry?["purpose"] == "Домашняя сеть, Номер договора: ДС204518, Номер квартиры: 15")
    #expect(entry?["amount"] == "-650.00")
  }

  @Test("A draft stores readings with their meters") func draftKeepsReadings() throws {
    var values = try water([["number": "0041574", "reading": "100"]])
    values["from"] = nil
    #expect(try person.put("/drafts/provider.pay", ["values": .object(values)]).status == 201)
    let atoms = try person.get("/drafts/provider.pay")["next"]?["atoms"]?.array ?? []
    let meters = atoms.first { $0["id"] == "meters" }
    #expect(meters?["value"]?[0]?["reading"] == nil)
    #expect(meters?["value"]?[1]?["reading"] == "100")
  }

  @Test("Providers are listed in pages") func pagesThroughProviders() throws {
    var (ids, next) = ([String](), "/providers?limit=3")
    while true {
      let page = try person.get(next)
      ids += (page["data"]?.array ?? []).compactMap { $0["id"]?.string }
      guard let more = page["next"]?.string else { break }
      next = more
    }
    #expect(ids == ["gorvodokanal", "gorenergosbyt", "domashnyaya-set", "svyaz-mobile"])
    try person.get("/providers?limit=0").expectProblem(400, "unknown-query")
    try person.get("/providers?x=1").expectProblem(400, "unknown-query")
    try person.get("/providers?after=nobody").expectProblem(400, "unknown-query")
    try person.get("/providers?q=%D0%B2%D0%BE%D0%B4%D0%BE&after=svyaz-mobile").expectProblem(400, "unknown-query")
    try person.get("/providers/nobody").expectProblem(404, "not-found")
  }

  @Test("A mask that blocks every valid account number is reported") func reportsUnusableMask() throws {
    let providers = server.services.providers
    #expect(try ProviderMasks.faults(providers).isEmpty, "a demo provider cannot be paid")
    let power = try #require(try providers.find("gorenergosbyt"))
    let old = ProviderField(
      caption: power.account.caption, mask: "#####-###-##", pattern: power.account.pattern, length: 12)
    let wrong = Provider(
      id: "old", title: "Старый", kind: power.kind, category: power.category, payee: power.payee,
      minimum: power.minimum,
      maximum: power.maximum, account: old, fields: [])
    try providers.register(wrong).wait()
    let faults = try ProviderMasks.faults(providers)
    #expect(faults.map(\.provider) == ["old"])
    #expect(faults.first?.message.contains("1 to 10 characters") == true)
  }
}
