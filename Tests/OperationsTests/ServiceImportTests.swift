@testable import Authoring
@testable import BankSystems
@testable import Definitions
import Services
import Atoms
import Foundation
import JSON
import SeededRandom
import Testing

@testable import Operations

/// Service files imported from OpenAPI documents.
struct ServiceImportTests {
  private static let companies = """
    openapi: 3.1.0
    info: {title: Companies and rates, version: "1"}
    servers: [{url: https://register.example/v2}]
    security: [{key: []}]
    components:
      securitySchemes: {key: {type: apiKey, in: header, name: X-Api-Key}}
      schemas:
        State: {type: object, required: [status], properties: {status: {type: string}, since: {type: string, format: date-time}}}
        Company:
          type: object
          required: [name, state, branches]
          properties:
            name: {type: string}
            "tax-number": {type: [string, "null"]}
            capital: {type: number}
            state: {$ref: "#/components/schemas/State"}
            tags: {type: array, items: {type: string}}
            branches: {type: array, items: {type: object, required: [id], properties: {id: {type: integer}}}}
    paths:
      /companies/{inn}:
        parameters: [{name: inn, in: path, required: true, schema: {type: string}}]
        get:
          operationId: getCompany
          summary: A company by its INN
          parameters: [{name: verbose, in: query, schema: {type: boolean}}, {name: on, in: query, required: true, schema: {type: string, format: date}}]
          responses:
            "200": {content: {application/json: {schema: {$ref: "#/components/schemas/Company"}}}}
            "404": {description: none}
      /rates:
        get:
          operationId: rates
          responses: {"200": {content: {application/json: {schema: {type: array, items: {type: object, properties: {code: {type: string}}}}}}}}
      /companies/search:
        post:
          operationId: find
          requestBody:
            content: {application/json: {schema: {type: object, required: [query, at], properties: {query: {type: string}, at: {type: object, required: [page], properties: {page: {type: integer}}}}}}}
          responses: {"200": {content: {application/json: {schema: {type: object, properties: {count: {type: integer}}}}}}}
      /companies:
        put: {responses: {}}
    """

  private static func system(_ text: String) throws -> BankSystem {
    try BankSystem(DefinitionFile(name: "crm.yaml", bytes: Array(text.utf8)), person: Facts.types["user"] ?? .any)
  }

  @Test("An OpenAPI document is imported as a service file of lookups and facts") func importsLookupsAndFacts() throws {
    let made = try ServiceImport(Array(Self.companies.utf8), name: "register.yaml")
    #expect(
      made.text == #"""
        # Generated from Companies and rates. Review before use.
        # The document's address is https://register.example/v2
        service: companiesAndRates
        at: ${COMPANIES_AND_RATES_URL}
        auth: {headers: {"X-Api-Key": "${COMPANIES_AND_RATES_KEY}"}}
        lookups:
          # A company by its INN
          # optional parameters left out: verbose
          # `tags` is a list whose elements are not records
          - lookup: getCompany
            key: {inn: text, on: date}
            get: "/companies/{$inn}"
            query: {"on": $on}
            answer:
              name: "text name"
              taxNumber: "optional text SELF['tax-number']"
              capital: "optional number capital"
              stateStatus: "text state.status"
              stateSince: "optional date state.since"
              branches: {each: branches, id: "integer id"}
            missing: 404
        facts:
          - fact: rates
            get: "/rates"
            answer:
              rows: {each: SELF, code: "optional text code"}
        # Left out:
        # POST /companies/search: it may change data; if it does not, select it with --path
        # operations with methods other than GET and POST: 1

        """#)
    #expect((made.found, made.wholly, made.partly, made.not) == (3, 1, 1, 1))
    let system = try Self.system(made.text)
    #expect(system.queries.map(\.name) == ["getCompany", "rates"])
    let document: Value = [
      "name": "Дон", "tax-number": "77", "capital": 1, "state": ["status": "ACTIVE"], "branches": [["id": 5]],
    ]
    let day = try #require(BankDay(timeZone: "Europe/Moscow"))
    let answer = try system.queries[0].shape.value(in: document) { day.date(at: $0) }
    #expect(answer.object?["taxNumber"] == "77" && answer.object?["stateStatus"] == "ACTIVE")
  }

  @Test("An imported path is selected by a pattern") func selectsPathByPattern() throws {
    let made = try ServiceImport(
      Array(Self.companies.utf8), name: "register.yaml", paths: ["/companies/s*"], service: "crm")
    #expect(made.found == 1)
    #expect(made.text.contains(#"    body: {"query": $query, "at": {"page": $page}}"#))
    let system = try Self.system(made.text)
    #expect(system.name == "crm" && system.queries.map(\.name) == ["find"])
  }

  @Test(
    "The imported authentication follows the security requirements of the document",
    arguments: [
      ("security: [{basic: []}]", "", [#"auth: {basic: {user: "${CRM_USER}", password: "${CRM_PASSWORD}"}}"#]),
      (
        "security: [{cookie: []}, {key: []}]", "",
        [
          "# the security scheme cookie cannot be expressed", #"auth: {headers: {"X-Api-Key": "${CRM_KEY}"}}"#,
        ]
      ),
      (
        "security: [{basic: []}]", "security: [{key: []}], ",
        [
          #"auth: {basic: {user: "${CRM_USER}", password: "${CRM_PASSWORD}"}}"#
        ]
      ),
      ("", "security: [{key: []}], ", [#"auth: {headers: {"X-Api-Key": "${CRM_KEY}"}}"#]),
      (
        "security: [{key: []}]", "security: [], ",
        [
          "# some operations require no authentication", #"auth: {headers: {"X-Api-Key": "${CRM_KEY}"}}"#,
        ]
      ),
      (
        "security: [{}, {key: []}]", "",
        [
          "# some operations require no authentication", #"auth: {headers: {"X-Api-Key": "${CRM_KEY}"}}"#,
        ]
      ),
      (
        "", "",
        [
          "# the document declares a security scheme but does not require it:",
          ##"# auth: {basic: {user: "${CRM_USER}", password: "${CRM_PASSWORD}"}}"##,
        ]
      ),
      (
        "security: []", "",
        [
          "# the document declares a security scheme but does not require it:",
          ##"# auth: {basic: {user: "${CRM_USER}", password: "${CRM_PASSWORD}"}}"##,
        ]
      ),
    ])
  func importsAuthentication(common: String, own: String, lines: [String]) throws {
    let text = """
      openapi: 3.1.0
      info: {title: T, version: "1"}
      \(common)
      components:
        securitySchemes: {cookie: {type: apiKey, in: cookie, name: c}, basic: {type: http, scheme: basic}, key: {type: apiKey, in: header, name: X-Api-Key}}
      paths:
        /a: {get: {\(own)responses: {"200": {content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}}}}
      """
    let made = try ServiceImport(Array(text.utf8), name: "t.yaml", service: "crm")
    let found = made.text.split(separator: "\n").map(String.init)
    let start = try #require(found.firstIndex { $0.hasPrefix("at: ") })
    let end = try #require(found.firstIndex { $0 == "facts:" })
    #expect(Array(found[(start + 1)..<end]) == lines)
    _ = try Self.system(made.text)
  }

  @Test("The import counts the operations that it omits") func countsOmittedOperations() throws {
    let paths = (0..<130).map { "  /a\($0): {get: {responses: {}}}\n" }.joined()
    let made = try ServiceImport(Array("openapi: 3.0.0\npaths:\n\(paths)".utf8), name: "t.yaml")
    #expect((made.found, made.not, made.beyond) == (130, 100, 30))
  }

  @Test(
    "An unreadable OpenAPI document is rejected with the reason",
    arguments: [
      ("", "the file is empty"), ("{", "not JSON"), ("swagger: '2.0'", "not an OpenAPI document"),
      ("openapi: 3.0.1\npaths: {/a: {$ref: a.yaml}}", "in other files"), ("a: &b 1", "anchors"),
    ])
  func rejectsUnreadableDocument(text: String, reason: String) {
    let fault = #expect(throws: ServiceImport.Unreadable.self) {
      try ServiceImport(Array(text.utf8), name: "bad.json")
    }
    #expect(fault?.description.contains(reason) == true, "\(fault?.description ?? "")")
  }

  /// Names, types and paths with a meaning in YAML, in conditions or in a service file.
  private static let words = [
    "a", "true", "NIL", "each", "at?", "user", "$x", "${HOME}", "x: y", "- x", "\"", "'", "\\", "\u{1}", "\u{85}", "Ж",
    "#", "", " ", "\n", "{a}", "{$inn}", "..", "/a/../b", "/%2e", "?x=1", "host", "Authorization", "1st", "AND",
    "TERNARY", "company", "string", "array", "object", "integer", "null", "#/paths", "#/components/schemas/a", "$ref",
    "/a/{a}", "/b/{b}/{a}", "2XX", "200", "application/json", "query", "header", "path", "cookie", "oauth2", "bearer",
  ]

  @Test("A random OpenAPI document is imported as a valid service file", arguments: 0..<20)
  func importsRandomDocument(seed: UInt64) throws {
    var random = Chance(seed)
    func bytes(_ value: Value) -> [UInt8] {
      var writer = Writer()
      writer.value(value)
      return writer.bytes
    }
    func word() -> String { Self.words.randomElement(using: &random) ?? "" }
    func value(_ depth: Int) -> Value {
      switch Int.random(in: 0...(depth > 3 ? 2 : 5), using: &random) {
      case 0, 1: return .string(word())
      case 2: return Bool.random(using: &random) ? true : .null
      case 3: return .array((0..<2).map { _ in value(depth + 1) })
      default: return schema(depth + 1)
      }
    }
    func object(_ members: [(String, Value)]) -> Value {
      var object = Object()
      for (name, value) in members { object[name] = value }
      return .object(object)
    }
    func schema(_ depth: Int) -> Value {
      let types: [Value] = ["object", "array", "string", "integer", "number", "boolean", .string(word())]
      return object([
        ("type", types.randomElement(using: &random) ?? .null), (word(), value(depth)),
        ("required", .array([.string(word())])),
        ("properties", object((0..<2).map { _ in (word(), depth > 3 ? .string(word()) : schema(depth + 1)) })),
        ("items", depth > 3 ? .null : schema(depth + 1)),
      ])
    }
    func operation() -> Value {
      object([
        ("operationId", .string(word())), ("summary", .string(word() + word())),
        (
          "parameters",
          .array(
            (0..<3).map { _ in
              object([
                ("name", .string(word())),
                ("in", .string(["query", "path", "header", word()].randomElement(using: &random) ?? "")),
                ("required", Bool.random(using: &random) ? true : value(3)), ("schema", schema(3)),
              ])
            })
        ),
        ("requestBody", object([("content", object([("application/json", object([("schema", schema(1))]))]))])),
        (
          "responses",
          object([("200", object([("content", object([("application/json", object([("schema", schema(0))]))]))]))])
        ),
      ])
    }
    for _ in 0..<10 {
      let document = object([
        ("openapi", "3.1.0"), ("info", object([("title", .string(word()))])), ("servers", value(2)),
        (
          "components",
          object([
            ("schemas", object([("a", schema(0))])),
            ("securitySchemes", object([("a", object([("type", .string(word())), (word(), .string(word()))]))])),
          ])
        ),
        ("paths", object((0..<4).map { _ in ("/" + word(), object([("get", operation()), ("post", operation())])) })),
      ])
      let made = try ServiceImport(bytes(document), name: "any.json", paths: ["*"])
      do {
        _ = try Self.system(made.text)
      } catch {
        Issue.record("\(error)\n\(made.text)")
        return
      }
    }
  }
}
