import JSON
import Model
import Services
import TestBank
import Testing

/// The demo's person with one row of each kind, and the texts that no other caller may read.
struct PersonWithEverything {
  let visitor: Visitor
  /// The ids of the rows, by their names in `AccessCase`.
  private(set) var rows: [String: String]
  /// The values for request bodies that are not ids, by name.
  private let values: [String: Value]
  /// Texts that only this person may read.
  let secrets: [String]

  /// Creates the rows on a server.
  init(_ server: TestServer) throws {
    visitor = try server.person()
    let account = try visitor.account("Текущий")
    let others = try visitor.get("/accounts")["data"]?.array?.compactMap { $0["number"]?.string } ?? []
    var payment = try visitor.payment()
    payment["purpose"] = "Secret purpose"
    let executed = try visitor.submit(payment, key: "executed")
    let executedID = try executed.submissionID()
    #expect(try visitor.sign(executed).status == 200)
    let sent = try visitor.submit(payment, key: "tap")
    let submission = try sent.submissionID()
    let renewal = try visitor.submit([:], to: "matrix.renew", key: "renewal")
    let card = try #require(try visitor.get("/cards")["data"]?[0])
    #expect(try visitor.put("/drafts/pp.quick", ["values": ["name": "Secret draft"]]).status == 201)
    let flow = "payments.steps"
    let payee: Value = ["name": "Secret payee", "account": "40702810138250123017", "bic": "044525225"]
    #expect(try visitor.post("/flows/\(flow)", nil).status == 201)
    #expect(try visitor.post("/flows/\(flow)/steps/payee", ["values": payee]).status == 200)
    let paged = "complaint.send"
    #expect(try visitor.post("/flows/\(paged)", nil).status == 201)
    let page = try visitor.put("/flows/\(paged)/steps/subject/draft", ["values": ["about": "service"]])
    #expect(page.status == 201)
    let template = try visitor.post(
      "/templates", ["operation": "pp.quick", "title": "Secret title", "values": ["name": "Secret template"]])
    let user = try visitor.get("/user")
    rows = [
      "account": account, "other": others.first { $0 != account } ?? "", "bank": "044525225",
      "provider": "gorvodokanal", "subscription": "1234567890", "card": card["id"]?.string ?? "",
      "deal": try visitor.get("/deals")["data"]?[0]?["id"]?.string ?? "", "operation": "pp.quick",
      "flow": flow, "step": "amount", "paged": paged, "page": "subject",
      "paying": "provider.pay", "cardOperation": "card.status", "transfer": "transfer.own", "submission": submission,
      "executed": executedID, "renewal": renewal["submission"]?["id"]?.string ?? "",
      "template": template["id"]?.string ?? "", "problem": "not-found",
      "session": try visitor.get("/auth/sessions")["data"]?[0]?["id"]?.string ?? "", "image": "card-active.svg",
      // An enrolment is reached by its secret only, so that another caller's id is unknown.
      "enrolment": "01a1fbc2-8b21-7d5c-a9c2-7a4a3f4b7f19", "screen": "overview", "accountScreen": "account",
      "key": "tap", "listScreen": DeclaredListTests.accounts.screen, "list": DeclaredListTests.accounts.list,
    ]
    #expect(rows.filter { $0.value.isEmpty } == [:])
    values = [
      "payment": .object(payment), "codes": .object(visitor.codes(for: sent["next"])),
    ]
    secrets =
      [
        "Анна", "Смирнова", "+79000000000", "Secret purpose", "Secret draft", "Secret template", "Secret title",
        "0041573", "1234567890", user["id"]?.string ?? "Анна", server.access.login + "\"", visitor.token ?? "Анна",
        card["number"]?.string ?? card["title"]?.string ?? "Анна", card["id"]?.string ?? "", submission, executedID,
        renewal["submission"]?["id"]?.string ?? "Анна", template["id"]?.string ?? "Анна",
      ] + others
  }

  /// Replaces each `$name` in a text by the id of the row.
  func filled(_ text: String) -> String {
    // Replace longer names first, because a name can be a prefix of another.
    rows.sorted { $0.key.count > $1.key.count }.reduce(text) { $0.replacing("$\($1.key)", with: $1.value) }
  }

  /// Replaces each `$name` in a value by the named value or the id of the row.
  func filled(_ value: Value) -> Value {
    switch value {
    case .string(let text):
      if let value = values[String(text.dropFirst())], text.hasPrefix("$") { value } else { .string(filled(text)) }
    case .object(let object): .object(Object(object.members.map { ($0.name, filled($0.value)) }))
    case .array(let elements): .array(elements.map { filled($0) })
    default: value
    }
  }

  /// Returns the secrets that are in a response and not in its request.
  func leaks(in answer: Visitor.Answer, to request: String) -> [String] {
    let head = answer.raw.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    let text = head + "\n" + answer.raw.text
    return secrets.filter { text.contains($0) && !request.contains($0) }
  }
}
