import JSON
import TestBank
import Testing

/// A search among the rows of a table of the definitions.
struct TableSearchTests {
  private let person: Visitor

  init() throws {
    person = try TestServer(operations: "Tests/APITests/Cases/searched-table/operations").person()
  }

  private func found(_ text: String, limit: Int64 = 20, after: String? = nil) throws -> Visitor.Answer {
    var body: Object = ["atom": "country", "text": .string(text), "limit": .integer(limit)]
    if let after { body["after"] = .string(after) }
    return try person.post("/operations/trip/options", .object(body))
  }

  @Test(
    "The words of a text find rows without regard to case and accents",
    arguments: [
      ("fra", ["FR"]), ("COTE ivoire", ["CI"]), ("stan", ["KZ", "KG"]), ("ivoire france", []), ("Франция", []),
    ])
  func findsRows(text: String, codes: [String]) throws {
    #expect(try found(text)["data"]?.array?.compactMap { $0["value"]?.string } == codes)
  }

  @Test("The rows come in pages, and a chosen one is read and submitted") func choosesRow() throws {
    let first = try found("an", limit: 1)
    #expect(first["data"]?[0] == ["value": "FR", "caption": "France"] && first["after"] == "1", "\(first.raw.text)")
    #expect(try found("an", limit: 1, after: "1")["data"]?[0]?["value"] == "PL")
    let states = try person.post(
      "/operations/trip/evaluate", ["values": ["country": "FR"], "changed": ["country"], "commit": true])
    #expect(states["atoms"]?["visa"]?["caption"] == "France: a visa is needed", "\(states.raw.text)")
    let wrong = try person.submit(["country": "XX"], to: "trip", key: "1")
    #expect(wrong.status == 422 && wrong["errors"]?[0]?["code"] == "option", "\(wrong.raw.text)")
    let sent = try person.submit(["country": "KZ"], to: "trip", key: "2")
    #expect(sent.status == 201, "\(sent.raw.text)")
    #expect(sent["next"]?["atoms"]?.array?.contains { $0["caption"] == "Country: Kazakhstan" } == true)
  }

  @Test("A filter selects the rows by the form, before they are divided into pages") func filtersRows() throws {
    func found(_ text: String, _ values: Value?, after: String? = nil) throws -> Visitor.Answer {
      var body: Object = ["atom": "country", "text": .string(text), "limit": 1]
      if let values { body["values"] = values }
      if let after { body["after"] = .string(after) }
      return try person.post("/operations/visas/options", .object(body))
    }
    let first = try found("an", ["needed": false])
    #expect(first["data"] == [["value": "KZ", "caption": "Kazakhstan"]] && first["after"] == "1", "\(first.raw.text)")
    let last = try found("an", ["needed": false], after: "1")
    #expect(last["data"]?[0]?["value"] == "KG" && last["after"] == nil, "\(last.raw.text)")
    #expect(try found("an", ["needed": true])["data"]?[0]?["value"] == "FR")
    let missing = try found("an", nil)
    #expect(missing["data"] == [] && missing["missing"]?["text"] == "Fill in first: With a visa")
    for (needed, status) in [(true, 422), (false, 201)] {
      let sent = try person.submit(
        ["needed": .bool(needed), "country": "KZ"], to: "visas", key: "key-\(needed)")
      #expect(sent.status == status, "\(sent.raw.text)")
    }
  }
}
