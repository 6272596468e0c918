import JSON

/// A request to an endpoint about a person's data, and the expected responses to other callers.
struct AccessCase: Sendable {
  /// The expected response to another person of the same role.
  enum Stranger: Sendable {
    /// 404: the data does not exist for this person.
    case notFound
    /// This status, with the caller's own data or public data, and without the owner's data.
    case own(Int)
  }

  /// The names of the owner's rows, by path parameter.
  let path: [String: String]
  let query: String
  /// The body. `$` and the name of a row, such as `$submission`, is replaced by the row's id.
  let body: Value?
  /// Additional headers.
  let headers: [(String, String)]
  let stranger: Stranger
  /// The expected status for an unauthenticated client, unless the endpoint is open.
  let nobody: Int

  init(
    _ stranger: Stranger, path: [String: String] = [:], query: String = "", body: Value? = nil,
    headers: [(String, String)] = [], nobody: Int = 401
  ) {
    self.nobody = nobody
    (self.path, self.query, self.body, self.headers, self.stranger) = (path, query, body, headers, stranger)
  }
}

extension AccessCase {
  /// The cases of every endpoint, by method and pattern. An endpoint without a case fails the test.
  static let all: [String: [AccessCase]] = [
    "POST /auth/login": [AccessCase(.own(401), body: ["login": "demo", "password": "a long password"])],
    "GET /enrolments": [AccessCase(.own(200))],
    "POST /enrolments": [AccessCase(.own(422), body: ["code": "0000-0000-0000"])],
    "POST /enrolments/{id}": [
      AccessCase(.own(410), path: ["id": "enrolment"], body: ["login": "thief", "password": "a long password"])
    ],
    "POST /auth/logout": [AccessCase(.own(204))],
    "GET /auth/sessions": [AccessCase(.own(200))],
    "DELETE /auth/sessions": [AccessCase(.own(204), query: "?keep=current")],
    "DELETE /auth/sessions/{id}": [AccessCase(.notFound, path: ["id": "session"])],
    "POST /auth/password": [
      AccessCase(.own(422), body: ["oldPassword": "valence-demo", "newPassword": "another long password"])
    ],
    "GET /user": [AccessCase(.own(200))],
    "PATCH /user": [AccessCase(.own(200), body: ["phone": "+79000000007"])],
    "GET /banks": [AccessCase(.own(200), query: "?q=%D1%81%D0%B1%D0%B5%D1%80")],
    "GET /banks/{bic}": [AccessCase(.own(200), path: ["bic": "bank"])],
    "GET /accounts": [AccessCase(.own(200))],
    "GET /accounts/{number}": [AccessCase(.notFound, path: ["number": "account"])],
    "GET /accounts/{number}/entries": [
      AccessCase(.notFound, path: ["number": "account"]),
      AccessCase(.notFound, path: ["number": "account"], query: "?from=2020-01-01&to=2099-01-01"),
    ],
    "GET /providers": [AccessCase(.own(200))],
    "GET /providers/{id}": [AccessCase(.own(200), path: ["id": "provider"])],
    "GET /documents/{sha256}": [AccessCase(.notFound, path: ["sha256": "document"], nobody: 404)],
    "GET /documents/{sha256}/file": [AccessCase(.notFound, path: ["sha256": "document"], nobody: 404)],
    "GET /limits": [AccessCase(.own(200))],
    "GET /cards": [AccessCase(.own(200))],
    "GET /cards/{id}": [AccessCase(.notFound, path: ["id": "card"])],
    "GET /deals": [AccessCase(.own(200))],
    "GET /deals/{id}": [AccessCase(.own(200), path: ["id": "deal"])],
    "POST /deals": [
      AccessCase(
        .own(201), body: ["title": ["ru": "x"], "startDate": "2020-01-01", "endDate": "2099-12-31"],
        headers: [("Idempotency-Key", "$key")])
    ],
    "PATCH /deals/{id}": [
      AccessCase(.own(200), path: ["id": "deal"], body: ["place": 1], headers: [("If-Match", "*")])
    ],
    "DELETE /deals/{id}": [AccessCase(.own(204), path: ["id": "deal"], headers: [("If-Match", "*")])],
    "GET /deals/{id}/pages": [AccessCase(.own(200), path: ["id": "deal"])],
    "PUT /deals/{id}/seen": [AccessCase(.own(204), path: ["id": "deal"])],
    "GET /events": [AccessCase(.own(200), query: "?once=true")],
    "GET /notifications": [AccessCase(.own(200))],
    "PUT /notifications/{id}/read": [AccessCase(.notFound, path: ["id": "deal"])],
    "DELETE /notifications/{id}": [AccessCase(.notFound, path: ["id": "deal"])],
    "GET /settings": [AccessCase(.own(200))],
    "PATCH /settings": [AccessCase(.own(200), body: ["language": "en"])],
    // An unauthenticated client gets the login form.
    "GET /start": [
      AccessCase(.own(200), nobody: 200),
      AccessCase(.own(200), query: "?url=valence%3A%2F%2Faccounts%2Faccount%3Fnumber%3D$account", nobody: 200),
    ],
    "GET /screens/{id}": [
      AccessCase(.own(200), path: ["id": "screen"]),
      AccessCase(.own(200), path: ["id": "accountScreen"], query: "?account=$account"),
    ],
    "GET /screens/{id}/lists/{list}": [AccessCase(.own(200), path: ["id": "listScreen", "list": "list"])],
    "GET /routes": [
      AccessCase(.own(200), query: "?url=valence%3A%2F%2Faccounts%2Faccount%3Fnumber%3D$account"),
      AccessCase(.own(200), query: "?url=valence%3A%2F%2Fhistory%2Fsubmission%3Fid%3D$submission"),
    ],
    "GET /operations": [AccessCase(.own(200))],
    "GET /operations/{id}": [
      AccessCase(.own(200), path: ["id": "operation"]),
      AccessCase(.own(200), path: ["id": "paying"]),
      AccessCase(.own(200), path: ["id": "cardOperation"], query: "?card=$card"),
    ],
    "GET /operations/{id}/schema": [AccessCase(.own(200), path: ["id": "operation"])],
    "POST /operations/{id}/evaluate": [
      AccessCase(.own(200), path: ["id": "operation"], body: ["values": ["from": "$account"], "commit": true]),
      AccessCase(
        .own(200), path: ["id": "paying"],
        body: ["values": ["from": "$account", "provider": "$provider", "account": "$subscription"], "commit": true]),
      AccessCase(.own(200), path: ["id": "cardOperation"], body: ["values": ["card": "$card"], "commit": true]),
      AccessCase(
        .own(200), path: ["id": "transfer"], body: ["values": ["from": "$account", "to": "$other"], "commit": true]),
    ],
    "POST /operations/{id}/options": [
      AccessCase(.own(200), path: ["id": "paying"], body: ["atom": "provider", "text": ""])
    ],
    "POST /operations/{id}/rows": [
      AccessCase(.own(400), path: ["id": "operation"], body: ["atom": "from", "text": "$account"])
    ],
    "POST /operations/{id}/submissions": [
      AccessCase(
        .own(422), path: ["id": "operation"], body: ["values": "$payment"], headers: [("Idempotency-Key", "$key")]),
      AccessCase(
        .own(422), path: ["id": "cardOperation"], body: ["values": ["card": "$card"], "action": "block"],
        headers: [("Idempotency-Key", "$key")]),
      AccessCase(
        .own(422), path: ["id": "transfer"], body: ["values": ["from": "$account", "to": "$other", "amount": "1"]],
        headers: [("Idempotency-Key", "$key")]),
    ],
    "GET /submissions": [AccessCase(.own(200)), AccessCase(.own(200), query: "?after=$submission")],
    "GET /submissions/{id}": [
      AccessCase(.notFound, path: ["id": "submission"]), AccessCase(.notFound, path: ["id": "executed"]),
    ],
    "GET /submissions/{id}/result": [
      AccessCase(.notFound, path: ["id": "submission"]), AccessCase(.notFound, path: ["id": "executed"]),
    ],
    "POST /submissions/{id}/cancel": [AccessCase(.notFound, path: ["id": "submission"], body: .null)],
    "GET /submissions/{id}/signature": [AccessCase(.notFound, path: ["id": "submission"])],
    "POST /submissions/{id}/signature": [
      AccessCase(.notFound, path: ["id": "submission"], body: ["values": "$codes"]),
      AccessCase(.notFound, path: ["id": "executed"], body: ["values": "$codes"]),
    ],
    "POST /submissions/{id}/signature/resend": [
      AccessCase(.notFound, path: ["id": "submission"], body: .null),
      AccessCase(.notFound, path: ["id": "renewal"], body: .null),
    ],
    "GET /drafts": [AccessCase(.own(200))],
    "GET /drafts/{operation}": [AccessCase(.notFound, path: ["operation": "operation"])],
    "GET /drafts/{operation}/copies": [AccessCase(.own(200), path: ["operation": "operation"])],
    "PUT /drafts/{operation}": [
      AccessCase(.own(201), path: ["operation": "operation"], body: ["values": ["name": "B"]])
    ],
    // Deletes the stranger's own draft, which the previous case has stored. A draft is found by its
    // operation.
    "DELETE /drafts/{operation}": [AccessCase(.own(204), path: ["operation": "operation"])],
    // A flow is found by its id, so a stranger finds only their own flow, and none before it is
    // started.
    "POST /flows/{id}": [AccessCase(.own(201), path: ["id": "flow"])],
    "GET /flows/{id}": [AccessCase(.own(200), path: ["id": "flow"])],
    "DELETE /flows/{id}": [AccessCase(.own(204), path: ["id": "flow"])],
    "GET /flows/{id}/steps/{step}": [AccessCase(.notFound, path: ["id": "flow", "step": "step"])],
    "POST /flows/{id}/steps/{step}": [
      AccessCase(.notFound, path: ["id": "flow", "step": "step"], body: ["values": [:]])
    ],
    "POST /flows/{id}/steps/{step}/back": [
      AccessCase(.notFound, path: ["id": "flow", "step": "step"], body: ["values": [:]])
    ],
    "POST /flows/{id}/steps/{step}/evaluate": [
      AccessCase(.notFound, path: ["id": "paged", "step": "page"], body: ["values": [:]])
    ],
    "PUT /flows/{id}/steps/{step}/draft": [
      AccessCase(.notFound, path: ["id": "paged", "step": "page"], body: ["values": [:]])
    ],
    "POST /flows/{id}/submissions": [
      AccessCase(.notFound, path: ["id": "flow"], body: [:], headers: [("Idempotency-Key", "flow")])
    ],
    "GET /accounts/{number}/requisites": [AccessCase(.notFound, path: ["number": "account"])],
    "GET /templates": [AccessCase(.own(200)), AccessCase(.own(200), query: "?after=$template")],
    "POST /templates": [
      AccessCase(.own(201), body: ["operation": "pp.quick", "title": "Secret title", "values": ["name": "B"]])
    ],
    "GET /templates/{id}": [AccessCase(.notFound, path: ["id": "template"])],
    "PATCH /templates/{id}": [AccessCase(.notFound, path: ["id": "template"], body: ["title": "B"])],
    "DELETE /templates/{id}": [AccessCase(.notFound, path: ["id": "template"])],
    "POST /prefill": [
      AccessCase(.notFound, body: ["submission": "$submission"]),
      AccessCase(.notFound, body: ["submission": "$executed"]),
      AccessCase(.notFound, body: ["template": "$template"]),
    ],
    "GET /core/submissions": [AccessCase(.own(200))],
    "POST /core/submissions/{id}/ack": [
      AccessCase(.notFound, path: ["id": "submission"], body: ["status": "executed"])
    ],
    // A callback is authenticated by its signature and not by a session.
    "POST /callbacks/{service}": [AccessCase(.notFound, path: ["service": "service"], body: [:])],
    "GET /healthz": [AccessCase(.own(200))],
    "GET /readyz": [AccessCase(.own(200))],
    "GET /problems": [AccessCase(.own(200))],
    "GET /problems/{name}": [AccessCase(.own(200), path: ["name": "problem"])],
    "GET /images/{name}": [AccessCase(.own(200), path: ["name": "image"])],
    "GET /": [AccessCase(.own(200))],
    "GET /web/{version}/{name}": [AccessCase(.notFound, path: ["version": "image", "name": "image"])],
    "GET /web/{version}/{folder}/{name}": [
      AccessCase(.notFound, path: ["version": "image", "folder": "image", "name": "image"])
    ],
    // Without the playground option, the endpoint does not exist.
    "GET /playground": [AccessCase(.own(404))],
    "GET /gallery": [AccessCase(.own(404))],
    "GET /playground/example": [AccessCase(.own(404))],
    "POST /playground/check": [AccessCase(.own(404), body: ["file": "operation: a"])],
    "POST /playground/evaluate": [AccessCase(.own(404), body: ["file": "operation: a"])],
    "GET /openapi.json": [AccessCase(.own(200))],
  ]
}
