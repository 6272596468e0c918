import HTTPServer
import JSON
import SchemaChecking
import Services
import Synchronization
import TestBank
import TestDatabases
import Testing

@testable import API

struct RouterDocumentTests {
  /// Returns the operations of a document: path, method in lower case, description.
  private static func operations(of document: Value) -> [(path: String, method: String, about: Value)] {
    (document["paths"]?.object?.members ?? []).flatMap { path in
      (path.value.object?.members ?? []).map { (path.name, $0.name, $0.value) }
    }
  }

  @Test("The OpenAPI document lists exactly the endpoints and methods of the router")
  func documentMatchesRouter() throws {
    let server = try TestServer()
    let document = try Visitor(server).get("/openapi.json").body
    let documented = Self.operations(of: document).map { "\($0.method.uppercased()) \($0.path)" }
    #expect(Set(documented).count == documented.count)
    #expect(Set(documented) == Set(server.application.endpoints.map { "\($0.method.name) \($0.pattern)" }))
    // The methods that the running router accepts at each path.
    for path in document["paths"]?.object?.members ?? [] {
      var methods = Set(path.value.object?.names.map { $0.uppercased() } ?? []).union(["OPTIONS"])
      if methods.contains("GET") { methods.insert("HEAD") }
      let allow = try Visitor(server).send("OPTIONS", path.name.replacing("{", with: "").replacing("}", with: ""))
      #expect(allow.raw["allow"] == methods.sorted().joined(separator: ", "), "\(path.name)")
    }
  }

  /// Returns the schemas in a schema, with the names that code generators give to nested ones. The
  /// member `values` of `Draft` gets the name `DraftValues`.
  private static func named(_ schema: Value, _ name: String) -> [(name: String, schema: Value)] {
    var all = [(name, schema)]
    for property in schema["properties"]?.object?.members ?? [] {
      all += named(property.value, name + property.name.prefix(1).uppercased() + property.name.dropFirst())
    }
    if let items = schema["items"] { all += named(items, "\(name)Item") }
    if let other = schema["additionalProperties"], other.object != nil {
      all += named(other, "\(name)AdditionalProperty")
    }
    for kind in ["oneOf", "anyOf", "allOf"] {
      for (place, part) in (schema[kind]?.array ?? []).enumerated() { all += named(part, "\(name)Type\(place)") }
    }
    return all
  }

  @Test("OpenAPI schemas have unique model names, and their constants have types")
  func schemasHaveUniqueNamesAndTypes() throws {
    let document = try Value(reading: try TestServer().application.document())
    let schemas = (document["components"]?["schemas"]?.object?.members ?? []).flatMap { Self.named($0.value, $0.name) }
    #expect(schemas.count > 300)
    // A reference or a single scalar needs no model.
    let models = schemas.filter { $0.schema["type"] == "object" || $0.schema["enum"] != nil }.map(\.name)
    let twice = Dictionary(grouping: models, by: \.self).filter { $1.count > 1 }.keys.sorted()
    #expect(twice == [])
    let untyped = schemas.filter { ($0.schema["const"] ?? $0.schema["enum"]) != nil && $0.schema["type"] == nil }
    #expect(untyped.map(\.name) == [])
    let objects = schemas.filter { $0.schema["properties"] != nil && $0.schema["type"] == nil }
    // An alternative without a type extends the schema around it.
    #expect(objects.filter { !$0.name.contains("Type") }.map(\.name) == [])
    let language = document["components"]?["schemas"]?["SettingsPatch"]?["properties"]?["language"]
    #expect(language?["type"] == ["string", "null"])
  }

  @Test("OpenAPI references resolve, and operation ids and path parameters are complete")
  func documentIsConsistent() throws {
    let server = try TestServer()
    let document = try Visitor(server).get("/openapi.json").body
    #expect(document["openapi"] == "3.1.0")
    let checker = SchemaChecker(document: document)
    let references = SchemaChecker.references(in: document)
    #expect(references.filter { checker.target(of: $0) == nil } == [])
    let schemas = document["components"]?["schemas"]?.object?.names ?? []
    #expect(Set(schemas.map { "#/components/schemas/\($0)" }).subtracting(references) == [], "unused schemas")
    let ids = Self.operations(of: document).compactMap { $0.about["operationId"]?.string }
    #expect(ids.count == server.application.endpoints.count)
    #expect(Set(ids).count == ids.count)
    for operation in Self.operations(of: document) {
      let named = operation.path.split(separator: "/").filter { $0.hasPrefix("{") }.map { $0.dropFirst().dropLast() }
      let parameters = operation.about["parameters"]?.array?.filter { $0["in"] == "path" } ?? []
      #expect(parameters.compactMap { $0["name"]?.string } == named.map(String.init), "\(operation.path)")
      #expect(operation.about["summary"]?.string?.isEmpty == false)
    }
  }

  @Test("`/openapi.json` returns the document that the application generates") func servesGeneratedDocument() throws {
    let server = try TestServer()
    #expect(try Value(reading: server.application.document()) == Visitor(server).get("/openapi.json").body)
  }

  @Test("Every response matches its schema in the OpenAPI document") func responsesMatchDocument() throws {
    // The core executes submissions, so that a signed one can be acknowledged.
    let server = try TestServer(
      { $0.execution = Execution(core: .feed, days: BusinessDays()) }, serving: [Walk.operationWithRows],
      playground: true)
    try Self.walk(server)
  }

  @Test("Responses match the OpenAPI document when each write transaction runs twice")
  func responsesMatchDespiteRepeatedWrites() throws {
    let kept = Mutex<RepeatingStore?>(nil)
    let server = try TestServer(
      { $0.execution = Execution(core: .feed, days: BusinessDays()) }, serving: [Walk.operationWithRows],
      playground: true,
      store: { database in
        let store = RepeatingStore(database)
        kept.withLock { $0 = store }
        return store
      })
    try Self.walk(server)
    #expect(try #require(kept.withLock { $0 }).repeated > 100)
    #expect(try Inspection(store: server.database).ledger().faults == [])
    _ = try server.services.audit.verify()
  }

  /// Requests every endpoint, each of which must succeed at least once.
  private static func walk(_ server: TestServer) throws {
    let person = try server.person()
    let walk = Walk(document: try person.get("/openapi.json").body, person: person)
    try walk.everyEndpoint(server)
    try walk.callback()
    let all = operations(of: walk.document).compactMap { $0.about["operationId"]?.string }
    #expect(Set(all).subtracting(walk.succeeded) == [], "endpoints without a successful response")
  }
}
