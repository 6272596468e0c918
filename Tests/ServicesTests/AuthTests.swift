import Dates
import Model
import SQLiteStorage
import Storage
import Secrets
import Services
import TestDatabases
import Testing

@Suite struct AuthTests {
  @Test("A login returns a token that identifies the person and a new session")
  func loginReturnsTokenOfPerson() throws {
    let bank = try TestBank()
    let grant = try bank.services.auth.login("Demo", password: "valence-demo").wait()
    let caller = try #require(try bank.services.auth.authenticate(grant.token))
    #expect(caller.person == bank.demo.person.id)
    #expect(caller.name == "Анна Смирнова")
    #expect(caller.role == .person)
    #expect(grant.expires == bank.clock.now + .seconds(12 * 3600))
    #expect(caller.session != bank.caller.session)
  }

  @Test(
    "A wrong login and a wrong password throw the same error",
    arguments: [
      ("demo", "valence-dem"), ("demo", ""), ("nobody", "valence-demo"), ("", ""), ("no such form!", "valence-demo"),
    ])
  func failedLoginsThrowSameError(_ login: String, _ password: String) throws {
    let bank = try TestBank()
    #expect(throws: AuthError.refused) { try bank.services.auth.login(login, password: password).wait() }
  }

  @Test("Only the digest of a session token is stored, and its description omits the token")
  func storesOnlyTokenDigest() throws {
    let bank = try TestBank()
    let grant = try bank.services.auth.login("demo", password: "valence-demo").wait()
    let digest = try #require(SecretToken(grant.token)).digest.bytes
    let stored = try bank.database.read { connection in
      try connection.all("SELECT token_digest FROM session") { row throws(StoreError) in
        try row.get(0, as: [UInt8].self)
      }
    }
    #expect(stored.contains(digest))
    #expect(!"\(grant)".contains(grant.token))
  }

  @Test(
    "Authentication returns nil for a malformed or unknown token",
    arguments: ["", "garbage", String(repeating: "A", count: 43)])
  func rejectsUnknownToken(_ token: String) throws {
    let bank = try TestBank()
    #expect(try bank.services.auth.authenticate(token) == nil)
  }

  @Test("A token expires after 12 hours, whether or not its session is cached")
  func expiresCachedAndUncachedTokens() throws {
    let bank = try TestBank()
    let used = try bank.services.auth.login("demo", password: "valence-demo").wait()
    let unused = try bank.services.auth.login("demo", password: "valence-demo").wait()
    bank.clock.advance(by: .seconds(12 * 3600) - .microseconds(1))
    #expect(try bank.services.auth.authenticate(used.token) != nil)
    bank.clock.advance(by: .microseconds(1))
    #expect(try bank.services.auth.authenticate(used.token) == nil)
    #expect(try bank.services.auth.authenticate(unused.token) == nil)
  }

  @Test("A logout ends its own session and no other") func logoutEndsOnlyItsSession() throws {
    let bank = try TestBank()
    let one = try bank.services.auth.login("demo", password: "valence-demo").wait()
    let other = try bank.services.auth.login("demo", password: "valence-demo").wait()
    let caller = try #require(try bank.services.auth.authenticate(one.token))
    try bank.services.auth.logout(caller).wait()
    #expect(try bank.services.auth.authenticate(one.token) == nil)
    #expect(try bank.services.auth.authenticate(other.token) != nil)
  }

  @Test("A session deleted by another process is rejected after two seconds")
  func rejectsSessionEndedElsewhere() throws {
    let bank = try TestBank()
    let grant = try bank.services.auth.login("demo", password: "valence-demo").wait()
    #expect(try bank.services.auth.authenticate(grant.token) != nil)
    try bank.database.change { try $0.execute("DELETE FROM session") }
    bank.clock.advance(by: .seconds(2))
    #expect(try bank.services.auth.authenticate(grant.token) == nil)
  }

  @Test("Sessions survive a restart of the server") func sessionsSurviveRestart() throws {
    let bank = try TestBank()
    let grant = try bank.services.auth.login("demo", password: "valence-demo").wait()
    let clock = bank.clock
    let restarted = try BankServices(
      store: bank.database, keys: SecretKeys(SecretKey()), configuration: bank.services.configuration,
      clock: { clock.now })
    #expect(try restarted.auth.authenticate(grant.token)?.person == bank.demo.person.id)
  }

  @Test("A login replaces a password hash of lower cost") func loginUpgradesWeakHash() throws {
    let bank = try TestBank()
    let clock = bank.clock
    var configuration = bank.services.configuration
    configuration.passwordCost = PasswordCost(passes: 2, memory: 16)
    let stronger = try BankServices(
      store: bank.database, keys: SecretKeys(SecretKey()), configuration: configuration, clock: { clock.now })
    for _ in 0..<2 { _ = try stronger.auth.login("demo", password: "valence-demo").wait() }
    let hash = try bank.database.read { connection in
      try connection.first("SELECT password FROM person WHERE login = 'demo'") { row throws(StoreError) in
        try row.get(0, as: String.self)
      }
    }
    #expect(hash?.hasPrefix("$argon2id$v=19$m=16,t=2,") == true)
  }

  @Test("Logins beyond the hashing queue are rejected as overloaded") func rejectsLoginsBeyondQueue() throws {
    let bank = try TestBank {
      $0.hashingWidth = 1
      $0.hashingQueue = 0
      $0.passwordCost = PasswordCost(passes: 1, memory: 8192)
    }
    let outcomes = Outcomes()
    for _ in 0..<32 {
      outcomes.begin()
      bank.services.auth.login("demo", password: "wrong").start { outcomes.end($0.map { _ in () }) }
    }
    let errors = outcomes.wait()
    #expect(errors.count == 32)
    #expect(errors.contains { $0 is Overloaded })
    #expect(errors.contains { $0 as? AuthError == .refused })
  }

  @Test("A login from a known address succeeds during a flood from other addresses")
  func knownAddressPassesLoginFlood() throws {
    let bank = try TestBank {
      $0.hashingWidth = 1
      $0.hashingQueue = 8
      $0.passwordCost = PasswordCost(passes: 1, memory: 8192)
    }
    let auth = bank.services.auth
    let home = Origin(address: "192.0.2.7")
    _ = try auth.login("demo", password: bank.demo.password, from: home).wait()
    let outcomes = Outcomes()
    for turn in 0..<40 {
      outcomes.begin()
      auth.login("nobody\(turn)", password: "wrong", from: Origin(address: "198.51.100.\(turn)"))
        .start { outcomes.end($0.map { _ in () }) }
    }
    // The hashing queue is full, but a login from a known address is accepted.
    _ = try auth.login("demo", password: bank.demo.password, from: home).wait()
    #expect(outcomes.wait().contains { $0 is Overloaded })
  }

  @Test(
    "Adding a person with invalid data throws the specific error",
    arguments: [
      ("demo", "Имя", "a long password", UserError.loginTaken), ("DEMO", "Имя", "a long password", .loginTaken),
      ("a b", "Имя", "a long password", .badLogin), ("new", "", "a long password", .noName),
      ("new", "И\u{202E}мя", "a long password", .badName), ("new", "Имя\u{7}", "a long password", .badName),
      ("new", "Имя\nФамилия", "a long password", .badName),
      ("new", "Имя", "eleven char", .password(.tooShort(minimum: 12))),
      ("new", "Имя", "aaaabbbbccccdddd", .password(.tooSimple(minimum: 5))),
      ("anna.smirnova", "Имя", "Anna.Smirnova", .password(.login)),
    ])
  func addingPersonThrowsReason(
    _ login: String, _ name: String, _ password: String, _ error: UserError
  ) throws {
    let bank = try TestBank()
    #expect(throws: error) { try bank.services.users.add(login: login, name: name, password: password).wait() }
  }
}
