import Atoms
import Conditions
import Essentials
import Foundation
import JSON
import Model
import Outbound
import Testing

@testable import Operations

/// Service files: their faults, the requests that they make, and the answers that they read.
struct SystemFileTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases/services")
  private static let names = ["head", "address", "nothing", "queries"]
  private static let person = Facts.types["user"] ?? .any

  private static func system(_ text: String, name: String = "crm.yaml") throws(Diagnostics) -> BankSystem {
    try BankSystem(DefinitionFile(name: name, bytes: Array(text.utf8)), person: person)
  }

  private static func query(_ text: String) throws -> DeclaredQuery {
    try #require(try system("service: crm\nat: https://crm.example\n\(text)").queries.first)
  }

  @Test("a bad service file is refused with these faults", arguments: names)
  func faults(name: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: "\(name).yaml"), encoding: .utf8)
    var found = ""
    do throws(Diagnostics) {
      _ = try Self.system(text, name: "\(name).yaml")
    } catch {
      found = error.sorted.map { "\($0)\n" }.joined()
    }
    let file = Self.folder.appending(path: "\(name).txt")
    if ProcessInfo.processInfo.environment["VALENCE_RECORD"] != nil {
      try Data(found.utf8).write(to: file)
      Issue.record("recorded \(name); run again without VALENCE_RECORD")
    }
    #expect(try found == String(contentsOf: file, encoding: .utf8))
    #expect(found.contains(": error: "))
  }

  @Test func aRequestIsMadeOfTheKeysAndThePerson() throws {
    let query = try Self.query(
      """
      headers: {X-Bank: "'valence'"}
      lookups:
        - lookup: rate
          key: {from: text, on: date, count: integer}
          post: /v1/{$from}/rates
          query: {on: $on, all: "TERNARY($count > 1, 'yes', NIL)"}
          headers: {X-Login: user.login}
          body: {pair: {from: $from, list: [$count, "'x'", ~]}, name: user.name}
          answer: {value: number rate}
      """)
    let user: Value = ["login": "anna", "name": "Анна \"А\""]
    let request = try query.request.rendered(["USD EUR", "2026-11-20", 2, user])
    #expect(request.method == "POST")
    #expect(request.target == "/v1/USD%20EUR/rates?on=2026-11-20&all=yes")
    #expect(request.headers == [["X-Bank", "valence"], ["X-Login", "anna"]])
    let body = try Value(reading: try #require(request.body))
    #expect(body == ["pair": ["from": "USD EUR", "list": [2, "x", .null]], "name": "Анна \"А\""])
    #expect(try query.request.rendered(["USD", "2026-11-20", 1, user]).target == "/v1/USD/rates?on=2026-11-20")
  }

  @Test(arguments: ["", ".", "..", "a/b", "a\\b", "/", "\0"])
  func aValueThatWouldLeadElsewhereIsNoPartOfAPath(value: String) throws {
    let query = try Self.query(
      "lookups: [{lookup: a, key: [id], get: \"/a/{$id}/b\", answer: {name: text name}}]")
    #expect(throws: SystemRequest.Fault.path) { try query.request.rendered([.string(value)]) }
    #expect(try query.request.rendered(["a?b#c%2F&=;:@"]).target == "/a/a%3Fb%23c%252F%26%3D%3B%3A%40/b")
  }

  @Test func anAnswerHasTheDeclaredTypes() throws {
    let query = try Self.query(
      """
      lookups:
        - lookup: all
          key: [id]
          get: "/a/{$id}"
          missing: {status: [404, 410], when: found == NO}
          answer:
            id: text data.id
            name: text? data.name
            sum: number data.sum
            count: integer data.count
            open: boolean data.state == 'OPEN'
            day: date data.day
            since: date data.since
            place: {at: data.place, city: text city}
            second: {at?: data.second, city: text city}
            closed: {each?: data.closed, value: text id}
            rows: {each: data.rows, value: text id}
      """)
    let body = """
      {"found": true, "data": {"id": 7, "sum": "12.50", "count": 3, "state": "OPEN", "day": "2026-11-20",
       "since": "2026-11-20T22:00:00Z", "place": {"city": "Тверь", "more": 1}, "rows": [{"id": "a", "x": {}}, {"id": 2}],
       "secret": "dropped"}}
      """
    func answer(_ status: Int, _ body: String) throws -> Answer {
      let day = try #require(BankDay(timeZone: "Europe/Moscow"))
      return try query.answer(in: OutboundResponse(status: status, headers: [], body: Array(body.utf8))) {
        day.date(at: $0)
      }
    }
    guard case .found(let value) = try answer(200, body) else {
      Issue.record("there is an answer")
      return
    }
    let expected: Value = [
      "id": "7", "name": .null, "sum": .decimal(try #require(Decimal("12.50"))), "count": 3, "open": true,
      "day": "2026-11-20", "since": "2026-11-21", "place": ["city": "Тверь"], "second": .null,
      "closed": .array([]), "rows": [["value": "a"], ["value": "2"]],
    ]
    #expect(value == expected)
    for (status, text) in [(404, ""), (410, "{}"), (200, #"{"found": false}"#)] {
      if case .empty = try answer(status, text) {} else { Issue.record("\(status) \(text) means that there is none") }
    }
    for (status, text, reason) in [
      (500, "{}", "status 500"), (204, "", "the body is not JSON"), (200, "<html>", "the body is not JSON"),
      (200, #"{"data": {}}"#, "`id` is not a text"),
      (200, body.replacing("\"12.50\"", with: "\"12,50\""), "`sum` is not a number"),
      (200, body.replacing("\"count\": 3", with: "\"count\": 3.5"), "`count` is not a whole number"),
      (200, body.replacing("2026-11-20\",", with: "2026-13-20\","), "`day` is not a date"),
      (200, body.replacing("{\"city\": \"Тверь\", \"more\": 1}", with: "[]"), "`place` is not a record"),
      (200, body.replacing("{\"id\": 2}", with: "{}"), "`rows.value` is not a text"),
      (200, body.replacing("\"id\": 7", with: "\"id\": true"), "`id` is not a text"),
    ] {
      do {
        _ = try answer(status, text)
        Issue.record("\(reason): there is an answer")
      } catch {
        #expect("\(error)" == reason)
      }
    }
  }

  @Test(arguments: [
    ("facts: [{fact: a, get: /a, missing: 404, answer: {each: items, value: text id}}]", Value.array([])),
    ("facts: [{fact: a, get: /a, missing: 404, answer: {name: text name}}]", Value.null),
    (
      "verifications: [{verification: a, takes: [b], get: '/a/{$b}', missing: 404, holds: ok}]",
      ["holds": false] as Value
    ),
    (
      """
      searches:
        - search: a
          get: /a
          query: {q: $text, n: $limit, from: $offset}
          missing: 404
          answer: {each: SELF, value: text id, caption: text id}
          one: {get: "/a/{$value}", missing: 404}
      """, Value.array([])
    ),
  ])
  func whereThereIsNoneTheAnswerIsEmpty(text: String, nothing: Value) throws {
    let answer = try Self.query(text).answer(in: OutboundResponse(status: 404, headers: [], body: [])) { _ in
      CivilDate("2026-11-20")!
    }
    guard case .found(nothing) = answer else {
      Issue.record("\(answer)")
      return
    }
  }

  @Test func aReferenceHasItsValueOutsideOfTheFile() throws {
    let place = Location(file: SourceFile(name: "", text: ""), line: 1, column: 1)
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data("token\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let reference = Reference("https://${HOST}/${file:\(file.path)}/${x", at: place)
    #expect(try reference.value(["HOST": "crm"]) == "https://crm/token/${x")
    #expect(throws: Reference.Missing.variable("HOST")) { try reference.value(["HOST": ""]) }
    #expect(throws: Reference.Missing.file("/nowhere")) { try Reference("${file:/nowhere}", at: place).value([:]) }
    #expect(Reference("plain", at: place).literal == "plain" && reference.literal == nil)
  }

  @Test func aChangeOfMeaningIsAnotherQuery() throws {
    func digest(_ rest: String, head: String = "") throws -> String {
      try Self.query("\(head)lookups: [{lookup: a, key: [id], get: \"/a/{$id}\", \(rest)}]").digest
    }
    let one = try digest("answer: {name: text name}")
    #expect(try digest("answer: {name: text name}, cache: 60, stale: 5", head: "timeout: 1\nretries: 0\n") == one)
    #expect(try digest("answer: {name: text? name}") != one)
    #expect(try digest("answer: {name: text name}, missing: 404") != one)
  }

  @Test func anOperationHasAnotherVersionOnceItsQueriesMeanSomethingElse() throws {
    func version(_ answer: String, _ more: String = "") throws -> String {
      let operation = """
        operation: trial
        title: {ru: Проба, en: Trial}
        atoms:
          - {textInput: inn, caption: {ru: ИНН, en: INN}, lookup: company}
          - {text: name, caption: {ru: Имя, en: Name}, captionFrom: company.name}
        """
      let service = """
        service: crm
        at: https://crm.example
        \(more)
        lookups: [{lookup: company, key: [inn], get: "/c/{$inn}", answer: {name: text name, \(answer)}}]
        """
      var files = DefinitionFiles(operations: [DefinitionFile(name: "trial.yaml", bytes: Array(operation.utf8))])
      files.services = [DefinitionFile(name: "crm.yaml", bytes: Array(service.utf8))]
      let catalog = try Catalog(files, vocabulary: .bank)
      let source = try #require(catalog.source(of: "trial"))
      #expect(OperationSource(json: source.json) == source)
      // An earlier version is judged by the queries of its own service file.
      #expect(try source.compiled(as: source.version, with: .bank).queries.map(\.digest).count == 1)
      return source.version
    }
    let one = try version("kpp: text kpp")
    #expect(try version("kpp: text kpp", "timeout: 5") == one)
    #expect(try version("kpp: text? kpp") != one)
  }

  @Test func theSchemaHasThePropertiesThatTheReaderKnows() throws {
    func known(_ text: String, of what: String) throws -> Set<String> {
      do throws(Diagnostics) {
        _ = try Self.system(text)
      } catch {
        let message = try #require(
          error.all.map(\.message).first { $0.hasPrefix("unknown property `zzzzzzzz` of \(what)") })
        return Set(try #require(message.split(separator: "there is ").last).split(separator: ", ").map(String.init))
      }
      return []
    }
    #expect(try known("service: a\nat: https://a\nzzzzzzzz: 1", of: "a service") == Set(SystemSchema.head.names))
    for (section, properties) in SystemSchema.sections {
      let word = try #require(properties.names.first)
      let text = "service: a\nat: https://a\n\(section): [{\(word): x, zzzzzzzz: 1}]"
      // The key of a fact is known to be told that there is none.
      let found = try known(text, of: word == "effect" ? "an effect" : "a \(word)").subtracting(
        section == "facts" ? ["key"] : [])
      #expect(found == Set(properties.names), "\(section)")
    }
  }
}
