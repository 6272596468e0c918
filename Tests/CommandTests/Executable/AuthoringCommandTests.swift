import Foundation
import JSON
import TestBank
import Testing

struct AuthoringCommandTests {
  private static let trial = """
    operation: trial
    title: {ru: Проба, en: Trial}
    atoms:
      - {enum: type, caption: {ru: Вид, en: Type}, options: {1: {ru: Раз, en: One}, 2: {ru: Два, en: Two}}, default: 1}
      - group: more
        caption: {ru: Ещё, en: More}
        showIf: "$type == 2"
        atoms:
          - {toggle: urgent, caption: {ru: Срочно, en: Urgent}}
          - {textInput: bic, caption: {ru: БИК, en: BIC}, type: digits, length: 9, optional: true, lookup: bank}
      - {text: bankName, caption: {ru: Банк, en: Bank}, captionFrom: bank.name, failed: "-"}
      - {textInput: sum, caption: {ru: Сумма, en: Sum}, type: number, enableIf: "$urgent != YES"}
      - {text: late, caption: {ru: Поздно, en: Late}, showIf: "today() > '2026-06-01'"}
      - {accountPicker: from, caption: {ru: Счёт, en: Account}, optional: true}
      - {button: send, caption: {ru: Послать, en: Send}, action: submit}

    """

  private static func place() throws -> Workplace {
    try Workplace(with: trial, in: "own/operations/trial.yaml")
  }

  @Test("`check` prints warnings and exits with 0") func checkReportsWarnings() throws {
    let place = try Workplace(
      with: "operation: a\ntitle: Проба\natoms:\n  - {textInput: b, caption: {all: B}}\n", in: "a.yaml")
    let outcome = try place.run("check", "a.yaml")
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        a.yaml:2:8: warning: `title` has no translation into `en`
          title: Проба
                 ^
        1 operation, 1 warning

        """)
  }

  @Test("`test` runs scenarios and reports each failed step with its position")
  func reportsFailedScenarioSteps() throws {
    let place = try Self.place()
    let whole = try place.run("test")
    #expect(whole.status == 0)
    #expect(whole.output.hasSuffix(": all as expected\n"))
    let scenarios = """
      operation: trial
      today: 2026-04-01
      scenarios:
        - scenario: Hidden at first
          steps:
            - {hidden: more}
            - {set: {type: 2}, hidden: urgent}

      """
    try place.write(scenarios, to: "own/operations/trial.scenarios.yaml")
    for arguments in [
      ["--config", "own"], ["own/operations/trial.yaml", "--config", "own"], ["own/operations"],
      ["own/operations/trial.yaml", "own/operations/trial.scenarios.yaml"],
    ] {
      let outcome = try Program(["test"] + arguments, in: place).outcome()
      #expect(outcome.status == 1)
      #expect(
        outcome.output == """
          own/operations/trial.scenarios.yaml:7:34: error: Hidden at first, step 2: expected `urgent` hidden, got shown
                  - {set: {type: 2}, hidden: urgent}
                                             ^
          1 file, 1 scenario, 2 steps: 1 not as expected

          """)
    }
    let none = try place.run("test", "nowhere.yaml")
    #expect(
      (none.status, none.output) == (
        1,
        """
        nowhere.scenarios.yaml:1:1: error: the file cannot be read
        1 file, 0 scenarios, 0 steps: 1 file with faults

        """
      ))
  }

  @Test("`show`, `graph` and `test` accept a file outside the configuration")
  func acceptsFileOutsideConfiguration() throws {
    let place = try Self.place()
    try place.write("operation: gift\ntitle: Gift\natoms:\n  - {textInput: sum, caption: Sum}\n", to: "gift.yaml")
    try place.write(
      "operation: gift\nscenarios:\n  - scenario: One\n    steps: [{set: {sum: 5}, wrong: {}}]\n",
      to: "gift.scenarios.yaml")
    let shown = try place.run("show", "gift.yaml", "--config", "own")
    #expect(shown.status == 0 && shown.output.contains("Sum *: ______   (sum)"), "\(shown.output)")
    #expect(try place.run("graph", "gift.yaml", "--config", "own").output.hasPrefix("digraph"))
    let tried = try place.run("test", "gift.yaml", "--config", "own")
    #expect(tried.output == "1 file, 1 scenario, 1 step: all as expected\n")
    #expect(try place.run("show", "gone.yaml", "--config", "own").status == 1)
  }

  @Test("`test` and `show` use the calendar of the configuration and report its faults")
  func usesConfiguredCalendar() throws {
    let place = try Self.place()
    try place.write("holidays: [2026-11-04]\n", to: "own/calendar.yaml")
    try place.write(
      """
      operation: trial
      title: Trial
      atoms:
        - {dateInput: on, caption: Day, check: {check: isBusinessDay($on), message: A day off}}
        - {dateInput: next, caption: Next, optional: true, value: "addBusinessDays($on, 1)"}
      """, to: "own/operations/trial.yaml")
    try place.write(
      """
      operation: trial
      scenarios:
        - scenario: A Wednesday off
          steps:
            - {set: {on: 2026-11-04}, wrong: {on: check}, messages: {on: A day off}, computed: {next: 2026-11-05}}
            - {set: {on: 2026-11-03}, wrong: {}, computed: {next: 2026-11-05}}
      """, to: "own/operations/trial.scenarios.yaml")
    let tried = try place.run("test", "--config", "own")
    #expect(tried.output == "1 file, 1 scenario, 2 steps: all as expected\n")
    let shown = try place.run("show", "trial", "--config", "own", "--set", "on=2026-11-04", "--language", "en")
    #expect(shown.output.contains("A day off") && shown.output.contains("2026-11-05"), "\(shown.output)")
    try place.write("holidays: [2026-11-07]\n", to: "own/calendar.yaml")
    for command in [["test"], ["show", "trial"]] {
      let refused = try Program(command + ["--config", "own"], in: place).outcome()
      #expect(refused.status == 1 && "\(refused)".contains("calendar.yaml:1:12: error"), "\(refused)")
    }
  }

  @Test("`show` draws an operation without a database, for a given date, language and values")
  func drawsOperationWithoutPerson() throws {
    let place = try Self.place()
    let version = try #require(
      try place.run("show", "trial", "--config", "own").output.firstMatch(of: /trial ([0-9a-f]+)/))
    let first = try place.run("show", "trial", "--config", "own", "--on", "2026-04-01", "--language", "en")
    #expect(
      first.output == """
        Trial   (trial \(version.1))
        ────────────────────────────
        Type *: 1   (type)
            (x) 1 One
            ( ) 2 Two
        Bank   (bankName)
        Sum *: ______   (sum)
        Account: -   (from)
        [ Send ]   (send)

        """)
    let second = try place.run(
      "show", "trial", "--config", "own", "--on", "2026-07-01", "--language", "en", "--set", "type=2", "--set",
      "bic=12",
      "--set", "urgent=true")
    #expect(
      second.output == """
        Trial   (trial \(version.1))
        ────────────────────────────
        Type *: 2   (type)
            ( ) 1 One
            (x) 2 Two
        More   (more)
          [x] Urgent   (urgent)
          BIC: 12   (bic)
              ! 2 of 9 digits entered
        -   (bankName)
        Sum *: ______   (sum, may not be changed)
        Late   (late)
        Account: -   (from)
        [ Send ]   (send)

        """)
    #expect(try place.made() == ["own"])
  }

  @Test("`show` prints violations at their items") func showsViolationsInItems() throws {
    let place = try Workplace()
    let lines = """
      operation: lines
      title: {ru: Строки, en: Lines}
      atoms:
        - repeat: lines
          atoms: [{textInput: what, caption: {ru: Что, en: What}, minLength: 2}]

      """
    try place.write(lines, to: "own/operations/lines.yaml")
    let drawn = try place.run(
      "show", "lines", "--config", "own", "--language", "en", "--set", #"lines=[{"what": "ab"}, {"what": "a"}]"#)
    #expect(
      drawn.output.hasSuffix(
        """
          1.
            What *: ab   (lines[0].what)
          2.
            What *: a   (lines[1].what)
                ! At least 2 characters

        """))
  }

  @Test("`show` draws all pages and the review, and `--page` one of them") func showsPages() throws {
    let form = """
      operation: form
      title: {ru: Анкета, en: Form}
      review: {title: {ru: Проверьте, en: Check it}}
      pages:
        - page: person
          title: {ru: Человек, en: Person}
          atoms: [{textInput: name, caption: {ru: Имя, en: Name}}]
        - page: address
          title: {ru: Адрес, en: Address}
          atoms: [{textInput: city, caption: {ru: Город, en: City}}]

      """
    let place = try Workplace(with: form, in: "own/operations/form.yaml")
    func shown(_ page: String...) throws -> Program.Outcome {
      let values = ["--set", "name=Ann", "--set", "city=Perm"]
      return try Program(["show", "form", "--config", "own", "--language", "en"] + values + page, in: place)
        .outcome()
    }
    let whole = try shown().output
    #expect(whole.contains("Name *: Ann   (name)") && whole.contains("City *: Perm   (city)"), "\(whole)")
    let page = try shown("--page", "address").output
    #expect(page.contains("City *: Perm   (city)") && !page.contains("Ann"), "\(page)")
    let review = try shown("--page", "review").output
    #expect(review.contains("Name: Ann") && review.contains("City: Perm") && !review.contains("(city)"), "\(review)")
    #expect(try shown("--page", "adress").errors.contains("did you mean `address`"))
  }

  @Test("`show --as` draws an operation for a person of the database") func drawsOperationForPerson() throws {
    let place = try Self.place()
    let server = try place.serve("--demo")
    #expect(try server.stop().status == 0)
    let outcome = try place.run(
      "show", "trial", "--config", "own", "--as", "demo", "--set", "type=2", "--set", "bic=044525225", "--language",
      "en")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("ПАО Сбербанк   (bankName)"))
    #expect(outcome.output.contains("    ( ) 40817810500000000001 Текущий 152300.00 RUB\n"))
    let nobody = try place.run("show", "trial", "--config", "own", "--as", "nobody")
    #expect((nobody.status, nobody.errors) == (1, "Error: no person has the login `nobody`\n"))
  }

  @Test(
    "Invalid arguments of `show` and `graph` are rejected with one line",
    arguments: [
      (["show", "trail"], "unknown operation `trail`, did you mean `trial`?"),
      (["show", "trial", "--set", "typo=1"], "--set: `typo` is not an input of trial, did you mean `type`?"),
      (["show", "trial", "--set", "type"], "--set takes id=value, not `type`"),
      (["show", "trial", "--on", "today"], "--on takes a date, YYYY-MM-DD, not `today`"),
      (["show", "trial", "--language", "de"], "--language: `de` is not a language; use one of ru, en"),
      (
        ["show", "trial", "--as", "demo"],
        "the database valence.sqlite does not exist: set its path with --database or VALENCE_DATABASE"
      ),
      (["graph", "trail"], "unknown operation `trail`, did you mean `trial`?"),
    ])
  func rejectsInvalidArguments(arguments: [String], message: String) throws {
    let outcome = try Program(arguments + ["--config", "own"], in: try Self.place()).outcome()
    #expect((outcome.status, outcome.output, outcome.errors) == (1, "", "Error: \(message)\n"))
  }

  @Test("`graph` prints one arrow for each dependency") func graphHasEveryDependency() throws {
    let outcome = try Self.place().run("graph", "trial", "--config", "own")
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines.first == "digraph \"trial\" {" && lines.last == "}")
    #expect(lines.contains("\"bic\" [label=\"bic\\ntextInput\"];"))
    #expect(lines.contains("\"lookup bank\" [label=\"bank\", shape=ellipse];"))
    let arrows = lines.filter { $0.contains("->") }
    #expect(
      Set(arrows) == [
        "\"type\" -> \"more\";", "\"more\" -> \"urgent\";", "\"more\" -> \"bic\";", "\"bic\" -> \"lookup bank\";",
        "\"lookup bank\" -> \"bankName\" [style=dashed];", "\"lookup bank\" -> \"bic\" [style=dotted];",
        "\"urgent\" -> \"sum\";", "\"fact accounts\" -> \"from\" [style=dashed];",
      ])
    #expect(Set(arrows).count == arrows.count)
  }

  @Test("`schema` prints the JSON schema of operations") func printsOperationSchema() throws {
    let outcome = try Workplace().run("schema")
    #expect(outcome.status == 0)
    let schema = try Value(reading: Array(outcome.output.utf8))
    #expect(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
    #expect(schema["required"] == ["operation", "title"])
  }

  @Test(
    "`schema` prints the JSON schemas of the other files",
    arguments: [
      ("fragments", "A fragment of Valence"), ("tables", "A table of Valence"), ("screens", "A screen of Valence"),
      ("services", "A service of the bank, for Valence"), ("recorded", "Recorded answers, for Valence"),
      ("flows", "A flow of Valence"), ("routes", "Routes of Valence"), ("scenarios", "Scenarios of Valence"),
      ("calendar", "The business calendar of a bank, for Valence"), ("locales", "Translations, for Valence"),
      ("wire", "Valence wire"),
    ])
  func printsOtherSchemas(files: String, title: String) throws {
    let outcome = try Workplace().run("schema", files)
    #expect(outcome.status == 0)
    #expect(try Value(reading: Array(outcome.output.utf8))["title"] == .string(title))
  }

  @Test("`schema wire --strict` rejects further members and words") func printsStrictWireSchema() throws {
    let (open, strict) = (try Workplace().run("schema", "wire"), try Workplace().run("schema", "wire", "--strict"))
    let definitions = try [open, strict].map { try Value(reading: Array($0.output.utf8))["$defs"] }
    #expect(definitions.map { $0?["TextInputAtom"]?["additionalProperties"] } == [nil, false])
    #expect(definitions.map { $0?["TextContent"]?["anyOf"] != nil } == [true, false])
    #expect(definitions[1]?["TextInputAtom"]?["properties"]?["kind"] == ["const": "textInput"])
    #expect(try Workplace().run("schema", "tables", "--strict").status == 64)
  }

  @Test("`schema --config` prints the names of a directory") func printsNamesOfDirectory() throws {
    let place = try Workplace()
    try place.write("operation: gift\ntitle: T", to: "own/operations/gift.yaml")
    try place.write("table: causes\nkeys: {code: text}\nrows: [[a]]", to: "own/tables/causes.yaml")
    let outcome = try place.run("schema", "--config", "own")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let input = try Value(reading: Array(outcome.output.utf8))["$defs"]?["kind-textInput"]?["properties"]
    #expect(input?["lookup"]?["anyOf"]?[0]?["enum"]?.array?.contains("causes") == true)
    let scenarios = try Value(reading: Array(place.run("schema", "scenarios", "--config", "own").output.utf8))
    #expect(scenarios["properties"]?["operation"]?["enum"] == ["gift"])
    #expect(try place.run("schema", "--config", "gone").status == 1)
    try place.write("table: causes", to: "own/tables/causes.yaml")
    let faulty = try place.run("schema", "--config", "own")
    #expect(faulty.status == 1 && faulty.errors.contains("own/tables/causes.yaml:1:1"), "\(faulty.errors)")
  }
}
