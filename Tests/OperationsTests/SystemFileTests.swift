@testable import Authoring
@testable import BankSystems
@testable import Definitions
import Services
import Atoms
import Conditions
import Dates
import SourceText
import Foundation
import JSON
import Model
import HTTPClient
import Testing

@testable import Operations

/// Service files: faults, requests and answers.
struct SystemFileTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases/services")
  private static let names = [
    "head", "address", "nothing", "queries", "effects", "senders", "slips", "missing", "keys",
  ]
  private static let person = Facts.types["user"] ?? .any

  private static func system(_ text: String, name: String = "crm.yaml") throws(Diagnostics) -> BankSystem {
    try BankSystem(DefinitionFile(name: name, bytes: Array(text.utf8)), person: person)
  }

  private static func query(_ text: String) throws -> DeclaredQuery {
    try #require(try system("service: crm\nat: https://crm.example\n\(text)").queries.first)
  }

  @Test("Each faulty service file is rejected with the recorded faults", arguments: names)
  func reportsRecordedFaults(name: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: "\(name).yaml"), encoding: .utf8)
    var found = ""
    do throws(Diagnostics) {
      _ = try Self.system(text, name: "\(name).yaml")
    } catch {
      found = error.sorted.map { "\($0)\n" }.joined()
    }
    let file = Self.folder.appending(path: "\(name).txt")
    let expected = try? String(contentsOf: file, encoding: .utf8)
    if ProcessInfo.processInfo.environment["VALENCE_RECORD"] != nil, found != expected {
      try Data(found.utf8).write(to: file)
      Issue.record("recorded \(name).txt: review it and run again without VALENCE_RECORD")
    } else {
      #expect(found == expected, "VALENCE_RECORD=1 records \(name).txt again")
    }
    #expect(found.contains(": error: "))
  }

  @Test("A service request is rendered from its keys and the person") func rendersRequest() throws {
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

  @Test(
    "A value that would change the path of a service request is rejected",
    arguments: ["", ".", "..", "a/b", "a\\b", "/", "\0"])
  func rejectsUnsafePathValue(value: String) throws {
    let query = try Self.query(
      "lookups: [{lookup: a, key: [id], get: \"/a/{$id}/b\", answer: {name: text name}}]")
    #expect(throws: SystemRequest.Fault.path) { try query.request.rendered([.string(value)]) }
    #expect(try query.request.rendered(["a?b#c%2F&=;:@"]).target == "/a/a%3Fb%23c%252F%26%3D%3B%3A%40/b")
  }

  @Test("The fault of a service request names its expression and the remedy, but no value")
  func faultNamesExpression() throws {
    let query = try Self.query(
      """
      facts:
        - fact: a
          get: "/customers/{user.externalId}/loans"
          headers: {X-Login: user.login}
          answer: {name: text name}
      """)
    func fault(_ user: Value) -> SystemRequest.Fault? {
      do throws(SystemRequest.Fault) { _ = try query.request.rendered([user]) } catch { return error }
      return nil
    }
    let unlinked = try #require(fault(["login": "anna", "externalId": .null]))
    #expect(unlinked.description == "no request: `user.externalId` has no value")
    #expect(unlinked.remedy == "valence users link")
    let unusable = try #require(fault(["login": "an\nna", "externalId": "C-1"]))
    #expect(unusable.description == "no request: the value of `user.login` cannot be sent")
    let dots = try #require(fault(["login": "anna", "externalId": ".."]))
    #expect(dots.description == "no request: a value cannot be part of the path")
    #expect(unusable.remedy == nil && dots.remedy == nil)
    // A header without a value is omitted.
    #expect(fault(["login": .null, "externalId": "C-1"]) == nil)
  }

  @Test(
    "An optional value has two notations",
    arguments: ["a: optional text b, c: {optional at: d, e: text e}", "a: text? b, c: {at?: d, e: text e}"],
    ["f: {optional each: g, h: text h}", "f: {each?: g, h: text h}"])
  func optionalValueHasTwoNotations(_ fields: String, _ list: String) throws {
    let query = try Self.query("lookups: [{lookup: a, key: [id], get: \"/a/{$id}\", answer: {\(fields), \(list)}}]")
    let response = OutboundResponse(status: 200, headers: [], body: Array("{}".utf8))
    let day = try #require(BankDay(timeZone: "Europe/Moscow"))
    guard case .found(let value) = try query.answer(in: response, { day.date(at: $0) }) else {
      Issue.record("the answer is missing")
      return
    }
    #expect(value == ["a": .null, "c": .null, "f": .array([])])
  }

  @Test("A service answer is read by its declared types or rejected with the reason")
  func readsAnswerByDeclaredTypes() throws {
    let query = try Self.query(
      """
      lookups:
        - lookup: all
          key: [id]
          get: "/a/{$id}"
          missing: {status: [404, 410], when: found == NO}
          answer:
            id: text data.id
            name: optional text data.name
            sum: number data.sum
            count: integer data.count
            open: boolean data.state == 'OPEN'
            day: date data.day
            since: date data.since
            place: {at: data.place, city: text city}
            second: {optional at: data.second, city: text city}
            closed: {optional each: data.closed, value: text id}
            rows: {each: data.rows, value: text id}
      """)
    let body = """
      {"found": true, "data": {"id": 7, "sum": "12.50", "count": 3, "state": "OPEN", "day": "2026-11-20",
       "since": "2026-11-20T22:00:00Z", "place": {"city": "Тверь", "more": 1}, "rows": [{"id": "a", "x": {}}, {"id": 2}],
       "secret": "dropped"}}
      """
    func answer(_ status: Int, _ body: String) throws -> LookupAnswer {
      let day = try #require(BankDay(timeZone: "Europe/Moscow"))
      return try query.answer(in: OutboundResponse(status: status, headers: [], body: Array(body.utf8))) {
        day.date(at: $0)
      }
    }
    guard case .found(let value) = try answer(200, "\u{FEFF}" + body) else {
      Issue.record("the answer is missing")
      return
    }
    let expected: Value = [
      "id": "7", "name": .null, "sum": .decimal(try #require(Decimal("12.50"))), "count": 3, "open": true,
      "day": "2026-11-20", "since": "2026-11-21", "place": ["city": "Тверь"], "second": .null,
      "closed": .array([]), "rows": [["value": "a"], ["value": "2"]],
    ]
    #expect(value == expected)
    for (status, text) in [(404, ""), (410, "{}"), (200, #"{"found": false}"#)] {
      if case .empty = try answer(status, text) {} else { Issue.record("\(status) \(text) is not read as missing") }
    }
    for (status, text, reason) in [
      (206, body, "status 206"), (226, body, "status 226"),
      (500, "{}", "status 500"), (204, "", "the body is not JSON"), (200, "<html>", "the body is not JSON"),
      (200, #"{"data": {}}"#, "`id` is not a text"),
      (200, body.replacing("\"12.50\"", with: "\"12,50\""), "`sum` is not a number"),
      (200, body.replacing("\"count\": 3", with: "\"count\": 3.5"), "`count` is not a whole number"),
      (200, body.replacing("2026-11-20\",", with: "2026-13-20\","), "`day` is not a date"),
      (200, body.replacing("{\"city\": \"Тверь\", \"more\": 1}", with: "[]"), "`place` is not a record"),
      (200, body.replacing("{\"id\": 2}", with: "{}"), "`rows.value` is not a text"),
      (200, body.replacing("\"id\": 7", with: "\"id\": true"), "`id` is not a text"),
      (200, body.replacing("\"id\": 7", with: "\"id\": \"a\\u0000b\""), "`id` is not a text"),
      // A comparison with an absent value has no result.
      (200, body.replacing("\"state\": \"OPEN\", ", with: ""), "`open` is not true or false"),
      (200, body.replacing("\"OPEN\"", with: "null"), "`open` is not true or false"),
      (200, body.replacing("\"OPEN\"", with: "5"), "`open` is not true or false"),
      (200, body.replacing("\"OPEN\"", with: "[]"), "`open` is not true or false"),
    ] {
      do {
        _ = try answer(status, text)
        Issue.record("\(reason): the answer was accepted")
      } catch {
        #expect("\(error)" == reason)
      }
    }
  }

  @Test(
    "A status declared as missing gives an empty answer",
    arguments: [
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
  func missingStatusGivesEmptyAnswer(text: String, nothing: Value) throws {
    let answer = try Self.query(text).answer(in: OutboundResponse(status: 404, headers: [], body: [])) { _ in
      CivilDate("2026-11-20")!
    }
    guard case .found(nothing) = answer else {
      Issue.record("\(answer)")
      return
    }
  }

  @Test("A reference is resolved from the environment and from files") func resolvesReferences() throws {
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

  @Test(
    "Line breaks at the end of a referenced file are removed, and a file without other text is missing",
    arguments: [
      ("token\r\n", "token"), ("token\n\r\n\n", "token"), ("\ntoken\n", "\ntoken"), ("", nil), ("\r\n", nil),
    ] as [(String, String?)])
  func trimsReferencedFile(_ content: String, _ expected: String?) throws {
    let place = Location(file: SourceFile(name: "", text: ""), line: 1, column: 1)
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(content.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let reference = Reference("${file:\(file.path)}", at: place)
    if let expected {
      #expect(try reference.value([:]) == expected)
    } else {
      #expect(throws: Reference.Missing.file(file.path)) { try reference.value([:]) }
    }
  }

  @Test("The digest of a query follows its meaning and ignores cache times and property order")
  func queryDigestFollowsMeaning() throws {
    func digest(_ rest: String, head: String = "") throws -> String {
      try Self.query("\(head)lookups: [{lookup: a, key: [id], get: \"/a/{$id}\", \(rest)}]").digest
    }
    let one = try digest("answer: {name: text name}")
    #expect(try digest("answer: {name: text name}, cache: 60, stale: 5", head: "timeout: 1\nretries: 0\n") == one)
    #expect(try digest("answer: {name: optional text name}") != one)
    #expect(try digest("answer: {name: text name}, missing: 404") != one)
    #expect(
      try digest("answer: {name: text name, cache: text x}") != digest("answer: {name: text name, cache: text y}"))
    #expect(try digest("answer: {stale: text name}") != digest("answer: {stale: text other}"))
    // The order of properties and fields does not matter; the order of keys does.
    func inOrder(_ line: String) throws -> String { try Self.query("lookups: [{\(line)}]").digest }
    let ordered =
      "lookup: a, key: {a: text, b: date}, get: \"/a/{$a}\", query: {x: $a, y: $b}, answer: {c: text c, d: text d}"
    let reordered =
      "get: \"/a/{$a}\", answer: {d: text d, c: text c}, query: {y: $b, x: $a}, key: {a: text, b: date}, lookup: a"
    #expect(try inOrder(ordered) == inOrder(reordered))
    #expect(try inOrder(ordered) != inOrder(ordered.replacing("{a: text, b: date}", with: "{b: date, a: text}")))
  }

  @Test("The digest of an effect changes with its stored fields and missing statuses") func effectDigestFollowsMeaning()
    throws
  {
    func digest(_ rest: String, status: String = "", keep: String = "number") throws -> String {
      let line =
        "effect: a, takes: {every: text}, post: /a, body: {every: $every}, accepted: {status: 202}, "
        + "executed: {status: 201, keep: {\(keep): text id}}, "
        + "status: {get: \"/a/{submission}\", executed: {status: 200}\(status)}\(rest)"
      return try #require(try Self.system("service: crm\nat: https://crm.example\neffects: [{\(line)}]").effects.first)
        .digest
    }
    let one = try digest("")
    #expect(try digest(", deadline: 60", status: ", every: 5") == one)
    #expect(try digest("", keep: "every") != one && digest("", keep: "deadline") != digest("", keep: "every"))
    #expect(try digest("", status: ", missing: 404") != one)
  }

  @Test("The version of an operation changes with the meaning of its queries") func versionFollowsQueries() throws {
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
      // An earlier version is compiled with the queries of its own service file.
      #expect(try source.compiled(as: source.version, with: .bank).queries.map(\.digest).count == 1)
      return source.version
    }
    let one = try version("kpp: text kpp")
    #expect(try version("kpp: text kpp", "timeout: 5") == one)
    #expect(try version("kpp: optional text kpp") != one)
  }

  private static let used = (
    service: """
    service: crm
    at: https://crm.example
    timeout: 2
    lookups: [{lookup: company, key: [inn], get: "/c/{$inn}", answer: {name: text name, rows: {each: rows, value: text id, caption: text id}}}]
    facts: [{fact: loans, get: /l, answer: {each: items, value: text id, monthly: number sum}}]
    verifications: [{verification: isPassport, takes: [number], get: "/p/{$number}", holds: "result == 'VALID'"}]
    searches: [{search: address, post: /a, body: {t: $text, n: $limit, o: $offset}, answer: {each: SELF, value: text id, caption: text name}, one: {get: "/a/{$value}"}}]
    effects: [{effect: apply, takes: {inn: text}, post: /applications, body: {inn: $inn}, executed: {status: 201}}]
    """,
    operation: Sets.operation(
      [
        "{textInput: inn, caption: {ru: ИНН, en: INN}, lookup: company, check: isPassport}",
        "{text: name, caption: {ru: Имя, en: Name}, captionFrom: company.name, showIf: \"loans.@sum.monthly > 0\"}",
        "{enum: row, caption: {ru: Ряд, en: Row}, options: company.rows}",
        "{search: address, caption: {ru: Адрес, en: Address}, in: address}",
        "{text: place, caption: {ru: Место, en: Place}, captionFrom: address.caption}",
        "{button: send, caption: {ru: Да, en: Yes}, action: submit}",
      ], more: "effect: apply\n")
  )

  @Test(
    "A fault of a service file is reported only in that file",
    arguments: [
      ("", "", nil), ("text name,", "tekst name,", 4), ("each: rows", "each: \"rows +\"", 4),
      ("timeout: 2", "breaker: {after: 0}", 3), ("lookups:", "lookup:", 4), ("lookup: company", "lookup: com-pany", 4),
      ("key: [inn]", "key: {inn: txt}", 4), ("/c/{$inn}", "c/{$inn}", 4), ("service: crm", "service: c-r-m", 1),
      ("fact: loans", "fcat: loans", 5), ("number sum", "numbr sum", 5), ("each: items", "each: \"items[\"", 5),
      ("takes: [number]", "takes: []", 6), ("result == 'VALID'", "result = ", 6),
      ("caption: text name}", "cap: text name}", 7),
      ("executed: {status: 201}", "executed: {status: 1}", 8), ("takes: {inn: text}", "takes: {inn: txt}", 8),
      ("effect: apply", "effct: apply", 8), ("post: /applications", "post: applications", 8),
      ("at: https", "at: ftp", 2), ("facts: [", "facts: [[", nil),
    ])
  func reportsFaultAtServiceOnly(of text: String, as faulty: String, line: Int?) throws {
    let service = text.isEmpty ? Self.used.service : Self.used.service.replacing(text, with: faulty, maxReplacements: 1)
    #expect(text.isEmpty || service != Self.used.service)
    let files = Sets.files(["operations/pay.yaml": Self.used.operation, "services/crm.yaml": service])
    let found = Sets.findings(files, .bank)
    #expect(!found.contains("operations/pay.yaml"), "\(found)")
    #expect(found.contains(": error: ") == !text.isEmpty)
    for place in found.matches(of: /crm\.yaml:(\d+):\d+: error/) where line != nil {
      #expect(Int(place.1) == line, "\(found)")
    }
  }

  @Test("Faults of operations are reported together with faults of service files") func reportsOperationFaultsToo() {
    let operation = Self.used.operation.replacing("company.name", with: "company.nam")
    let service = Self.used.service.replacing("timeout: 2", with: "timeout: 99")
    let found = Sets.findings(Sets.files(["operations/pay.yaml": operation, "services/crm.yaml": service]), .bank)
    #expect(found.contains("services/crm.yaml:3:10: error") && found.contains("did you mean `name`?"), "\(found)")
  }

  @Test(
    "A service file that declares a reserved word of conditions is rejected",
    arguments: [
      ("verifications: [{verification: round, takes: [a], get: \"/a/{$a}\", holds: ok}]", "round"),
      ("verifications: [{verification: TERNARY, takes: [a], get: \"/a/{$a}\", holds: ok}]", "TERNARY"),
      ("facts: [{fact: SELF, get: /a, answer: {name: text name}}]", "SELF"),
      ("facts: [{fact: AND, get: /a, answer: {name: text name}}]", "AND"),
      ("lookups: [{lookup: NIL, key: [a], get: \"/a/{$a}\", answer: {name: text name}}]", "NIL"),
    ])
  func rejectsReservedName(query: String, name: String) {
    let files = Sets.files([
      "operations/pay.yaml": Sets.operation(["{textInput: a, caption: {ru: А, en: A}, check: \"$a != 'x'\"}"]),
      "services/crm.yaml": "service: crm\nat: https://crm.example\n\(query)",
    ])
    let found = Sets.findings(files, .bank)
    #expect(found.contains("error: `\(name)` is a reserved word of conditions"), "\(found)")
    #expect(!found.contains("operations/pay.yaml"), "\(found)")
  }

  @Test(
    "A fact can have the name of a function or a name similar to a reserved word",
    arguments: ["round", "sum", "selfless", "nothing"])
  func acceptsSimilarName(name: String) {
    let files = Sets.files([
      "operations/pay.yaml": Sets.operation([
        "{text: a, caption: {ru: А, en: A}, captionFrom: \(name).name}"
      ]),
      "services/crm.yaml":
        "service: crm\nat: https://crm.example\nfacts: [{fact: \(name), get: /a, answer: {name: text name}}]",
    ])
    #expect(Sets.findings(files, .bank) == "")
  }

  @Test("A verification reason without a translation is a warning") func warnsOfUntranslatedReason() {
    let service = """
      service: crm
      at: https://crm.example
      verifications: [{verification: isKnown, takes: [a], get: "/a/{$a}", holds: ok, code: code, reasons: {OLD: Старый, NEW: {ru: Новый, en: New}}}]
      """
    let files = Sets.files([
      "operations/pay.yaml": Sets.operation(["{textInput: a, caption: {ru: А, en: A}, check: isKnown}"]),
      "services/crm.yaml": service,
    ])
    let found = Sets.findings(files, .bank)
    #expect(found.contains("services/crm.yaml:3:107: warning: `OLD` has no translation into `en`"), "\(found)")
    #expect(!found.contains("NEW") || found.split(separator: "warning").count == 2)
  }

  @Test("An invalid service address is reported at its place") func locatesInvalidAddress() throws {
    let system = try Self.system(
      "service: crm\ntimeout: 1\nat: ${HOST}/x\nauth: {bearer: \"${TOKEN}\"}\nfacts: [{fact: f, get: /f, answer: {a: text a}}]"
    )
    let systems = BankSystemRegistry(
      .live, client: try OutboundClient(policy: AddressPolicy()), day: try #require(BankDay(timeZone: "Europe/Moscow")),
      environment: ["HOST": "crm", "TOKEN": "t"], clock: { Instant(microseconds: 0) }
    ) { _ in }
    let fault = #expect(throws: BankSystemRegistry.Unusable.self) { try systems.serve([system], []) }
    #expect(
      fault?.description.hasPrefix("crm.yaml:3:5: error: `at` takes an address") == true, "\(fault?.description ?? "")")
  }

  @Test("A search of an unknown list or of a list without captions is rejected") func rejectsUnsuitableList() {
    let service =
      "service: crm\nat: https://crm.example\nfacts: [{fact: debts, get: /l, answer: {each: SELF, value: text id}}]"
    func found(_ list: String) -> String {
      Sets.findings(
        Sets.files([
          "operations/pay.yaml": Sets.operation(["{search: a, caption: {ru: А, en: A}, in: \(list)}"]),
          "services/crm.yaml": service,
        ]), .bank)
    }
    #expect(
      found("debts").contains("`debts` is not a list of options: its elements need a text `value` and a `caption`"))
    #expect(found("xyz").contains("unknown list `xyz`; there is accounts, banks, cards, deals, providers\n"))
  }

  @Test("A lookup field written with the sign $ is a fault that suggests the correct form") func suggestsLookupField() {
    let operation = Sets.operation([
      "{search: address, caption: {ru: А, en: A}, in: address}",
      "{textInput: inn, caption: {ru: А, en: A}, lookup: {name: company, as: employer}}",
      "{text: a, caption: {ru: А, en: A}, showIf: \"$address.caption == 'x' OR $address.x == 'x' OR $inn.name == 'y' OR $inn.nothing == 'z'\"}",
    ])
    let found = Sets.findings(
      Sets.files(["operations/pay.yaml": operation, "services/crm.yaml": Self.used.service]), .bank)
    // A selected option is read by the name of its atom.
    #expect(!found.contains("`caption`:"), "\(found)")
    #expect(found.contains("an option of `address` has no field `x`"), "\(found)")
    #expect(found.contains("text has no key `name`, write `employer.name`"), "\(found)")
    #expect(found.contains("text has no key `nothing`\n"), "\(found)")
  }

  @Test("The service schema has exactly the properties that the reader accepts") func schemaMatchesReader() throws {
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
      // The reader accepts the key of a fact and the GET of a sender only to report that they are
      // not allowed.
      let refused = ["facts": "key", "senders": "get"][section].map { Set([$0]) } ?? []
      let found = try known(text, of: word == "effect" ? "an effect" : "a \(word)").subtracting(refused)
      #expect(found == Set(properties.names), "\(section)")
    }
  }
}
