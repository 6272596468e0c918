import FoundationEssentials
import Model
import SQLiteStorage
import Storage
import Secrets
import Services
import TestDatabases
import Testing

/// The delays after failed logins, and their effect on other people.
struct ThrottleTests {
  private static let wrong = "not the password"

  @Test("Each failed login after the fifth doubles the wait up to five minutes")
  func doublesWaitAfterFiveFailures() throws {
    let bank = try TestBank()
    for _ in 0..<4 { try bank.expectRefused("demo") }
    var waits: [Duration] = []
    for _ in 0..<12 {
      try bank.expectRefused("demo")
      let wait = try bank.wait("demo")
      // A delayed login is not counted, right or wrong.
      #expect(try bank.wait("demo") == wait)
      #expect(try bank.wait("demo", password: bank.demo.password) == wait)
      waits.append(wait)
      bank.clock.advance(by: wait)
    }
    #expect(waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300].map { .seconds($0) })
    try bank.enter()
    for _ in 0..<4 { try bank.expectRefused("demo") }
    try bank.enter()
  }

  @Test("An operator sees the wrong passwords that count and their wait, until they are forgotten")
  func reportsFailures() throws {
    let bank = try TestBank()
    func failures() throws -> LoginFailures { try bank.services.auth.failures(of: bank.demo.person) }
    #expect(try failures().wrongPasswords == 0)
    for turn in 0..<10 { try bank.expectRefused("demo", from: "198.51.100.\(turn)") }
    #expect(try failures().wrongPasswords == 10)
    #expect(try failures().wait == bank.wait("demo", from: "198.51.100.99"))
    #expect(try failures().changeWaitsUntil == nil)
    try bank.services.auth.forgetFailures(of: bank.demo.person).wait()
    #expect(try failures().wrongPasswords == 0 && failures().wait == .zero)
  }

  @Test("Failed logins expire one by one, 15 minutes apart") func failuresExpireOneByOne() throws {
    let bank = try TestBank()
    for _ in 0..<5 { try bank.expectRefused("demo") }
    bank.clock.advance(by: .seconds(2 * 900))
    for _ in 0..<2 { try bank.expectRefused("demo") }
    #expect(try bank.wait("demo") == .seconds(1))
    bank.clock.advance(by: .seconds(5 * 900))
    for _ in 0..<5 { try bank.expectRefused("demo") }
    #expect(try bank.wait("demo") == .seconds(1))
  }

  @Test("The wait after failed logins survives a restart") func waitSurvivesRestart() throws {
    let bank = try TestBank()
    for turn in 0..<8 {
      if turn >= 5 { bank.clock.advance(by: .seconds(300)) }
      try bank.expectRefused("demo", from: "198.51.100.1")
    }
    let wait = try bank.wait("demo", from: "198.51.100.1")
    #expect(wait == .seconds(8))
    let other = try bank.restarted()
    #expect(throws: Throttled(wait: wait)) {
      try other.auth.login("demo", password: bank.demo.password, from: Origin(address: "198.51.100.1")).wait()
    }
  }

  @Test("An unknown login is throttled in the same manner as a known one") func throttlesUnknownLoginEqually() throws {
    let (known, unknown) = (try TestBank(), try TestBank())
    func story(_ bank: TestBank, _ login: String) -> [Duration?] {
      (0..<60).map { turn in
        bank.clock.advance(by: .seconds(2))
        return bank.throttled(login, from: "198.51.100.\(turn % 4)")
      }
    }
    let waits = story(known, "demo")
    #expect(story(unknown, "nobody") == waits)
    #expect(waits.contains { $0 != nil } && waits.contains { $0 == nil })
  }

  @Test("Distributed guessing delays the owner by 30 seconds from a new address only")
  func distributedGuessingDelaysOwnerOnce() throws {
    let bank = try TestBank()
    // The person has logged in from one address before. The attackers retry as soon as they may.
    try bank.enter(from: "192.0.2.7")
    try bank.attack("demo")
    // From another address the person waits once, and can then log in whatever the attackers do.
    let wait = try bank.wait("demo", from: "203.0.113.9", password: bank.demo.password)
    #expect(wait == .seconds(30))
    try bank.attack("demo", for: 29)
    #expect(bank.throttled("demo", from: "203.0.113.9", password: bank.demo.password) == .seconds(1))
    bank.clock.advance(by: .seconds(1))
    try bank.enter(from: "203.0.113.9")
    // From the known address the person does not wait at all.
    try bank.attack("demo")
    try bank.enter(from: "192.0.2.7")
  }

  @Test("An address that fails with many logins must wait for any further login")
  func throttlesAddressOfManyLogins() throws {
    let bank = try TestBank()
    for turn in 0..<20 { try bank.expectRefused("nobody\(turn)", from: "198.51.100.1") }
    #expect(try bank.wait("demo", from: "198.51.100.1") == .seconds(1))
    // Other addresses do not wait.
    try bank.enter(from: "198.51.100.2")
    bank.clock.advance(by: .seconds(1))
    try bank.enter(from: "198.51.100.1")
    try bank.expectRefused("nobody20", from: "198.51.100.1")
    #expect(try bank.wait("nobody21", from: "198.51.100.1") == .seconds(2))
    // A person from that address waits too, with any password: an exception would disclose that the
    // login exists.
    #expect(try bank.wait("demo", from: "198.51.100.1") == .seconds(2))
    #expect(try bank.wait("demo", from: "198.51.100.1", password: bank.demo.password) == .seconds(2))
    // A successful login does not shorten the delay of further guesses.
    bank.clock.advance(by: .seconds(2))
    try bank.enter(from: "198.51.100.1")
    try bank.expectRefused("nobody21", from: "198.51.100.1")
    #expect(try bank.wait("nobody22", from: "198.51.100.1") == .seconds(4))
  }

  @Test("Failures of long logins are counted by their first 256 characters") func countsLongLoginsByPrefix() throws {
    let bank = try TestBank()
    let beginning = String(repeating: "a", count: 256)
    for turn in 0..<5 { try bank.expectRefused("\(beginning)\(turn)") }
    #expect(try bank.wait("\(beginning)x") == .seconds(1))
    #expect(bank.throttled("\(beginning.dropLast())b", from: "192.0.2.1") == nil)
  }

  @Test("The wait is equal for existing and unknown logins from one address") func hidesExistenceOfLogin() throws {
    let bank = try TestBank()
    try bank.enter(from: "198.51.100.1")
    for turn in 0..<30 {
      while let wait = bank.throttled("nobody\(turn)", from: "198.51.100.1") { bank.clock.advance(by: wait) }
    }
    let known = bank.throttled("demo", from: "198.51.100.1")
    #expect(known != nil && known == bank.throttled("nobody", from: "198.51.100.1"))
  }

  /// The hash needs 4 TiB. A password that could not be checked does not count as wrong.
  @Test(
    "A login that fails for lack of memory is not counted as a failed login",
    .enabled(if: (try? String(contentsOfFile: "/proc/sys/vm/overcommit_memory", encoding: .utf8))?.first != "1"))
  func ignoresMemoryShortage() throws {
    let bank = try TestBank()
    let hash =
      "$argon2id$v=19$m=4294967295,t=1,p=1$\(String(repeating: "A", count: 22))$\(String(repeating: "A", count: 43))"
    try bank.database.change { try $0.execute("UPDATE person SET password = $1", hash) }
    for _ in 0..<8 {
      #expect(throws: Overloaded(retryAfter: 5)) {
        try bank.services.auth.login("demo", password: bank.demo.password).wait()
      }
      #expect(throws: Overloaded(retryAfter: 5)) {
        try bank.services.auth.changePassword(from: bank.demo.password, to: "quite another one", by: bank.caller).wait()
      }
    }
    #expect(try bank.rows("SELECT count(*) FROM login_failure") == 0)
  }

  @Test("IPv6 addresses of one subscriber are throttled as one address") func throttlesSubscriberAsOne() throws {
    let bank = try TestBank()
    for turn in 0..<5 { try bank.expectRefused("demo", from: "2001:db8:1:2::\(turn + 1)") }
    #expect(try bank.wait("demo", from: "2001:db8:1:2:aaaa::1") == .seconds(1))
    #expect(bank.throttled("demo", from: "2001:db8:1:3::1") == nil)
  }

  @Test("Concurrent failed logins are throttled like consecutive ones") func throttlesConcurrentLogins() throws {
    let bank = try TestBank()
    let outcomes = Outcomes()
    for _ in 0..<30 {
      outcomes.begin()
      bank.services.auth.login("demo", password: Self.wrong).start { outcomes.end($0.map { _ in () }) }
    }
    let errors = outcomes.wait()
    let checked = errors.count { $0 as? AuthError == .refused }
    // Five in a row, and one more because two are hashed at a time.
    #expect((5...6).contains(checked))
    #expect(errors.count { $0 is Throttled } == 30 - checked)
  }

  @Test("The number of stored login failures is limited") func limitsFailureRows() throws {
    let bank = try TestBank { $0.throttle.rows = 50 }
    for turn in 0..<400 { try bank.expectRefused("somebody\(turn)", from: "198.51.\(turn / 250).\(turn % 250)") }
    // Each failure has three counts, and the rows are trimmed every 64 failures.
    #expect(try bank.rows("SELECT count(*) FROM login_failure") <= 50 + 64 * 3)
    bank.clock.advance(by: .seconds(24 * 3600))
    for turn in 0..<30 { try bank.expectRefused("else\(turn)", from: "203.0.113.\(turn)") }
    #expect(try bank.rows("SELECT count(*) FROM login_failure WHERE kind = 'address'") == 30)
  }

  @Test("The last 20 login addresses of a person are known for 90 days")
  func remembersTwentyAddressesForNinetyDays() throws {
    let bank = try TestBank()
    for turn in 0..<25 {
      bank.clock.advance(by: .seconds(1))
      try bank.enter(from: "203.0.113.\(turn)")
    }
    #expect(try bank.rows("SELECT count(*) FROM known_login") == 20)
    try bank.attack("demo")
    #expect(bank.throttled("demo", from: "203.0.113.4", password: bank.demo.password) != nil)
    try bank.enter(from: "203.0.113.5")
    bank.clock.advance(by: .seconds(90 * 24 * 3600))
    try bank.attack("demo")
    #expect(bank.throttled("demo", from: "203.0.113.6", password: bank.demo.password) != nil)
  }

  @Test("Wrong present passwords throttle further password changes and not logins")
  func throttlesPasswordChange() throws {
    let bank = try TestBank()
    let auth = bank.services.auth
    for _ in 0..<5 {
      #expect(throws: PasswordRefusal.wrongPassword) {
        try auth.changePassword(from: Self.wrong, to: "quite another one", by: bank.caller).wait()
      }
    }
    let waits = Throttled(wait: .seconds(1))
    #expect(throws: waits) {
      try auth.changePassword(from: bank.demo.password, to: "quite another one", by: bank.caller).wait()
    }
    #expect(throws: waits) {
      let prepared = try auth.passwordEffect(
        from: bank.demo.password, to: "quite another one", by: bank.caller
      ).wait()
      let draft = SubmissionDraft(
        operation: "auth.password", version: "1", values: "{}", idempotencyKey: nil, sign: nil)
      _ = try bank.services.submissions.create(draft, by: bank.caller, effect: prepared).wait()
    }
    // Neither logins nor other people are delayed.
    try bank.enter()
    let stranger = try bank.stranger()
    #expect(throws: PasswordRefusal.wrongPassword) {
      try auth.changePassword(from: Self.wrong, to: "quite another one", by: stranger).wait()
    }
    bank.clock.advance(by: .seconds(1))
    try auth.changePassword(from: bank.demo.password, to: "quite another one", by: bank.caller).wait()
  }

  @Test("A password set by an operator ends all sessions and clears the login wait")
  func operatorSetsPassword() throws {
    let bank = try TestBank()
    try bank.attack("demo")
    try bank.services.auth.setPassword("given by the bank", of: bank.demo.person).wait()
    #expect(try bank.services.auth.authenticate(bank.token) == nil)
    let origin = Origin(address: "203.0.113.200")
    _ = try bank.services.auth.login("demo", password: "given by the bank", from: origin).wait()
    #expect(throws: PasswordRefusal.broken(.tooShort(minimum: 12))) {
      try bank.services.auth.setPassword("short", of: bank.demo.person).wait()
    }
  }
}

extension TestBank {
  /// Fails to log in, and expects that the password was checked.
  fileprivate func expectRefused(_ login: String, from address: String = "192.0.2.1") throws {
    #expect(throws: AuthError.refused) {
      try services.auth.login(login, password: "not the password", from: Origin(address: address)).wait()
    }
  }

  /// Returns the delay of an attempt; nil if it is checked.
  fileprivate func throttled(
    _ login: String, from address: String, password: String = "not the password"
  ) -> Duration? {
    do {
      _ = try services.auth.login(login, password: password, from: Origin(address: address)).wait()
    } catch let error as Throttled {
      return error.wait
    } catch {
      return nil
    }
    return nil
  }

  fileprivate func wait(
    _ login: String, from address: String = "192.0.2.1", password: String = "not the password"
  ) throws -> Duration { try #require(throttled(login, from: address, password: password)) }

  /// Logs the demo person in.
  fileprivate func enter(from address: String = "192.0.2.1") throws {
    _ = try services.auth.login(demo.login, password: demo.password, from: Origin(address: address)).wait()
  }

  /// Guesses from so many addresses that a login from a new address is delayed.
  fileprivate func attack(_ login: String, for seconds: Int = 200) throws {
    for turn in 0..<seconds {
      _ = throttled(login, from: "198.18.0.\(turn % 40)")
      clock.advance(by: .seconds(1))
    }
  }

  /// Returns the services of another process with the same key.
  fileprivate func restarted() throws -> BankServices {
    let clock = clock
    return try BankServices(
      store: database, keys: SecretKeys(key), configuration: services.configuration, clock: { clock.now })
  }

  /// Returns the number that a query selects.
  fileprivate func rows(_ query: StaticString) throws -> Int {
    try database.read { connection in
      try connection.first(query) { (row) throws(StoreError) in try row.get(0, as: Int.self) } ?? 0
    }
  }
}
