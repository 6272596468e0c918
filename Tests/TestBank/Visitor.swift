package import JSON
package import Model
import Synchronization
package import TestClient

/// An HTTP client of the API that sends and receives JSON and stores a token.
package final class Visitor {
  /// A response with its parsed body.
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
  /// Opens a new connection after the server has closed the current one.
  private let connect: () throws -> RawClient
  private let language: String
  /// The server in this process, which must run as long as the visitor exists.
  private let server: TestServer?
  package var token: String?
  /// The codes of the person's security matrix; empty if the person has none.
  package var matrix: [Cell: String] = [:]
  /// The value of `Accept-Encoding`; nil to omit the header. Compressed responses are decompressed.
  package var codings: String?
  /// The compressed responses and the method and path of their requests.
  package private(set) var compressed: [(request: String, answer: Value)] = []

  /// A visitor of the server at a port, with a new connection.
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

  /// A visitor of a server in this process.
  package convenience init(
    _ server: TestServer, token: String? = nil, language: String = "en", from address: String? = nil
  ) throws {
    try self.init(server, port: server.port, token: token, language: language, from: address)
  }

  /// Logs in and stores the token.
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
  /// Returns the number of the account with this caption; an empty text if no account has it.
  package func account(_ caption: String) throws -> String {
    let accounts = try get("/accounts")["data"]?.array ?? []
    return accounts.first { $0["caption"]?.string == caption }?["number"]?.string ?? ""
  }

  /// Returns the balance of the account with this caption; an empty text if no account has it.
  package func balance(_ caption: String = "Текущий") throws -> String {
    try get("/accounts/\(account(caption))")["balance"]?.string ?? ""
  }

  /// Returns the values of a valid payment order, with `changes` applied.
  package func payment(_ changes: Object = Object()) throws -> Object {
    var values = Object([
      ("from", .string(try account("Текущий"))), ("name", "ООО Ромашка"),
      ("account", "40702810138250123017"), ("bic", "044525225"), ("purpose", "Оплата по счету 12"),
      ("amount", "100.50"),
    ])
    for change in changes.members { values[change.name] = change.value }
    return values
  }

  package func submit(_ values: Object, key: String) throws -> Answer {
    try post(
      "/operations/pp.quick/submissions", ["values": .object(values)], headers: [("Idempotency-Key", key)])
  }

  package func submit(_ values: Value, to operation: String, action: String? = nil, key: String) throws -> Answer {
    var body = Object([("values", values)])
    if let action { body["action"] = .string(action) }
    return try post("/operations/\(operation)/submissions", .object(body), headers: [("Idempotency-Key", key)])
  }

  /// Returns codes of a matrix for a tree with a challenge: correct codes, or wrong ones.
  package static func codes(for tree: Value?, _ matrix: [Cell: String], wrong: Bool = false) -> Object {
    var values = Object()
    for atom in tree?["atoms"]?.array ?? [] where atom["type"] == "code" {
      guard let id = atom["id"]?.string, let cell = Cell(rawValue: id), let code = matrix[cell] else { continue }
      values[id] = .string(wrong ? mistake(besides: code) : code)
    }
    return values
  }

  /// Returns a wrong code, a different one in each call.
  private static func mistake(besides code: String) -> String {
    let digits = String(10_000 + mistakes.add(1, ordering: .relaxed).newValue % 10_000).dropFirst()
    return digits == code ? mistake(besides: code) : String(digits)
  }
  private static let mistakes = Atomic(0)

  /// Returns the current challenge of a submission, which can be newer than the one in `sent`.
  package func asked(_ sent: Answer) throws -> Value {
    try get("/submissions/\(sent["submission"]?["id"]?.string ?? "")/signature").body
  }

  /// Repeats a request until `holds` is true, at most 100,000 times. `between` runs before each
  /// repetition.
  package func until(
    _ path: String, between: () -> Void = {}, _ holds: (Answer) -> Bool
  ) throws -> Answer {
    var last = try get(path)
    var polls = 0
    while polls < 100_000, !holds(last) {
      between()
      last = try get(path)
      polls += 1
    }
    return last
  }

  package func sign(_ submission: String, _ codes: Object) throws -> Answer {
    try post("/submissions/\(submission)/signature", ["values": .object(codes)])
  }
}
