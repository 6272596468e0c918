import JSON
import Model
import TestBank
import Testing

/// U+0000 in the texts of requests.
///
/// Some functions of SQLite end a text at this character, and PostgreSQL rejects it. Neither may
/// cause a server error.
struct NulTests {
  /// A valid request, whose texts are replaced one at a time.
  struct Case: CustomTestStringConvertible {
    let method: String
    let path: String
    let body: Value
    var role = Person.Role.person
    var testDescription: String { "\(method) \(path)" }
  }

  private static let template: Value = ["operation": "pp.quick", "title": "Аренда", "values": ["name": "Анна"]]
  private static let deal: Value = [
    "title": ["ru": "Ипотека", "en": "Mortgage"], "subtitle": ["ru": "От 6%"], "startDate": "2026-12-01",
    "endDate": "2026-12-31", "pages": [["title": ["ru": "Условия"], "text": ["ru": "Взнос"], "image": "/a.svg"]],
  ]
  private static let payment: Value = [
    "action": "send",
    "values": [
      "from": "40817810500000000001", "name": "ООО Ромашка", "account": "40702810138250123017", "bic": "044525225",
      "purpose": "Оплата по счету 12", "amount": "100.50",
    ],
  ]
  private static let meters: Value = [
    "values": [
      "from": "40817810500000000001", "provider": "vodokanal", "account": "0012345678", "total": "100.50",
      "meters": [["number": "1", "reading": "125.5"]],
    ]
  ]

  private static let cases = [
    Case(method: "POST", path: "/templates", body: template),
    Case(method: "PATCH", path: "/templates/{template}", body: ["title": "Дача"]),
    Case(method: "PUT", path: "/drafts/pp.quick", body: ["values": ["name": "Анна"], "version": "0"]),
    Case(method: "POST", path: "/prefill", body: ["qr": "ST00012|Name=ООО Ромашка|PersonalAcc=1|Sum=1"]),
    Case(method: "PATCH", path: "/user", body: ["name": "Анна", "phone": "+7 900 000-00-01"]),
    Case(method: "POST", path: "/auth/login", body: ["login": "demo", "password": "wrong"]),
    Case(method: "POST", path: "/auth/password", body: ["oldPassword": "wrong", "newPassword": "another password!"]),
    Case(method: "POST", path: "/operations/pp.quick/evaluate", body: payment),
    Case(method: "POST", path: "/operations/pp.quick/submissions", body: payment),
    Case(method: "POST", path: "/operations/provider.pay/submissions", body: meters),
    Case(method: "POST", path: "/submissions/{submission}/signature", body: ["values": ["A1": "0000"]]),
    Case(
      method: "POST", path: "/core/submissions/{submission}/ack",
      body: ["status": "rejected", "reason": "closed", "message": ["ru": "Закрыт", "en": "Closed"]], role: .core),
    Case(
      method: "POST", path: "/core/submissions/{submission}/ack",
      body: ["status": "executed", "message": "Да"], role: .core),
    Case(method: "POST", path: "/deals", body: deal, role: .operator),
  ]

  @Test("U+0000 in a text of a request body causes no server error", arguments: cases)
  func handlesNulInBodies(_ right: Case) throws {
    let isCore = right.role == .core
    let server = isCore ? try CoreEndpointTests.server() : try TestServer()
    let person = try server.person()
    let saved = try person.post("/templates", Self.template)["id"]?.string ?? ""
    let submission =
      isCore
      ? try CoreEndpointTests.pay(person, server, key: "1")
      : try person.submit(try person.payment(), key: "1")["submission"]?["id"]?.string ?? ""
    let path = right.path.replacing("{template}", with: saved).replacing("{submission}", with: submission)
    let visitor =
      switch right.role {
      case .person: person
      case .core: try CoreEndpointTests.core(server)
      case .operator: try server.clerk()
      }
    var asked = 0
    for text in ["\u{0}", "a\u{0}b", "\u{0}a"] {
      for body in Self.replacing(text, in: right.body) {
        asked += 1
        let answer = try visitor.send(
          right.method, path, headers: [("Content-Type", "application/json"), ("Idempotency-Key", "n\(asked)")],
          body: body.text)
        // A draft accepts invalid values, and an evaluation reports them with status 200.
        let mayBe = right.method == "PUT" || path.hasSuffix("/evaluate")
        #expect((400..<500).contains(answer.status) || mayBe && answer.status < 300, "\(body.text): \(answer.body)")
      }
    }
    #expect(asked > 0)
    if !isCore { try server.expectUnharmed() }
  }

  @Test("U+0000 in an input of an operation causes no server error", arguments: ["\u{0}", "a\u{0}b"])
  func handlesNulInInputs(_ text: String) throws {
    let (server, person) = try TestServer().withPerson()
    var asked = 0
    for operation in server.definitions.catalog.operations {
      for atom in operation.atoms {
        for value in [.string(text), [.string(text)], [[atom.id: .string(text)]]] as [Value] {
          let body: Value = ["values": [atom.id: value], "changed": [.string(atom.id)], "commit": true]
          asked += 1
          for path in ["evaluate", "submissions"] {
            let answer = try person.post(
              "/operations/\(operation.id)/\(path)", body, headers: [("Idempotency-Key", "n\(asked)")])
            #expect(answer.status < 429, "\(operation.id) \(path) \(body.text): \(answer.body)")
          }
        }
      }
    }
    #expect(asked > 100)
    try server.expectUnharmed()
  }

  @Test(
    "A request target with %00 is refused with 400",
    arguments: [
      "/providers?q=%00", "/providers?after=%00", "/providers/%00", "/banks?q=%00", "/banks?after=%00",
      "/submissions?q=%00", "/operations?q=%00", "/operations/pp.quick?name=a%00", "/screens/%00", "/images/%00",
      "/drafts/%00", "/flows/%00", "/routes?url=valence://%00", "/deals?after=%00",
    ])
  func rejectsNulInTarget(_ target: String) throws {
    let server = try TestServer()
    let answer = try server.person().get(target)
    answer.expectProblem(400, "malformed-request")
    #expect(answer["detail"] == "The target of the request contains `%00`, which is not allowed.")
    try server.expectUnharmed()
  }

  /// Returns one copy of the value for each of its texts, with that text replaced.
  private static func replacing(_ text: String, in value: Value) -> [Value] {
    switch value {
    case .string: [.string(text)]
    case .array(let elements):
      elements.indices.flatMap { place in
        replacing(text, in: elements[place]).map { changed in
          var all = elements
          all[place] = changed
          return .array(all)
        }
      }
    case .object(let object):
      object.members.flatMap { member in
        replacing(text, in: member.value).map { changed in
          var all = object
          all[member.name] = changed
          return .object(all)
        }
      }
    default: []
    }
  }
}
