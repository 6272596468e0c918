import JSON
import TestBank
import Testing

/// Values that an input cannot accept. A submission and an evaluation report the violated rule.
struct BadValueTests {
  /// A line of `Cases/bad-values.json`.
  ///
  /// It has an atom, the JSON text posted for it in an otherwise valid payment, and the code of its
  /// violation. `others` are the earlier atoms whose checks fail because of the value.
  struct Case: CustomTestStringConvertible {
    let atom: String
    let json: String
    let code: String
    let others: [String]
    var testDescription: String { "\(atom) \(json)" }

    init(_ line: Object) {
      atom = line["atom"]?.string ?? ""
      json = line["json"]?.string ?? ""
      code = line["code"]?.string ?? ""
      others = line["others"]?.array?.compactMap(\.string) ?? []
    }

    /// Returns a body of these values and the case's value, as JSON text. The value keeps the
    /// spelling of the case.
    func body(in values: Object, _ rest: String = "") -> String {
      var others = values
      others[atom] = nil
      var members = others.members.map { "\(Value.string($0.name).text): \($0.value.text)" }
      members.append("\(Value.string(atom).text): \(json)")
      return #"{"values": {"# + members.joined(separator: ", ") + "}" + rest + "}"
    }
  }

  private func post(_ person: Visitor, _ path: String, _ body: String) throws -> Visitor.Answer {
    try person.send(
      "POST", "/operations/pp.quick/\(path)",
      headers: [("Content-Type", "application/json"), ("Idempotency-Key", "k")], body: body)
  }

  @Test(
    "An invalid value is reported with the code of the violated rule",
    arguments: try CaseFile.cases("bad-values").map(Case.init))
  func reportsViolatedRule(_ bad: Case) throws {
    let (server, person) = try TestServer().withPerson()
    let values = try person.payment()
    let refused = try post(person, "submissions", bad.body(in: values))
    refused.expectProblem(422, "invalid-values")
    let errors = refused["errors"]?.array ?? []
    #expect(errors.compactMap { $0["atom"]?.string } == bad.others + [bad.atom])
    #expect(errors.last?["code"] == .string(bad.code))
    #expect(errors.last?["message"]?.string?.isEmpty == false)
    let judged = try post(person, "evaluate", bad.body(in: values, #", "commit": true"#))
    #expect(judged.status == 200)
    // An evaluation ignores a value of an unknown atom.
    let code: Value? = bad.code == "unknown" ? nil : .string(bad.code)
    #expect(judged["atoms"]?[bad.atom]?["error"]?["code"] == code)
    try server.expectUnharmed()
  }

  @Test(
    "A request with a JSON number outside the supported range is refused with 400",
    arguments: ["1e6145", "-1e6145", "1e99999999999999999999"])
  func rejectsHugeNumbers(_ json: String) throws {
    let (server, person) = try TestServer().withPerson()
    for path in ["submissions", "evaluate"] {
      let refused = try post(person, path, #"{"values": {"amount": \#(json)}}"#)
      refused.expectProblem(400, "malformed-request")
      #expect(refused["offset"] == 22)
    }
    try server.expectUnharmed()
  }

  @Test("Submitted texts and amounts are stored in normalized form") func normalizesTextAndAmount() throws {
    let person = try TestServer().person()
    let sent = try person.submit(
      try person.payment(["name": "  ООО \u{415}\u{308}лка ", "amount": "+100.500"]), key: "k")
    #expect(sent.status == 201)
    let values = try person.get("/submissions/\(sent["submission"]?["id"]?.string ?? "")")["values"]
    #expect(values?["name"] == "ООО \u{401}лка")
    #expect(values?["amount"] == "100.50")
  }
}
