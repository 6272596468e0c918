package import JSON
package import Model
import Synchronization
package import TestClient

/// Somebody with a client: sends JSON, gets JSON, keeps a token.
package final class Visitor {
  /// An answer, its body read.
  package struct Answer: Sendable {
    package let status: Int
    package let body: Value
    package let raw: RawClient.Answer

    package init(status: Int, body: Value, raw: RawClient.Answer) {
      self.status = status
      self.body = body
      self.raw = raw
    }

    package subscript(name: String) -> Value? { body[name] }
  }

  private var client: RawClient
  /// A new connection, once the server has said that it closes this one.
  private let connect: () throws -> RawClient
  private let language: String
  /// The server of this process; it runs as long as the visitor exists.
  private let server: TestServer?
  package var token: String?
  /// The codes of the person's security matrix; empty if the person has none.
  package var matrix: [Cell: String] = [:]
  /// The value of `Accept-Encoding`; nil for none. A compressed answer is read as any other.
  package var codings: String?
  /// The answers that came compressed, as they were written, with the requests' lines.
  package private(set) var compressed: [(request: String, answer: Value)] = []

  /// A visitor of the server at a port, with a connection of their own.
  package convenience init(
    port: UInt16, token: String? = nil, language: String = "en", from address: String? = nil
  ) throws {
    try self.init(nil, port: port, token: token, language: language, from: address)
  }

  private init(_ server: TestServer?, port: UInt16, token: String?, language: String, from address: String?) throws {
    connect = { try RawClient(port: port, from: address) }
    client = try connect()
    self.language = language
    self.token = token
    self.server = server
  }

  /// A visitor of a server of this process.
  package convenience init(
    _ server: TestServer, token: String? = nil, language: String = "en", from address: String? = nil
  ) throws {
    try self.init(server, port: server.port, token: token, language: language, from: address)
  }

  /// Logs in and keeps the token.
  package func login(_ login: String, _ password: String) throws {
    token = try post("/auth/login", ["login": .string(login), "password": .string(password)])["token"]?.string
  }

  package func get(_ path: String, headers: [(String, String)] = []) throws -> Answer {
    try send("GET", path, headers: headers)
  }

  package func post(_ path: String, _ body: Value, headers: [(String, String)] = []) throws -> Answer {
    try send("POST", path, headers: [("Content-Type", "application/json")] + headers, body: body.text)
  }

  package func put(_ path: String, _ body: Value) throws -> Answer {
    try send("PUT", path, headers: [("Content-Type", "application/json")], body: body.text)
  }

  package func patch(_ path: String, _ body: Value, type: String = "application/merge-patch+json") throws -> Answer {
    try send("PATCH", path, headers: [("Content-Type", type)], body: body.text)
  }

  package func delete(_ path: String) throws -> Answer { try send("DELETE", path) }

  package func send(_ method: String, _ path: String, headers: [(String, String)] = [], body: String? = nil) throws
    -> Answer
  {
    var all = headers + [("Accept-Language", language)]
    if let token { all.append(("Authorization", "Bearer \(token)")) }
    if let codings { all.append(("Accept-Encoding", codings)) }
    var raw = try client.exchange(method, path, headers: all, body: body)
    if raw["connection"] == "close" { client = try connect() }
    let isJSON = raw["content-type"]?.contains("json") == true && !raw.body.isEmpty
    let isCompressed = raw["content-encoding"] == "gzip" && !raw.body.isEmpty
    if isCompressed { raw.body = try Gunzip.content(raw.body) }
    let value = isJSON ? try Value(reading: raw.body) : Value.null
    if isCompressed { compressed.append(("\(method) \(path)", value)) }
    return Answer(status: raw.status, body: value, raw: raw)
  }
}

extension Visitor {
  /// The number of the account with that caption.
  package func account(_ caption: String) throws -> String {
    let accounts = try get("/accounts")["data"]?.array ?? []
    return accounts.first { $0["caption"]?.string == caption }?["number"]?.string ?? ""
  }

  /// The balance of the account with that caption.
  package func balance(_ caption: String = "Текущий") throws -> String {
    try get("/accounts/\(account(caption))")["balance"]?.string ?? ""
  }

  /// The values of a right payment order, with some of them changed; a null takes one out.
  package func payment(_ changes: Object = Object()) throws -> Object {
    var values = Object([
      ("from", .string(try account("Текущий"))), ("name", "ООО Ромашка"),
      ("account", "40702810138250123017"), ("bic", "044525225"), ("purpose", "Оплата по счету 12"),
      ("amount", "100.50"),
    ])
    for change in changes.members { values[change.name] = change.value }
    return values
  }

  /// Submits a payment order.
  package func submit(_ values: Object, key: String) throws -> Answer {
    try post(
      "/operations/pp.quick/submissions", ["values": .object(values)], headers: [("Idempotency-Key", key)])
  }

  /// Submits values to an operation.
  package func submit(_ values: Value, to operation: String, action: String? = nil, key: String) throws -> Answer {
    var body = Object([("values", values)])
    if let action { body["action"] = .string(action) }
    return try post("/operations/\(operation)/submissions", .object(body), headers: [("Idempotency-Key", key)])
  }

  /// The right codes for a tree that asks for a signature, or wrong ones.
  package static func codes(for tree: Value?, _ matrix: [Cell: String], wrong: Bool = false) -> Object {
    var values = Object()
    for atom in tree?["atoms"]?.array ?? [] where atom["type"] == "code" {
      guard let id = atom["id"]?.string, let cell = Cell(rawValue: id), let code = matrix[cell] else { continue }
      values[id] = .string(wrong ? mistake(besides: code) : code)
    }
    return values
  }

  /// A wrong code, another one each time.
  private static func mistake(besides code: String) -> String {
    let digits = String(10_000 + mistakes.add(1, ordering: .relaxed).newValue % 10_000).dropFirst()
    return digits == code ? mistake(besides: code) : String(digits)
  }
  private static let mistakes = Atomic(0)

  /// The signature's tree of what was submitted, asked for now: it has the question that another may have had since.
  package func asked(_ sent: Answer) throws -> Value {
    try get("/submissions/\(sent["submission"]?["id"]?.string ?? "")/signature").body
  }

  /// Asks again until the answer is as wanted, a bounded number of times; `between` runs before each time.
  package func until(
    _ path: String, between: () -> Void = {}, _ holds: (Answer) -> Bool
  ) throws -> Answer {
    var last = try get(path)
    for _ in 0..<100_000 where !holds(last) {
      between()
      last = try get(path)
    }
    return last
  }

  /// Answers the challenge of a submission.
  package func sign(_ submission: String, _ codes: Object) throws -> Answer {
    try post("/submissions/\(submission)/signature", ["values": .object(codes)])
  }
}
