import JSON
import SchemaChecking
import TestBank
import Testing

/// A request to every endpoint, with each response checked against the OpenAPI document.
final class Walk {
  let document: Value
  let person: Visitor
  private(set) var succeeded: Set<String> = []
  /// The endpoints that returned a compressed response.
  private(set) var compressed: Set<String> = []
  /// The tokens in responses.
  private(set) var tokens: Set<String> = []

  /// An operation with a repeat into which rows can be pasted.
  static let operationWithRows = """
    operation: trial.rows
    title: {ru: Выплаты, en: Payouts}
    effect: document
    atoms:
      - repeat: lines
        caption: {ru: Строки, en: Lines}
        paste: [name, sum]
        atoms:
          - {textInput: name, caption: {ru: Кому, en: Whom}}
          - {textInput: sum, caption: {ru: Сумма, en: Amount}, type: amount, currency: RUB, optional: true}
      - {button: send, caption: {ru: Послать, en: Send}, action: submit}
    """

  init(document: Value, person: Visitor) { (self.document, self.person) = (document, person) }

  /// Requests a success from every endpoint, and a refusal from many.
  func everyEndpoint(_ server: TestServer) throws {
    try logins(server)
    try ofPeople(server)
    for path in ["/user", "/accounts", "/operations", "/submissions", "/healthz", "/readyz", "/openapi.json"] {
      try get(path, expect: 200)
    }
    try accounts()
    try directories()
    try operations()
    try drafts()
    try templates()
    try navigation(server)
    try documents(server)
    try lists(server)
    try flow()
    let submission = try submissions()
    try statements()
    try renewal(server)
    try attempts()
    try sessions(server)
    try post("/auth/logout", [:], nil, expect: 204)
    try get("/user", expect: 401)
    try enrolment(server)
    try core(server, submission)
  }

  private func logins(_ server: TestServer) throws {
    let login: Value = ["login": .string(server.access.login), "password": .string(server.access.password)]
    try post("/auth/login", [:], login, expect: 200)
    try post("/auth/login", [:], ["login": "demo", "password": "wrong password"], expect: 401)
    try post("/auth/login", [:], ["login": 1], expect: 400)
  }

  private func accounts() throws {
    let account = try person.account("Текущий")
    try get("/accounts/{number}", ["number": account], expect: 200)
    try get("/accounts/{number}", ["number": "1"], expect: 404)
    let tag = try get("/accounts", expect: 200).raw["etag"] ?? ""
    try get("/accounts", headers: [("If-None-Match", tag)], expect: 304)
  }

  private func directories() throws {
    try get("/banks/{bic}", ["bic": "044525225"], expect: 200)
    try get("/banks/{bic}", ["bic": "049900777"], expect: 200)
    try get("/banks", query: "?q=%D1%81%D0%B1%D0%B5%D1%80&limit=1", expect: 200)
    try get("/banks", query: "?after=1", expect: 400)
    try get("/problems", expect: 200)
    try get("/problems/{name}", ["name": "not-found"], expect: 200)
    try get("/providers", query: "?q=%D0%B2%D0%BE%D0%B4%D0%BE", expect: 200)
    try get("/providers", query: "?limit=1", expect: 200)
    try get("/providers/{id}", ["id": "gorvodokanal"], expect: 200)
    try get("/providers/{id}", ["id": "nobody"], expect: 404)
  }

  private func operations() throws {
    let operation = ["id": "pp.quick"]
    try get("/operations/{id}", operation, expect: 200)
    try get("/operations/{id}", operation, query: "?ghost=1", expect: 400)
    try get("/operations/{id}/schema", operation, expect: 200)
    try get("/operations/{id}/schema", ["id": "ghost"], expect: 404)
    try post("/operations/{id}/evaluate", operation, ["commit": true, "revision": 1], expect: 200)
    try post("/operations/{id}/evaluate", operation, ["version": "0"], expect: 409)
    let paying = ["id": "provider.pay"]
    try post(
      "/operations/{id}/options", paying, ["atom": "provider", "text": "вод", "limit": 1, "revision": 1], expect: 200)
    try post("/operations/{id}/options", paying, ["atom": "from"], expect: 400)
    let (rows, trial) = ("/operations/{id}/rows", ["id": "trial.rows"])
    try post(rows, trial, ["atom": "lines", "text": "Eva;2\nBo;x"], expect: 200)
    try post(rows, trial, ["atom": "lines[0].name", "text": ""], expect: 400)
  }

  /// Sends, signs and cancels submissions; returns the parameters of the signed one.
  private func submissions() throws -> [String: String] {
    let (operation, submissions) = (["id": "pp.quick"], "/operations/{id}/submissions")
    let values = Value.object(try person.payment())
    let sent = try post(submissions, operation, ["values": values], key: "1", expect: 201)
    try post(submissions, operation, ["values": values], key: "1", expect: 200)
    try post(submissions, operation, ["values": [:]], key: "1", expect: 422)
    try post(submissions, operation, ["values": [:]], key: "2", expect: 422)
    try post(submissions, operation, ["values": values], expect: 400)
    let submission = ["id": sent["submission"]?["id"]?.string ?? ""]
    try get("/submissions/{id}", submission, expect: 200)
    try get("/submissions/{id}/result", submission, expect: 200)
    try get("/submissions/{id}/signature", submission, expect: 200)
    let wrong: Value = ["values": .object(person.codes(for: sent["next"], wrong: true))]
    let refused = try post("/submissions/{id}/signature", submission, wrong, expect: 422)
    try post("/submissions/{id}/signature", submission, wrong, expect: 422)
    let right: Value = ["values": .object(person.codes(for: refused["next"]))]
    try post("/submissions/{id}/signature", submission, right, expect: 200)
    try post("/submissions/{id}/cancel", submission, nil, expect: 409)
    try get("/submissions/{id}/signature", submission, expect: 410)
    try get("/submissions/{id}", submission, expect: 200)
    let other = try post(submissions, operation, ["values": values], key: "3", expect: 201)
    try post("/submissions/{id}/cancel", ["id": other["submission"]?["id"]?.string ?? ""], nil, expect: 200)
    try post("/submissions/{id}/cancel", ["id": "01a1fbc2-8b21-7d5c-a9c2-7a4a3f4b7f19"], nil, expect: 404)
    try get("/submissions", query: "?limit=1", expect: 200)
    return submission
  }

  /// Requests the entries of an account after its payments.
  private func statements() throws {
    let account = try person.account("Текущий")
    try get("/accounts/{number}/entries", ["number": account], expect: 200)
    try get("/accounts/{number}/entries", ["number": account], query: "?limit=1", expect: 200)
    try get(
      "/accounts/{number}/entries", ["number": account], query: "?from=2000-01-01&direction=incoming&q=a", expect: 200)
    try get("/accounts/{number}/requisites", ["number": account], expect: 200)
  }

  /// Renews the security matrix, signed with a code.
  private func renewal(_ server: TestServer) throws {
    let path = "/operations/{id}/submissions"
    let renewal = try post(path, ["id": "matrix.renew"], ["values": [:]], key: "1", expect: 201)
    let renewed = ["id": renewal["submission"]?["id"]?.string ?? ""]
    try post("/submissions/{id}/signature/resend", renewed, nil, expect: 429)
    server.pass(.seconds(60))
    let resent = try post("/submissions/{id}/signature/resend", renewed, nil, expect: 200)
    let code: Value = ["values": .object(try server.telephones.codes(for: resent.body))]
    try post("/submissions/{id}/signature", renewed, code, expect: 200)
    try post("/submissions/{id}/signature/resend", renewed, nil, expect: 410)
  }

  private func attempts() throws {
    let guess: Value = ["login": "guessed", "password": "x"]
    check(try untilThrottled { try person.post("/auth/login", guess) }, "post", "/auth/login", 429)
    let path = "/operations/{id}/submissions"
    let form = Self.target(path, ["id": "auth.login"])
    check(try untilThrottled { try person.post(form, ["values": guess]) }, "post", path, 429)
    let change: Value = ["oldPassword": "wrong", "newPassword": "another long password"]
    check(try untilThrottled { try person.post("/auth/password", change) }, "post", "/auth/password", 429)
  }

  /// Repeats a request until it returns 429, at most 31 times. The required number depends on the
  /// speed of the requests.
  private func untilThrottled(_ ask: () throws -> Visitor.Answer) throws -> Visitor.Answer {
    for _ in 0..<30 {
      let answer = try ask()
      if answer.status == 429 { return answer }
    }
    return try ask()
  }

  @discardableResult func get(
    _ path: String, _ parameters: [String: String] = [:], query: String = "", headers: [(String, String)] = [],
    expect status: Int
  ) throws -> Visitor.Answer {
    let answer = try person.get(Self.target(path, parameters) + query, headers: headers)
    check(answer, "get", path, status)
    return answer
  }

  @discardableResult func post(
    _ path: String, _ parameters: [String: String], _ body: Value, key: String? = nil, expect status: Int
  ) throws -> Visitor.Answer {
    let headers = key.map { [("Idempotency-Key", $0)] } ?? []
    let answer = try person.post(Self.target(path, parameters), body, headers: headers)
    check(answer, "post", path, status)
    return answer
  }

  static func target(_ path: String, _ parameters: [String: String]) -> String {
    parameters.reduce(path) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  func check(_ answer: Visitor.Answer, _ method: String, _ path: String, _ status: Int) {
    #expect(answer.status == status, "\(method) \(path): \(answer.raw.text)")
    let about = document["paths"]?[path]?[method]
    guard let described = about?["responses"]?["\(answer.status)"] else {
      Issue.record("\(method) \(path) does not document \(answer.status)")
      return
    }
    if answer.status < 400, let id = about?["operationId"]?.string { succeeded.insert(id) }
    if answer.raw["content-encoding"] != nil { compressed.insert(about?["operationId"]?.string ?? "\(method) \(path)") }
    for holder in [answer.body, answer["session"] ?? .null] {
      if let token = holder["token"]?.string { tokens.insert(token) }
    }
    for header in described["headers"]?.object?.names ?? []
    where document["components"]?["headers"]?[header]?["required"] == true {
      #expect(answer.raw[header.lowercased()] != nil, "\(method) \(path) \(answer.status) has no \(header)")
    }
    guard let content = described["content"]?.object?.members.first else {
      #expect(answer.raw.body.isEmpty, "\(method) \(path) documents no body")
      return
    }
    #expect(answer.raw["content-type"] == content.name, "\(method) \(path)")
    // Only the content type is documented for the OpenAPI document and for images.
    guard content.value["schema"] != nil else { return }
    let faults = SchemaChecker(document: document).faults(of: answer.body, content.value["schema"] ?? nil)
    #expect(faults == [], "\(method) \(path) \(answer.status)")
  }
}
