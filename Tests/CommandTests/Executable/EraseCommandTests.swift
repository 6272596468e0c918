import TestBank
import Testing

struct EraseCommandTests {
  @Test("`users erase` removes a person and frees the login") func freesLoginOfErasedPerson() throws {
    let place = try Workplace()
    let added = try place.run("users", "add", "ivan", "--name", "Иван Петров", input: "a long password\n")
    #expect(added.status == 0)
    let refused = try place.run("users", "erase", "ivan")
    #expect(refused.status == 1)
    #expect(refused.errorLines == ["Error: to erase `ivan`, which cannot be undone, add --yes"])
    let erased = try place.run("users", "erase", "ivan", "--yes")
    #expect(erased.status == 0)
    let lines = erased.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("erased ivan, id ") == true)
    #expect(lines.contains("removed: the person's name, telephone numbers, login and password"))
    #expect(lines.contains("removed codes: 100"))
    #expect(lines.contains { $0.hasPrefix("note: the ledger keeps the purpose of each payment, ") })
    #expect(lines.contains { $0.hasPrefix("kept signed submissions: 0, with their values until ") })
    let again = try place.run("users", "erase", "ivan", "--yes")
    #expect(again.errorLines == ["Error: the login `ivan` does not exist"])
    #expect(try place.run("users", "add", "ivan", "--name", "Другой", input: "another long password\n").status == 0)
    let server = try place.serve()
    let visitor = try Visitor(port: server.port)
    try visitor.login("ivan", "a long password")
    #expect(visitor.token == nil)
    try visitor.login("ivan", "another long password")
    #expect(try visitor.get("/user")["name"] == "Другой")
    try server.stop()
    #expect(try place.run("check-database").status == 0)
    #expect(try place.run("check-ledger").status == 0)
  }

  @Test("The accounts of an erased person stay in the ledger") func retainsMoneyOfErasedPerson() throws {
    let (place, server) = try Workplace.serving("--demo")
    #expect(try server.person().get("/user").status == 200)
    let erased = try place.run("users", "erase", "demo", "--yes")
    #expect(erased.output.split(separator: "\n").last == "note: accounts with money: 4")
    try server.stop()
    #expect(try place.run("check-ledger").status == 0)
    #expect(try place.run("retain").output == "nothing to delete\n")
  }

  @Test("`retain` deletes expired sessions") func retainDeletesExpiredSessions() throws {
    let place = try Workplace()
    let first = try place.serve("--demo")
    #expect(try first.person().get("/user").status == 200)
    try first.stop()
    try place.spoil("UPDATE session SET created = 1, expires = 2")
    #expect(try place.run("retain", "--retain-sessions", "0").output == "deleted sessions: 1\n")
    #expect(try place.run("retain").output == "nothing to delete\n")
    let second = try place.serve()
    #expect(try Visitor(port: second.port).get("/readyz").status == 200)
    try second.stop()
  }

  @Test(
    "`retain` rejects a retention time outside its range",
    arguments: [
      ("--retain-sessions", "3651", "takes 0 to 3650 days, not `3651`"),
      ("--retain-documents", "4", "takes 5 to 100 years, not `4`"),
    ])
  func rejectsRetentionOutOfRange(_ option: String, _ value: String, _ what: String) throws {
    let outcome = try Workplace().run("retain", option, value)
    #expect(outcome.status != 0)
    #expect(outcome.errorLines.contains { $0.contains("\(option) \(what)") })
  }
}
