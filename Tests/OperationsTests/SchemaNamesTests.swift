@testable import Authoring
@testable import Operations
import Atoms
import BankSystems
import Definitions
import JSON
import SourceText
import Testing

/// The names in the schemas of screens, flows, routes, scenarios, recorded answers and calendars,
/// and the names of a definition set in all schemas.
struct SchemaNamesTests {
  private static let bundled = DefinitionNames(.bank)
  /// The schemas of all parts except operations, fragments, tables and services.
  static let others: [(part: String, schema: Value)] = [
    ("screens", NavigationSchema(bundled).screens), ("flows", NavigationSchema(bundled).flows),
    ("routes", NavigationSchema(bundled).routes), ("scenarios", ScenarioSchema(bundled).document),
    ("recorded", RecordedSchema(bundled).document), ("calendar", CalendarSchema.document),
    ("locales", LocaleSchema.document),
  ]

  private static func schema(_ part: String) throws -> Value { try #require(others.first { $0.part == part }).schema }

  /// Returns the properties that a reader names in its finding about the property `zzzzzzzz`.
  private static func read(_ findings: String, of what: String) throws -> Set<String> {
    let start = "unknown property `zzzzzzzz` of \(what); there is "
    let line = try #require(
      findings.split(separator: "\n").first { $0.contains(start) }, "\(what): \(findings)")
    return Set(try #require(line.split(separator: "there is ").last).split(separator: ", ").map(String.init))
  }

  /// Returns the properties of a line with that keyword.
  private static func line(_ word: String, of lines: Value?) throws -> Set<String> {
    let rules = try #require(lines?["allOf"]?.array)
    let rule = try #require(rules.first { $0["if"]?["required"]?[0]?.string == word })
    return Set(rule["then"]?["properties"]?.object?.names ?? [])
  }

  private static func head(_ part: String) throws -> Set<String> {
    Set(try schema(part)["properties"]?.object?.names ?? [])
  }

  private static let home = "screen: home\ntitle: T\nmodules:\n  - {text: a, caption: T}\n"

  @Test("The schemas of screens, flows and routes have the properties of their heads")
  func headsMatchReaders() throws {
    let findings = Sets.findings([
      "screens/a.yaml": Self.home + "zzzzzzzz: 1\n", "flows/f.yaml": "flow: f\ntitle: T\nsteps: []\nzzzzzzzz: 1\n",
      "routes/r.yaml": "routes: []\nzzzzzzzz: 1\n",
    ])
    #expect(try Self.read(findings, of: "a screen") == Self.head("screens"))
    #expect(try Self.read(findings, of: "a flow") == Self.head("flows"))
    #expect(try Self.read(findings, of: "a file of routes") == Self.head("routes"))
  }

  @Test("The schema of a screen's line has the properties that its reader accepts", arguments: ModuleLine.words)
  func modulesMatchReader(word: String) throws {
    let findings = Sets.findings(["screens/a.yaml": Self.home + "  - {\(word): x, zzzzzzzz: 1}\n"])
    // The reader accepts the other keywords, and the input of a text, only to report them.
    let refused = Set(ModuleLine.words).subtracting([word]).union(word == "text" ? ["input"] : [])
    let found = try Self.read(findings, of: withArticle(word)).subtracting(refused)
    #expect(found == (try Self.line(word, of: Self.schema("screens")["$defs"]?["module"])))
  }

  @Test("The schema of a tap on a row has the properties that its reader accepts") func tapsMatchReader() throws {
    let findings = Sets.findings([
      "screens/a.yaml": Self.home + "  - {list: accounts, open: {screen: home, zzzzzzzz: 1}}\n"
    ])
    let list = try #require(
      Self.schema("screens")["$defs"]?["module"]?["allOf"]?.array?.first { $0["if"]?["required"]?[0] == "list" })
    let found = try Self.read(findings, of: "`open`").subtracting(KnownModules.tapping).union(["screen"])
    #expect(found == (try Self.line("screen", of: list["then"]?["properties"]?["open"])))
  }

  @Test("The schemas of steps, branches and routes have the properties that their readers accept")
  func linesMatchReaders() throws {
    let findings = Sets.findings([
      "flows/f.yaml": """
      flow: f
      title: T
      operation: o
      steps:
        - {screen: home, zzzzzzzz: 1}
        - {screen: home, step: b, next: [{step: submit, zzzzzzzz: 1}]}
        - {review: true, zzzzzzzz: 1}
      """, "routes/r.yaml": "routes:\n  - {route: a/b, screen: home, zzzzzzzz: 1}\n", "screens/a.yaml": Self.home,
      "operations/o.yaml": Sets.operation(["{textInput: a, caption: A}"]).replacing("pay", with: "o"),
    ])
    let steps = try Self.schema("flows")["$defs"]?["step"]
    let found = try Self.read(findings, of: "a step").subtracting(["operation", FlowLine.exit])
    #expect(found == (try Self.line("screen", of: steps)))
    let review = try Self.read(findings, of: "a review").union(["review"])
    #expect(review == (try Self.line("review", of: steps)))
    let next = steps?["allOf"]?[0]?["then"]?["properties"]?["next"]?["anyOf"]?[1]?["items"]?["anyOf"]?[1]
    #expect(next?["properties"]?.object?.names == ["step", "if"])
    let route = try Self.read(findings, of: "a route").subtracting(KnownModules.opening).union(["screen"])
    #expect(route == (try Self.line("screen", of: Self.schema("routes")["$defs"]?["route"])))
  }

  @Test("The schema of scenarios has the properties that the reader accepts") func scenariosMatchReader() throws {
    let operation = Sets.operation(["{textInput: a, caption: A}"])
    let catalog = try Sets.catalog(["operations/pay.yaml": operation])
    let text = """
      operation: pay
      zzzzzzzz: 1
      scenarios: [{scenario: s, zzzzzzzz: 1, steps: [{zzzzzzzz: 1}]}]
      """
    var findings = ""
    do throws(Diagnostics) {
      _ = try ScenarioFile(Array(text.utf8), name: "s", operations: catalog.operations, vocabulary: .bank)
    } catch { findings = error.sorted.map(\.description).joined(separator: "\n") }
    let definitions = try Self.schema("scenarios")["$defs"]
    #expect(try Self.read(findings, of: "a scenario file") == Self.head("scenarios"))
    for (what, name) in [("a scenario", "scenario"), ("a step", "step")] {
      #expect(
        try Self.read(findings, of: what) == Set(definitions?[name]?["properties"]?.object?.names ?? []), "\(what)")
    }
  }

  @Test("The schema of recorded answers has the properties that the reader accepts") func answersMatchReader() throws {
    let text = """
      recorded: crm
      zzzzzzzz: 1
      answers: [{get: /, zzzzzzzz: 1}]
      otherwise: {zzzzzzzz: 1}
      """
    var findings = ""
    do throws(Diagnostics) {
      _ = try RecordedSystem(DefinitionFile(name: "crm.recorded.yaml", bytes: Array(text.utf8)))
    } catch { findings = error.sorted.map(\.description).joined(separator: "\n") }
    let properties = try Self.schema("recorded")["properties"]
    #expect(try Self.read(findings, of: "recorded answers") == Self.head("recorded"))
    #expect(
      try Self.read(findings, of: "an answer")
        == Set(properties?["answers"]?["items"]?["properties"]?.object?.names ?? []))
    #expect(
      try Self.read(findings, of: "`otherwise`") == Set(properties?["otherwise"]?["properties"]?.object?.names ?? []))
  }

  @Test("The schema of a calendar has the properties that the reader accepts") func calendarMatchesReader() throws {
    var findings = ""
    do throws(Diagnostics) {
      _ = try CalendarFile.calendar(Array("zzzzzzzz: 1".utf8), name: "calendar.yaml")
    } catch { findings = error.sorted.map(\.description).joined(separator: "\n") }
    #expect(try Self.read(findings, of: "a calendar") == Self.head("calendar"))
  }

  // MARK: - The names of a set

  private static let service = """
    service: crm
    at: https://crm.example
    lookups: [{lookup: company, key: [inn], get: "/{$inn}", answer: {name: text n}}]
    facts: [{fact: score, get: "/{user.id}", answer: number s}]
    verifications: [{verification: isOpen, takes: [inn], get: "/{$inn}", holds: ok}]
    searches:
      - search: cities
        get: /cities
        query: {q: $text, limit: $limit, offset: $offset}
        answer: {each: items, value: text id, caption: text n}
        one: {get: "/cities/{$value}"}
    effects:
      - {effect: send, takes: {a: text}, post: /, body: {a: $a}, executed: {status: 200}}
      - {effect: document, post: /, body: {v: values}, executed: {status: 200}}
    """
  private static let set = [
    "services/crm.yaml": service,
    "services/crm.recorded.yaml": "recorded: crm\nanswers: [{name: sber, get: /1, body: {n: S}}]",
    "tables/rates.yaml": "table: rates\nkeys: {code: text}\nrows: [[a]]",
    "fragments/payee.yaml": Sets.fragment(["{textInput: b, caption: B}"]),
    "operations/pay.yaml": Sets.operation(["{textInput: a, caption: A, chek: x}"]), "screens/home.yaml": home,
    "flows/f.yaml": "flow: f\ntitle: T", "routes/r.yaml": "routes: [{route: pay/quick, operation: pay}]",
  ]

  @Test("The schemas of a set have its names, also if an operation has faults") func schemasHaveNamesOfSet() throws {
    let names = try DefinitionNames(Sets.files(Self.set), over: .bank)
    let schema = FormatSchema(names).document
    func contains(_ schema: Value?, _ name: String) -> Bool {
      schema?["enum"]?.array?.contains(.string(name)) ?? false
    }
    let input = schema["$defs"]?["kind-textInput"]?["properties"]
    for name in ["company", "rates", "bank"] { #expect(contains(input?["lookup"]?["anyOf"]?[0], name), "\(name)") }
    for name in ["cities", "banks"] {
      #expect(contains(schema["$defs"]?["kind-search"]?["properties"]?["in"], name), "\(name)")
    }
    #expect(contains(schema["properties"]?["effect"], "send"))
    #expect(contains(schema["properties"]?["effect"], "payment"))
    #expect(contains(schema["properties"]?["core"], "crm"))
    #expect(contains(schema["properties"]?["core"], "feed"))
    #expect(contains(schema["properties"]?["asks"]?["anyOf"]?[0], "crm"))
    let examples = schema["$defs"]?["condition"]?["examples"]?.array ?? []
    #expect(examples.contains("score") && examples.contains("isOpen($value)") && examples.contains("accounts"))
    #expect(schema["properties"]?["next"]?["examples"]?.array?.contains("valence://pay/quick") == true)
    let rows = schema["$defs"]?["kind-enum"]?["properties"]?["options"]?["anyOf"]?[2]?["properties"]?["table"]
    #expect(rows?["enum"] == ["rates"])
    let lines = schema["$defs"]?["atoms"]?["items"]?["allOf"]?.array ?? []
    #expect(lines.last?["then"]?["properties"]?["include"]?["enum"] == ["payee"])
  }

  @Test("An operation with pages is a name of a flow") func namesPages() throws {
    let paged = "operation: card\ntitle: T\neffect: send\npages: []"
    let files = Sets.files(Self.set.merging(["operations/card.yaml": paged]) { $1 })
    #expect(try DefinitionNames(files, over: .bank).own?.targets["flow"] == ["card", "f"])
  }

  @Test("The schemas of navigation, scenarios and recorded answers have the names of a set")
  func otherSchemasHaveNamesOfSet() throws {
    let names = try DefinitionNames(Sets.files(Self.set), over: .bank)
    func name(_ word: String, in lines: Value?) -> Value? {
      let rule = lines?["allOf"]?.array?.first { $0["if"]?["required"]?[0]?.string == word }
      return rule?["then"]?["properties"]?[word]?["enum"]
    }
    let module = NavigationSchema(names).screens["$defs"]?["module"]
    #expect(name("operation", in: module) == ["pay"] && name("screen", in: module) == ["home"])
    #expect(name("flow", in: module) == ["f"])
    #expect(NavigationSchema(names).flows["properties"]?["operation"]?["enum"] == ["pay"])
    let scenarios = ScenarioSchema(names).document["properties"]
    #expect(scenarios?["operation"]?["enum"] == ["pay"])
    #expect(scenarios?["recorded"]?["anyOf"]?[0]?["enum"] == ["sber"])
    #expect(scenarios?["failing"]?["anyOf"]?[0]?["enum"] == ["crm"])
    #expect(scenarios?["facts"]?["properties"]?["score"] != nil)
    #expect(scenarios?["lookups"]?["properties"]?["company"] != nil)
    // Tables take no answers.
    #expect(scenarios?["lookups"]?["properties"]?["rates"] == nil)
    #expect(RecordedSchema(names).document["properties"]?["recorded"]?["enum"] == ["crm"])
  }

  @Test("A fault that hides names of a set is reported in place of a schema") func reportsHiddenNames() {
    let files = Sets.files(["services/crm.yaml": "service: crm\nat: https://a\nlookup: []"])
    #expect(throws: DefinitionFailure.self) { try DefinitionNames(files, over: .bank) }
  }
}
