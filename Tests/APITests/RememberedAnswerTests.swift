import JSON
import Model
import Services
import TestBank
import TestDatabases
import Testing

/// Responses from cached rows. They are never older than the database and never another person's.
@Suite struct RememberedAnswerTests {
  /// Returns the services of another process with the same database, and the caller of a new login
  /// there.
  private static func other(_ server: TestServer) throws -> (services: BankServices, caller: Caller) {
    let services = try BankServices(
      store: TestDatabase.again(server.database), keys: server.services.keys,
      configuration: server.services.configuration)
    let grant = try services.auth.login(
      server.access.login, password: server.access.password, from: Origin(address: "127.0.0.1", client: nil)
    ).wait()
    return (services, try #require(try services.auth.authenticate(grant.token)))
  }

  /// Returns the balances in the list of accounts and in the options of a form.
  private static func shown(_ person: Visitor) throws -> (list: [String], options: [String]) {
    let rows = try person.get("/accounts")["data"]?.array ?? []
    let options = try person.get("/operations/transfer.own")["atoms"]?[0]?["options"]?.array ?? []
    func balances(_ elements: [Value]) -> [String] { elements.prefix(2).compactMap { $0["balance"]?.string } }
    return (balances(rows), balances(options))
  }

  @Test("A transfer by another process changes the balances in the next response")
  func readsBalancesOfOtherProcess() throws {
    let (server, person) = try TestServer().withPerson()
    let (services, caller) = try Self.other(server)
    // More repetitions than connections, so that each connection has read the rows.
    for _ in 0..<16 {
      let shown = try Self.shown(person)
      #expect(shown.list == ["152300.00", "48250.50"] && shown.options == ["152300.00", "48250.50"])
    }
    let accounts = try services.accounts.all(caller.person)
    let order = OwnTransfers.Order(from: accounts[0].number, to: accounts[1].number, amount: "300.00", purpose: "")
    let done = try services.submissions.create(
      SubmissionDraft(operation: "transfer.own", version: "1", values: "{}", idempotencyKey: nil, sign: nil),
      by: caller, effect: services.transfers.effect(order)
    ).wait().submission
    #expect(done.status == .executed)
    for _ in 0..<16 {
      let shown = try Self.shown(person)
      #expect(shown.list == ["152000.00", "48550.50"] && shown.options == ["152000.00", "48550.50"])
    }
  }

  @Test("An operation disabled by another process is refused from the next request on")
  func followsSwitchOfOtherProcess() throws {
    let (server, person) = try TestServer().withPerson()
    let (services, _) = try Self.other(server)
    for _ in 0..<16 { #expect(try person.get("/operations/pp.quick").status == 200) }
    _ = try services.availability.disable("pp.quick")
    for _ in 0..<16 { #expect(try person.get("/operations/pp.quick").status != 200) }
    _ = try services.availability.enable("pp.quick")
    for _ in 0..<16 { #expect(try person.get("/operations/pp.quick").status == 200) }
  }

  @Test("Cached answers are separate for each person and language") func separatesPeopleAndLanguages() throws {
    let server = try TestServer()
    let (person, russian) = (try server.person(), try server.person(language: "ru"))
    let stranger = try server.stranger()
    for _ in 0..<16 {
      #expect(try person.get("/accounts")["summary"]?[0]?["label"] == "Total available")
      #expect(try russian.get("/accounts")["summary"]?[0]?["label"] == "Всего доступно")
      #expect(try stranger.get("/accounts")["data"]?.array?.isEmpty == true)
      #expect(try stranger.get("/operations/pp.quick")["atoms"]?[6]?["options"]?.array?.isEmpty == true)
      #expect(try person.get("/operations/pp.quick")["atoms"]?[6]?["options"]?.array?.count == 2)
    }
  }
}
