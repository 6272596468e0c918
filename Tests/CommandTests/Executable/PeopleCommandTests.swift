import Foundation
import JSON
import TestBank
import Testing

/// The commands about people without logins, invitations and blocks.
struct PeopleCommandTests {
  private static let password = "a quite long password"

  @Test("A person is added, invited, enrols over HTTP, logs in, and is blocked and unblocked")
  func personLands() throws {
    let place = try Workplace()
    let server = try place.serve()
    let added = try place.run("users", "add", "--external-id", "C-1001", "--name", "Анна", "--phone", "+79001234567")
    #expect(added.output.hasPrefix("added C-1001 without a login, id "), "\(added)")
    let invited = try place.run("users", "invite", "C-1001", "--login", "anna").output.split(separator: "\n")
    #expect(invited[0].hasPrefix("invited C-1001 until ") && invited[1] == "login anna")
    // The matrix follows, with ten rows.
    #expect(invited.count == 3 + 11)
    let code = String(invited[2].dropFirst("code ".count))
    let visitor = try Visitor(port: server.port)
    // This server has no sender of codes.
    let begun = try visitor.post("/enrolments", ["code": .string(code)])
    #expect(begun.status == 201 && begun["login"] == "anna" && begun["sentTo"] == nil)
    let path = try #require(begun.raw["location"])
    #expect(try visitor.post(path, ["password": .string(Self.password)]).status == 200)
    try visitor.login("anna", Self.password)
    #expect(try visitor.get("/user")["name"] == "Анна")
    let again = try place.run("users", "invite", "anna").output.split(separator: "\n")
    // The person has a matrix.
    #expect(again.count == 3 && again[1] == "login anna")
    let blocked = try place.run("users", "block", "anna", "--reason", "fraud")
    #expect(blocked.output == "blocked anna, ended 2 sessions\n", "\(blocked)")
    try visitor.post("/auth/login", ["login": "anna", "password": .string(Self.password)])
      .expectProblem(403, "blocked")
    try visitor.post("/auth/login", ["login": "anna", "password": "wrong"]).expectProblem(401, "wrong-credentials")
    let shown = try place.run("users", "show", "C-1001").output
    #expect(shown.contains("\nlogin     anna\n") && shown.contains("\nenrolled  2"))
    let author = try #require(
      try place.run("audit", "list", "--event", "person-blocked").output.split(separator: "  ")
        .first { $0.hasPrefix("by ") }?.split(separator: ": ").first)
    #expect(shown.contains(" \(author): fraud\n"), "\(shown)")
    #expect(shown.contains("\nlogins    wrong passwords: 1\n"), "\(shown)")
    #expect(try place.run("users", "list", "--blocked").output.hasSuffix(" C-1001 Анна blocked\n"))
    #expect(
      try place.run("users", "invite", "anna").errorLines == [
        "Error: `anna` is blocked: run `valence users unblock` first"
      ])
    #expect(try place.run("users", "unblock", "C-1001").output == "unblocked C-1001\n")
    try visitor.login("anna", Self.password)
    #expect(try visitor.get("/user").status == 200)
    try server.stop()
    #expect(try place.run("check-database").status == 0)
    #expect(try place.run("audit", "verify").status == 0)
  }

  @Test(
    "Wrong arguments of the commands about people are reported",
    arguments: [
      (["users", "add", "--name", "x"], "the login or --external-id is missing: give at least one of them"),
      (["users", "invite", "C-9"], "no person has the login or the external id `C-9`"),
      (
        ["users", "invite", "C-1", "--login", "none.x"],
        "`none.x` is not a valid login: use 1 to 64 of the letters a-z, digits, `.`, `_`, `@`, `+` and `-`"
      ),
      (["users", "block", "C-1", "--reason", ""], "--reason takes 1 to 200 characters on one line"),
      (["users", "unblock", "C-1"], "`C-1` is not blocked"),
      (["users", "add", "--external-id", "C-1", "--name", "x"], "another person has the external id `C-1`"),
      (["users", "show", "nobody"], "the login `nobody` does not exist"),
    ])
  func reportsWrongArguments(_ arguments: [String], _ error: String) throws {
    let place = try Workplace()
    #expect(try place.run("users", "add", "--external-id", "C-1", "--name", "Анна").status == 0)
    let outcome = try Program(arguments, in: place).outcome()
    #expect(outcome.status == 1 && outcome.errorLines == ["Error: \(error)"], "\(outcome)")
  }

  @Test("`users import` adds people of CSV and NDJSON once, and writes codes that only the owner can read")
  func importsPeople() throws {
    let place = try Workplace()
    try place.write("id,login,name,phone\nC-1,anna,\"Смирнова, Анна\",+79001234567\nC-2,,Пётр,\n", to: "people.csv")
    #expect(
      try place.run("users", "add", "olga", "--name", "Ольга", "--role", "operator", input: "a long password\n").status
        == 0)
    let first = try place.run("users", "import", "people.csv", "--out", "codes.csv")
    #expect(first.output == "added 2, known before 0, invited 2\n", "\(first)")
    let file = place.folder.appending(path: "codes.csv").path
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 3 && lines[0] == "id,login,name,code,expires")
    #expect(lines[1].hasPrefix("C-1,anna,\"Смирнова, Анна\",") && lines[2].hasPrefix("C-2,,Пётр,"))
    let occupied = try place.run("users", "import", "people.csv", "--out", "codes.csv")
    #expect(occupied.errorLines == ["Error: cannot create codes.csv: it exists"])
    try place.write(
      #"{"id": "C-2", "name": "Пётр"}"# + "\n\n" + #"{"id": "C-3", "name": "Иван", "phone": null}"# + "\n",
      to: "more.ndjson")
    #expect(try place.run("users", "import", "more.ndjson").output == "added 1, known before 1, invited 0\n")
    let server = try place.serve()
    let code = try #require(lines[1].split(separator: ",").dropLast().last)
    #expect(try Visitor(port: server.port).post("/enrolments", ["code": .string(String(code))]).status == 201)
    try server.stop()
  }

  @Test("A faulty file is reported line by line, and nothing is imported") func reportsFaultyLines() throws {
    let place = try Workplace()
    #expect(try place.run("users", "add", "anna", "--name", "Анна", input: "a long password\n").status == 0)
    let rows = [
      "id,login,name,phone", "C 1,,A,", "C-2,,,", "C-3,no login,A,", "C-4,,A,12", "C-5,anna,A,", "C-6,,A", "C-7,,\"A,",
      "C-8,x,A,", "C-8,y,A,", "C-9,x,A,",
    ]
    try place.write(rows.joined(separator: "\n"), to: "people.csv")
    let outcome = try place.run("users", "import", "people.csv", "--out", "codes.csv")
    #expect(
      outcome.errorLines == [
        "people.csv:2: `id` has 1 to 128 characters and no blanks",
        "people.csv:3: `name` is missing, or has a control character",
        "people.csv:4: `no login` is not a valid login",
        "people.csv:5: `12` is not a telephone number with a country code",
        "people.csv:6: the login `anna` already exists", "people.csv:7: 3 values for 4 columns",
        "people.csv:8: a quotation mark is not closed", "people.csv:10: the id `C-8` is also in line 9",
        "people.csv:11: the login `x` is also in line 9", "Error: nothing was imported, faults: 9",
      ])
    #expect(outcome.status == 1)
    #expect(try !place.made().contains("codes.csv"))
    try place.write("id,colour\n", to: "head.csv")
    #expect(
      try place.run("users", "import", "head.csv").errorLines.first
        == "head.csv:1: unknown column `colour`; a file has id, login, name, phone")
    try place.write(#"{"id": 1}"# + "\n[]\n" + #"{"id": "C-1", "x": 1}"#, to: "odd.ndjson")
    #expect(
      try place.run("users", "import", "odd.ndjson").errorLines.dropLast() == [
        "odd.ndjson:1: `id` is not a text", "odd.ndjson:2: the line is not a JSON object",
        "odd.ndjson:3: unknown member `x`",
      ])
    #expect(try place.run("users", "list").output.split(separator: "\n").count == 1)
  }

  @Test("A repeated import keeps valid invitations, and `--renew` replaces them") func importKeepsCodes() throws {
    let place = try Workplace()
    #expect(try place.run("migrate").status == 0)
    try place.write("id,name\nC-1,Анна\nC-2,Пётр\n", to: "people.csv")
    func code(in file: String) throws -> String {
      let text = try String(contentsOf: place.folder.appending(path: file), encoding: .utf8)
      return try #require(
        text.split(separator: "\n").dropFirst().first?.split(separator: ",").dropLast().last.map(String.init))
    }
    func imported(_ words: String...) throws -> String {
      let outcome = try Program(["users", "import", "people.csv"] + words, in: place).outcome()
      return outcome.output + outcome.errors
    }
    #expect(try imported("--out", "first.csv") == "added 2, known before 0, invited 2\n")
    #expect(try imported("--out", "again.csv") == "added 0, known before 2, invited 0\n")
    let server = try place.serve()
    let visitor = try Visitor(port: server.port)
    let first = try code(in: "first.csv")
    #expect(try visitor.post("/enrolments", ["code": .string(first)]).status == 201)
    #expect(try imported("--renew") == "Error: --renew requires --out FILE for the new codes\n")
    #expect(try imported("--out", "new.csv", "--renew") == "added 0, known before 2, invited 2\n")
    #expect(try visitor.post("/enrolments", ["code": .string(first)]).status != 201)
    #expect(try visitor.post("/enrolments", ["code": .string(try code(in: "new.csv"))]).status == 201)
    try server.stop()
  }

  @Test("A file above the limit is rejected before it is read as a whole") func rejectsLargeFile() throws {
    let place = try Workplace()
    #expect(try place.run("migrate").status == 0)
    let path = place.folder.appending(path: "people.csv").path
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: (64 << 20) + 1)
    try handle.close()
    let outcome = try place.run("users", "import", "people.csv")
    #expect(outcome.errorLines == ["Error: people.csv has more than 64 MiB: split it"])
  }
}
