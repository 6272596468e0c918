import API
import Hosting
import Storage
import TestBank
import Texts
import Foundation
import JSON
import Testing

/// The other commands of operators.
struct OperatorCommandTests {
  @Test("The help of every command has usage and an example") func everyCommandHasHelp() throws {
    let place = try Workplace()
    let dump = try place.run("--experimental-dump-help")
    #expect((dump.status, dump.errors) == (0, ""))
    let root = try #require(try Value(reading: Array(dump.output.utf8))["command"])
    var commands = [(path: [String](), description: root)]
    var next = 0
    while next < commands.count {
      let (path, description) = commands[next]
      let help = try Program(path + ["--help"], in: place).outcome()
      #expect((help.status, help.errors) == (0, ""))
      let name = (["valence"] + path).joined(separator: " ")
      #expect(help.output.contains("USAGE: \(name)"))
      let discussion = description["discussion"]?.string ?? ""
      let examples = discussion.firstRange(of: "EXAMPLE").map { discussion[$0.upperBound...] } ?? ""
      #expect(examples.contains(name), "\(name) has no example")
      for subcommand in description["subcommands"]?.array ?? [] {
        // The argument parser adds the command `help`.
        guard let word = subcommand["commandName"]?.string, word != "help" else { continue }
        commands.append((path + [word], subcommand))
      }
      next += 1
    }
    let paths = commands.map(\.path)
    #expect(paths.contains(["users", "add"]) && paths.contains(["serve"]) && paths.count > 30)
    #expect(try place.made() == [])
  }

  @Test("An unknown subcommand is reported before its options") func namesUnknownSubcommand() throws {
    let place = try Workplace()
    let dump = try place.run("--experimental-dump-help")
    let root = try #require(try Value(reading: Array(dump.output.utf8))["command"])
    let parents = (root["subcommands"]?.array ?? []).filter { $0["subcommands"] != nil }
    #expect(parents.count >= 10)
    for parent in parents {
      let name = try #require(parent["commandName"]?.string)
      let outcome = try Program([name, "lost", "--database", "x"], in: place).outcome()
      #expect(outcome.status == 64)
      #expect(outcome.errors.hasPrefix("Error: unknown subcommand `lost` of `valence \(name)`"), "\(outcome.errors)")
    }
    let near = try place.run("users", "matix", "anna", "--database", "x")
    #expect(near.errors.hasPrefix("Error: unknown subcommand `matix` of `valence users`, did you mean `matrix`?\n"))
    let far = try place.run("users", "vanish", "--database", "x")
    #expect(far.errors.hasPrefix("Error: unknown subcommand `vanish` of `valence users`; it has add, import, invite, "))
    let top = try place.run("sreve", "--demo")
    #expect(top.errors.hasPrefix("Error: unknown subcommand `sreve` of `valence`, did you mean `serve`?\n"))
    // An option of a known command, and the help of an unknown one.
    #expect(try place.run("users", "unlock", "anna", "--lost").errors.contains("Unknown option '--lost'"))
    #expect(try place.run("users", "--database", "x").errors.contains("Unknown option '--database'"))
    #expect(try place.run("users", "lost", "--help").status == 0)
    #expect(try place.run("help", "users").status == 0)
    #expect(try place.made() == [])
  }

  @Test("`check` counts valid operations, screens, routes and flows") func checkCountsDefinitions() throws {
    let outcome = try Workplace().run("check")
    let folder = TestServer.root.appending(path: "config/operations").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yaml") }
    let shipped = files.filter { !$0.hasSuffix(".scenarios.yaml") }
    let screens = try FileManager.default.contentsOfDirectory(
      atPath: TestServer.root.appending(path: "config/screens").path)
    let flowFiles = try FileManager.default.contentsOfDirectory(
      atPath: TestServer.root.appending(path: "config/flows").path)
    let flows = flowFiles.filter { !$0.hasSuffix(".scenarios.yaml") }
    let scenarioFiles = files.count - shipped.count + flowFiles.count - flows.count
    let routes = try Workplace().run("routes").output.split(separator: "\n").last ?? ""
    #expect(outcome.status == 0)
    #expect(
      outcome.output == "\(shipped.count) operations, \(screens.count) screens, \(routes), "
        + "\(flows.count) flow\(flows.count == 1 ? "" : "s"), no faults\n"
        + "\(scenarioFiles) scenario files: run `valence test`\n")
    let one = try Workplace().run("check", "config/operations/pp.quick.yaml")
    #expect((one.status, one.output) == (0, "1 operation, no faults\n"))
    let none = try Workplace().run("check", "nowhere.yaml")
    #expect((none.status, none.output) == (1, "nowhere.yaml:1:1: error: the file cannot be read\n"))
  }

  @Test("Command output escapes control and direction characters")
  func escapesOutput() throws {
    let place = try Workplace(with: "operation: note\n\u{1B}[2Jtit\u{202E}le: x\natoms: []\n", in: "note.yaml")
    let checked = try place.run("check", "note.yaml")
    #expect(checked.status == 1)
    #expect(
      !(checked.output + checked.errors).unicodeScalars.contains { $0.misleads && $0 != "\n" }, "\(checked.output)")
    let refused = try place.run("check", "no\u{202E}where.yaml")
    #expect(refused.output == "no\\u202Ewhere.yaml:1:1: error: the file cannot be read\n")
  }

  @Test("`check` accepts directories, skips scenarios and uses fragments of the same folder")
  func checkSkipsScenarios() throws {
    let place = try Workplace()
    let note = "operation: note\ntitle: {ru: Записка, en: Note}\natoms:\n  - include: closing\n"
    let closing = "atoms:\n  - {toggle: urgent, caption: {ru: Срочно, en: Urgent}}\n"
    try place.write(note, to: "own/operations/note.yaml")
    try place.write("operation: note\nscenarios: []\n", to: "own/operations/note.scenarios.yaml")
    try place.write(closing, to: "own/fragments/closing.yaml")
    // `check` uses the fragments next to the named operations.
    for paths in [
      ["own/operations"], ["own/operations/"], ["own/operations/note.yaml", "own/operations/note.scenarios.yaml"],
    ] {
      let outcome = try Program(["check"] + paths, in: place).outcome()
      #expect((outcome.status, outcome.output) == (0, "1 operation, no faults\n"), "\(paths)")
    }
    let outcome = try place.run("check", "own/operations", "--config", "config")
    #expect(outcome.output.hasPrefix("own/operations/note.yaml:4:14: error: unknown fragment `closing`"))
  }

  @Test("`check` accepts every kind of configuration file") func checkAcceptsEveryFileKind() throws {
    let place = try Workplace()
    func reported(_ arguments: String...) throws -> String {
      let outcome = try Program(["check"] + arguments, in: place).outcome()
      #expect((outcome.status, outcome.errors) == (0, ""), "\(outcome.output)")
      return outcome.output
    }
    let routes = try String(contentsOf: TestServer.root.appending(path: "config/routes/bank.yaml"), encoding: .utf8)
    let count = routes.split(separator: "\n").count { $0.contains("- {route:") }
    #expect(try reported("config/screens/home.yaml") == "1 screen, no faults\n")
    #expect(try reported("config/routes") == "\(count) routes, no faults\n")
    #expect(
      try reported("config/routes/bank.yaml", "./config/screens/deal.yaml", "config/operations/pp.quick.yaml")
        == "1 operation, 1 screen, \(count) routes, no faults\n")
    #expect(try reported("config/calendar.yaml") == "1 calendar, no faults\n")
    let whole = try reported("config")
    let flows = try FileManager.default.contentsOfDirectory(
      atPath: TestServer.root.appending(path: "config/flows").path)
    let number = flows.count { !$0.hasSuffix(".scenarios.yaml") }
    let flowCount = "\(number) flow\(number == 1 ? "" : "s")"
    #expect(try reported("config/flows") == "\(flowCount), no faults\n")
    #expect(whole.contains(" screens, \(count) routes, \(flowCount), 6 images, 1 calendar, no faults\n"))
    #expect(try reported("config/").contains(whole))
  }

  @Test(
    "`check` reports the faults of the named file, directory or configuration",
    arguments: [
      ("screens/deal.yaml", "list: deal,", "list: dael,", "12: error: unknown list `dael`"),
      ("screens/deal.yaml", "screen: deal", "screen: [deal]", "9: error: `screen`, the screen's id, is missing"),
      ("screens/home.yaml", "{screen: history}", "{screen: histroy}", "14: error: unknown screen `histroy`"),
      ("routes/bank.yaml", "operation: pp.full", "operation: pp.ful", "46: error: unknown operation `pp.ful`"),
      ("routes/bank.yaml", "payments/full,", "payments/quick,", "13: error: route `payments/quick` is already defined"),
      ("operations/settings.edit.yaml", "next: back", "next: valence://person/nowhere", "7: error: there is no route"),
      (
        "flows/payments.steps.yaml", "screen: steps.confirm,", "screen: steps.confrim,",
        "14: error: unknown screen `steps.confrim`"
      ),
      ("calendar.yaml", "workdays:", "wrokdays:", "1: error: unknown property `wrokdays` of a calendar"),
    ])
  func checkReportsFaultsOfNamedFiles(file: String, text: String, instead: String, fault: String) throws {
    let place = try Workplace.withConfiguration()
    let path = place.folder.appending(path: "config/\(file)")
    let right = try String(contentsOf: path, encoding: .utf8)
    let start = try #require(right.firstRange(of: text)).lowerBound
    let number = right[..<start].count { $0 == "\n" } + 1
    try place.write(right.replacing(text, with: instead), to: "config/\(file)")
    let directory = file.split(separator: "/").count > 1 ? "config/\(file.split(separator: "/")[0])" : "config"
    for named in ["config/\(file)", directory, "config"] {
      let outcome = try place.run("check", named)
      #expect((outcome.status, outcome.errors) == (1, ""), "\(named)")
      #expect(outcome.output.contains("config/\(file):\(number):\(fault)"), "\(named): \(outcome.output)")
      #expect(outcome.output.contains("^"))
    }
    // A check of one file reports only its faults and the number of faults in other files.
    let other = try place.run("check", "config/screens/profile.yaml")
    let more = "other files have 1 fault: `valence check` without paths lists them\n"
    #expect(other.status == 0)
    #expect(other.output == "1 screen, no faults\n" + (file == "calendar.yaml" ? "" : more))
  }

  @Test("`check` treats a file outside the configuration as a replacement of the one in it")
  func checkReplacesConfiguredFile() throws {
    let place = try Workplace()
    func copy(_ file: String, _ text: String, _ instead: String) throws {
      let right = try String(contentsOf: TestServer.root.appending(path: "config/\(file)"), encoding: .utf8)
      try #require(right.contains(text))
      try place.write(right.replacing(text, with: instead), to: "new/\(file.split(separator: "/")[1])")
    }
    try copy("screens/deal.yaml", "title: {ru: Предложение", "title: {ru: Акция")
    try copy("routes/bank.yaml", "home/history", "home/past")
    let right = try place.run("check", "new")
    #expect((right.status, right.output.hasPrefix("1 screen, ")) == (0, true), "\(right.output)")
    try copy("screens/deal.yaml", "input: {deal: text}", "input: {offer: text}")
    let wrong = try place.run("check", "new/deal.yaml")
    #expect(wrong.status == 1)
    #expect(wrong.output.contains("new/deal.yaml:9:46: error: `$deal` is not available from the screen's input"))
    // The target of `next` is resolved with the configured routes, even if one operation is checked
    // alone.
    try copy("operations/settings.edit.yaml", "next: back", "next: valence://home/history")
    #expect(try place.run("check", "new/settings.edit.yaml").output == "1 operation, no faults\n")
  }

  @Test("`--version` prints the number in the file VERSION, the release of the database and the interface")
  func printsVersion() throws {
    let number = try String(contentsOf: TestServer.root.appending(path: "VERSION"), encoding: .utf8).dropLast()
    let output = try Workplace().run("--version").output
    #expect(output.hasPrefix("valence \(number) ("))
    let versions = ", database release \(ProgramVersion.databaseRelease), interface \(OpenAPI.version))\n"
    #expect(output.hasSuffix(versions), "\(output)")
    let newest = try Migration.load(directory: TestServer.root.appending(path: "migrations/sqlite").path).last
    #expect(newest?.release == ProgramVersion.databaseRelease)
  }

  @Test("Commands use `data/valence.sqlite` unless another database exists or is named")
  func findsDatabaseInDataFolder() throws {
    let place = try Workplace(with: "", in: "data/note")
    #expect(try place.run("migrate", "--database", "data/valence.sqlite").status == 0)
    #expect(try place.run("check-ledger").status == 0)
    #expect(try place.made() == ["data"])
    // A named database, or `valence.sqlite` in the current folder, takes precedence.
    #expect(try place.run("check-ledger", "--database", "other.sqlite").errors == Workplace.absence(of: "other.sqlite"))
    #expect(try place.run("migrate", "--database", "valence.sqlite").status == 0)
    #expect(try place.run("users", "add", "ivan", "--name", "Иван", input: "a long password\n").status == 0)
    let missing = try place.run("users", "limit", "ivan", "pp.quick", "1", "--database", "data/valence.sqlite")
    #expect(missing.status == 1)
  }

  @Test(
    "`users limit` rejects a limit that cannot apply to the operation",
    arguments: [
      ("pp.quik", [], "unknown operation `pp.quik`, did you mean `pp.quick`?"),
      ("card.status", [], "`card.status` does not move an amount that can be limited"),
      ("pp.quick", ["--currency", "USD"], "`pp.quick` always uses RUB, so a limit in USD has no effect"),
    ])
  func rejectsUnreachableLimit(_ operation: String, _ more: [String], _ fault: String) throws {
    let place = try Workplace()
    #expect(try place.run("migrate").status == 0)
    #expect(try place.run("users", "add", "ivan", "--name", "Иван", input: "a long password\n").status == 0)
    let outcome = try Program(["users", "limit", "ivan", operation, "1"] + more, in: place).outcome()
    #expect(outcome.status == 1 && outcome.errors.contains(fault), "\(outcome.errors)")
    // The removal of such a limit is accepted.
    #expect(try Program(["users", "limit", "ivan", operation, "none"] + more, in: place).outcome().status == 0)
  }

  @Test("`migrate --status` lists applied and missing migrations and reports gaps") func migrateReportsStatus() throws {
    let place = try Workplace()
    let before = try place.run("migrate", "--status")
    #expect((before.status, before.errors) == (1, Workplace.absence(of: "valence.sqlite")))
    #expect(try place.made() == [])
    let files = try FileManager.default.contentsOfDirectory(
      atPath: TestServer.root.appending(path: "migrations/sqlite").path
    ).filter { $0.hasSuffix(".sql") }.sorted()
    let names = files.map { $0.dropFirst(5).dropLast(4) }
    let applied = try place.run("migrate")
    #expect(applied.status == 0)
    #expect(applied.output.split(separator: "\n").count == names.count)
    #expect(
      zip(names, applied.output.split(separator: "\n")).allSatisfy { name, line in
        // Migrations of later releases show the release.
        line.hasPrefix("applied") && line.components(separatedBy: "  ").dropFirst(2).first == String(name)
      })
    try place.copyMigrations()
    try place.write(
      "-- release: 4\nCREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;\n", to: "migrations/sqlite/0099_later.sql")
    let gap = try place.run("migrate", "--status")
    #expect(gap.errors == "Error: found migration 99 where \(names.count + 1) was expected\n")
    try FileManager.default.moveItem(
      at: place.folder.appending(path: "migrations/sqlite/0099_later.sql"),
      to: place.folder.appending(path: "migrations/sqlite/\("\(10_001 + names.count)".dropFirst())_later.sql"))
    let missing = try place.run("migrate", "--status")
    #expect(missing.output.hasSuffix("missing  \(names.count + 1)  later  (release 4)\n"))
    let ledger = try place.run("check-ledger")
    #expect(ledger.errors == "Error: the database lacks migration \(names.count + 1) (later): run `valence migrate`\n")
  }

  @Test(
    "Commands for an existing database fail without creating a missing one",
    arguments: [
      ["check-ledger"], ["check-database"], ["migrate", "--status"], ["users", "matrix", "ivan"],
      ["users", "unlock", "ivan"], ["users", "logout", "ivan"], ["users", "password", "ivan"], ["versions", "list"],
      ["versions", "revoke", "pp.quick", "1"], ["operations", "diff", "pp.quick"],
      ["users", "limit", "ivan", "pp.quick", "1"], ["backup", "copy"],
      ["audit", "verify"], ["audit", "head"], ["audit", "list"],
    ])
  func commandsCreateNoDatabase(_ command: [String]) throws {
    let place = try Workplace()
    let outcome = try Program(command + ["--database", "mistyped.sqlite"], in: place).outcome()
    #expect((outcome.status, outcome.errors) == (1, Workplace.absence(of: "mistyped.sqlite")))
    #expect(try place.made() == [])
  }

  @Test(
    "In a folder without migrations and database a command reports the missing database",
    arguments: [
      ["check-ledger"], ["migrate", "--status"], ["versions", "list"], ["operations", "disable", "pp.quick"],
      ["audit", "head"],
    ])
  func reportsMissingDatabaseFirst(_ command: [String]) throws {
    let place = try Workplace()
    try FileManager.default.removeItem(at: place.folder.appending(path: "migrations"))
    #expect(try Program(command, in: place).outcome().errors == Workplace.absence(of: "valence.sqlite"))
  }

  @Test("A command that creates a database reports it") func reportsCreatedDatabase() throws {
    let place = try Workplace()
    let first = try place.run("users", "add", "ivan", "--name", "Иван", input: "a long password\n")
    #expect((first.status, first.errors) == (0, "created the database valence.sqlite\n"))
    #expect(try place.run("users", "add", "anna", "--name", "Анна", input: "a long password\n").errors == "")
  }

  @Test("A person added with `users add` logs in at the running server") func addedPersonLogsIn() throws {
    let (place, server) = try Workplace.serving()
    let added = try place.run("users", "add", "Ivan.Petrov", "--name", "Иван Петров", input: "a long password\n")
    #expect(added.status == 0)
    #expect(added.output.hasPrefix("added ivan.petrov, id "))
    #expect(RunningServer.matrix(in: added.output).count == 100)
    let visitor = try Visitor(port: server.port)
    try visitor.login("ivan.petrov", "a long password")
    #expect(try visitor.get("/user")["name"] == "Иван Петров")
    #expect(try visitor.get("/accounts")["count"] == 0)
    try server.stop()
  }

  @Test("`users logout` ends sessions, and `users password` sets a password")
  func endsSessionsAndSetsPasswords() throws {
    let (place, server, visitor) = try Workplace.servingPerson()
    #expect(try place.run("users", "logout", "demo").output == "ended 1 session of demo\n")
    #expect(
      try place.run("users", "password", "demo", input: "short\n").errors
        == "Error: the password has fewer than 12 characters\n")
    #expect(
      try place.run("users", "password", "demo", input: "another long one\n").output == "demo has a new password\n")
    #expect(try place.run("users", "logout", "nobody").errors == "Error: the login `nobody` does not exist\n")
    try visitor.login("demo", "another long one")
    #expect(try visitor.get("/user").status == 200)
    try server.stop()
  }

  @Test(
    "`users add` rejects an invalid or taken login, name or password",
    arguments: [
      ("ivan", "Ivan", "", "the password is missing: give it as the first line of standard input"),
      ("ivan", "Ivan", "short\n", "the password has fewer than 12 characters"),
      ("ivan", "", "a long password\n", "--name is empty"),
      (
        "i van", "Ivan", "a long password\n",
        "`i van` is not a valid login: use 1 to 64 of the letters a-z, digits, `.`, `_`, `@`, `+` and `-`"
      ),
      ("DEMO", "Ivan", "a long password\n", "the login `DEMO` already exists"),
    ])
  func rejectsInvalidPerson(_ login: String, _ name: String, _ input: String, _ line: String) throws {
    let place = try Workplace()
    #expect(try place.run("users", "add", "demo", "--name", "Demo", input: "a long password\n").status == 0)
    let outcome = try place.run("users", "add", login, "--name", name, input: input)
    #expect(outcome.status == 1)
    #expect(outcome.errorLines == ["Error: \(line)"])
    #expect(outcome.output == "")
  }

  @Test("`users matrix` replaces the security matrix") func replacesMatrix() throws {
    let place = try Workplace()
    let first = try place.serve("--demo")
    let old = first.matrix
    let token = try first.person().token
    try first.stop()
    let printed = try place.run("users", "matrix", "demo")
    #expect(printed.status == 0)
    let new = RunningServer.matrix(in: printed.output)
    #expect(new.count == 100 && new != old)
    let second = try place.serve()
    let person = try Visitor(port: second.port, token: token)
    let (id, sent) = try person.waitingPayment(key: "tap")
    let refused = try person.sign(id, Visitor.codes(for: sent["next"], old))
    // Both codes are equal in the old and the new matrix with a probability of 1 in 100 million.
    #expect(refused.status == 422)
    #expect(try person.sign(id, Visitor.codes(for: refused["next"], new)).status == 200)
    try second.stop()
    let unknown = try place.run("users", "matrix", "nobody")
    #expect((unknown.status, unknown.errors) == (1, "Error: the login `nobody` does not exist\n"))
  }

  @Test("`users unlock` unlocks a person while the server runs") func unlocksPersonWhileServing() throws {
    let (place, server, person) = try Workplace.servingPerson()
    for (key, answers) in [("1", [422, 422, 410]), ("2", [422, 423])] {
      let (id, sent) = try person.waitingPayment(key: key)
      var tree = sent["next"]
      for status in answers {
        let wrong = try person.sign(id, person.codes(for: tree, wrong: true))
        #expect(wrong.status == status)
        tree = wrong["next"]
      }
    }
    #expect(try person.submit(try person.payment(), key: "3").status == 423)
    let unlocked = try place.run("users", "unlock", "demo")
    #expect((unlocked.status, unlocked.output) == (0, "unlocked demo\n"))
    #expect(try person.submit(try person.payment(), key: "3").status == 201)
    try server.stop()
  }

  @Test("`banks import` applies or previews directory files and rejects invalid ones")
  func importsBankDirectory() throws {
    let place = try Workplace()
    let sample = TestServer.root.appending(path: "Tests/DirectorySamples/ed807-sample.xml").path
    let first = try place.run("banks", "import", sample)
    #expect((first.status, first.output) == (0, "read 19, added 19, changed 0, removed 0, unchanged 0\n"))
    let again = try place.run("banks", "import", sample)
    #expect((again.status, again.output) == (0, "read 19, added 0, changed 0, removed 0, unchanged 19\n"))
    func root(_ code: String, _ day: String, _ entries: String) -> String {
      "<ED807 xmlns=\"urn:cbr-ru:ed:v2.0\" InfoTypeCode=\"\(code)\" BusinessDay=\"\(day)\">\(entries)</ED807>\n"
    }
    try place.write(
      root(
        "SIRR", "2023-05-19",
        """
        <BICDirectoryEntry BIC="044525974" ChangeType="CHGD"><ParticipantInfo NameP="ТБанк" Tnp="г" Nnp="Москва" \
        PtType="20"/></BICDirectoryEntry><BICDirectoryEntry BIC="040000001" ChangeType="DLTD"/>
        """), to: "changes.xml")
    let dry = try place.run("banks", "import", "--dry-run", "changes.xml")
    #expect(dry.status == 0)
    #expect(
      dry.output == """
        ~ 044525974 ТБанк: name "АО "Тинькофф Банк"" -> "ТБанк"; \
        correspondent account "30101810145250000974" -> none; SWIFT "TICSRUMMXXX" -> none
        note: changes.xml: line 1, column 270, entry 2, BIC 040000001: DLTD, but not in the directory
        read 2, added 0, changed 1, removed 0, unchanged 0; nothing was written

        """)
    #expect(try place.run("banks", "import", "--dry-run", "changes.xml").output == dry.output)
    let changed = try place.run("banks", "import", "changes.xml")
    #expect(changed.output.hasSuffix("read 2, added 0, changed 1, removed 0, unchanged 0\n") && changed.status == 0)
    let old = try place.run("banks", "import", sample)
    #expect(old.status == 1 && old.errors.contains("older than the directory in force (2023-05-19): use --older"))
    #expect(try place.run("banks", "import", "--older", sample).output.contains("changed 1, removed 0, unchanged 18"))
    try place.write(
      root("FIRR", "2023-05-20", "<BICDirectoryEntry BIC=\"04000000\"></BICDirectoryEntry>"), to: "wrong.xml")
    let wrong = try place.run("banks", "import", "wrong.xml")
    #expect(wrong.status == 1)
    #expect(
      wrong.errors == """
        Error: wrong.xml: 1 of 1 entries are invalid:
          line 1, column 113, entry 1, BIC 04000000: length, length 8, allowed 9

        """)
    let missing = try place.run("banks", "import", "nowhere.xml")
    #expect(missing.status == 1)
    #expect(missing.errorLines.count == 1 && missing.errors.hasPrefix("Error: cannot read nowhere.xml: "))
    try place.write("no directory\n", to: "text.xml")
    let text = try place.run("banks", "import", "text.xml")
    #expect(text.status == 1)
    #expect(text.errorLines.count == 1 && text.errors.hasPrefix("Error: text.xml: not well-formed XML"))
  }

  @Test("`openapi` prints the document that the server returns") func openapiPrintsServedDocument() throws {
    let place = try Workplace()
    let printed = try place.run("openapi")
    #expect(printed.status == 0)
    #expect(try place.made() == [])
    let server = try place.serve()
    #expect(try Visitor(port: server.port).get("/openapi.json").body == Value(reading: Array(printed.output.utf8)))
    try server.stop()
  }

  @Test("`--log` and `--log-format json` write the log as JSON to a file") func writesLogFileAsJSON() throws {
    let (place, server) = try Workplace.serving("--log", "valence.log", "--log-format", "json")
    let id = try Visitor(port: server.port).get("/healthz?").raw["x-request-id"]
    server.signal(SIGTERM)
    let outcome = try server.program.outcome()
    #expect((outcome.status, outcome.errors) == (0, ""))
    let log = try String(contentsOf: place.folder.appending(path: "valence.log"), encoding: .utf8)
    let lines = try log.split(separator: "\n").map { try Value(reading: Array($0.utf8)) }
      .filter { $0["level"] != "warning" }
    // The first request may be logged before the line `listening`.
    #expect(
      Set(lines.prefix(5).compactMap { $0["message"]?.string }) == [
        "created the database valence.sqlite", "listening", "audit", "request",
        "web client is not bundled",
      ])
    #expect(lines.dropFirst(5).compactMap { $0["message"]?.string } == ["stopping", "audit", "wrote", "stopped"])
    #expect(lines.filter { $0["message"] == "audit" }.allSatisfy { $0["head"]?.string?.contains(":") == true })
    let listening = lines.first { $0["message"] == "listening" }
    #expect(listening?["version"]?.string?.isEmpty == false && listening?["commit"]?.string?.isEmpty == false)
    let request = lines.first { $0["message"] == "request" }
    #expect(request?["requestId"]?.string == id)
    #expect(request?["path"] == "/healthz")
    #expect(request?["status"] == 200)
  }
}
