import Dates
import Model
import SQLiteStorage
import Storage
import Secrets
import SeededRandom
import Services
import Testing

/// The lifetime and the end of sessions.
struct SessionTests {
  private static let minute: Duration = .seconds(60)

  private static func bank(unused minutes: Int = 30) throws -> TestBank {
    try TestBank { $0.sessions.unused = .seconds(minutes * 60) }
  }

  @Test("An unused session expires at its announced time") func expiresUnusedSession() throws {
    let bank = try Self.bank()
    let grant = try bank.enter()
    bank.clock.advance(by: grant.unused - bank.clock.now - .microseconds(1))
    #expect(try bank.services.auth.openSessions(of: bank.caller).count == 2)
    let other = try bank.restarted()
    bank.clock.advance(by: .microseconds(1))
    #expect(try bank.services.auth.authenticate(grant.token) == nil)
    #expect(try other.auth.authenticate(grant.token) == nil)
    #expect(grant.unused - (bank.clock.now + (.zero - Self.minute * 32)) == Self.minute * 32)
  }

  @Test("Each use extends a session up to its maximum lifetime") func useExtendsSessionUpToLifetime() throws {
    let bank = try Self.bank()
    let grant = try bank.enter()
    let begun = bank.clock.now
    var uses = 0
    while bank.clock.now + Self.minute * 30 < grant.expires {
      bank.clock.advance(by: Self.minute * 30)
      uses += 1
      #expect(try bank.services.auth.authenticate(grant.token) != nil, "\(uses)")
    }
    #expect(uses == 23)
    bank.clock.advance(by: grant.expires - bank.clock.now - .microseconds(1))
    #expect(try bank.services.auth.authenticate(grant.token) != nil)
    bank.clock.advance(by: .microseconds(1))
    #expect(try bank.services.auth.authenticate(grant.token) == nil)
    #expect(bank.clock.now - begun == .seconds(12 * 3600))
  }

  @Test("A session used in time stays valid across processes and restarts")
  func activeSessionSurvivesRestarts() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = Chance(seed)
    let bank = try Self.bank()
    let grant = try bank.enter()
    var processes = [bank.services, try bank.restarted()]
    while bank.clock.now + Self.minute * 33 < grant.expires {
      // Bursts and long pauses. The longest pause is the longest allowed time without use.
      let pause = Int64.random(in: 0...3, using: &chance) == 0 ? 1800 : Int64.random(in: 0...90, using: &chance)
      bank.clock.advance(by: .seconds(pause))
      let one = Int.random(in: 0...1, using: &chance)
      #expect(try processes[one].auth.authenticate(grant.token) != nil, "seed \(seed)")
      // The test clock does not advance while the use is written.
      try bank.settle()
      if Int.random(in: 0...4, using: &chance) == 0 { processes[one] = try bank.restarted() }
    }
    try bank.settle()
    bank.clock.advance(by: Self.minute * 32)
    for process in processes { #expect(try process.auth.authenticate(grant.token) == nil, "seed \(seed)") }
  }

  @Test("The use of a session is written once per minute") func writesUseOncePerMinute() throws {
    let bank = try Self.bank()
    let grant = try bank.enter()
    let (before, begun) = (bank.database.writeCounts.writes, bank.clock.now)
    for second in 1...600 {
      bank.clock.advance(by: .seconds(1))
      _ = try bank.services.auth.authenticate(grant.token)
      // Write all pending uses before the last minute, however busy the machine is.
      if second == 540 { try bank.settle() }
    }
    try bank.settle()
    // At most ten writes for ten minutes of use, and two for the waits. There are fewer if a write
    // waited for the previous one.
    #expect((3...12).contains(bank.database.writeCounts.writes - before))
    #expect(
      try bank.services.auth.openSessions(of: bank.caller).first { !$0.isCurrent }?.session.seen ?? begun > begun
        + .seconds(530))
  }

  @Test("A use extends the session even if it cannot be written", .onFile) func countsUnwrittenUse() throws {
    let bank = try Self.bank()
    let grant = try bank.enter()
    try SQLiteConnection(path: bank.database.file().path).execute(
      "CREATE TRIGGER no_notes BEFORE UPDATE ON session BEGIN SELECT RAISE(ABORT, 'no'); END")
    for _ in 0..<4 {
      bank.clock.advance(by: Self.minute * 30)
      #expect(try bank.services.auth.authenticate(grant.token) != nil)
      try bank.settle()
    }
    try SQLiteConnection(path: bank.database.file().path).execute("DROP TRIGGER no_notes")
    bank.clock.advance(by: Self.minute)
    #expect(try bank.services.auth.authenticate(grant.token) != nil)
    try bank.settle()
    bank.clock.advance(by: Self.minute * 30)
    #expect(try bank.restarted().auth.authenticate(grant.token) != nil)
  }

  @Test("The list of sessions contains client, network, last use and end") func listsSessionsWithDetails() throws {
    let bank = try Self.bank()
    bank.clock.advance(by: Self.minute)
    let grant = try bank.services.auth.login(
      bank.demo.login, password: bank.demo.password, from: Origin(address: "203.0.113.77", client: "ios/3.2")
    ).wait()
    let caller = try #require(try bank.services.auth.authenticate(grant.token))
    bank.clock.advance(by: Self.minute)
    let listed = try bank.services.auth.openSessions(of: caller)
    #expect(listed.map(\.session.id) == [caller.session, bank.caller.session])
    #expect(listed.map(\.isCurrent) == [true, false])
    #expect(listed.map(\.session.client) == ["ios/3.2", nil])
    #expect(listed.map(\.session.network) == ["203.0.113.0/24", "192.0.2.0/24"])
    #expect(listed[0].session.seen == bank.clock.now)
    #expect(listed[1].ends == listed[1].session.created + Self.minute * 32)
    #expect(try bank.services.auth.openSessions(of: try bank.stranger()).count == 1)
  }

  @Test("A session ended from another session is rejected immediately") func rejectsEndedSession() throws {
    let bank = try Self.bank()
    let grant = try bank.enter()
    let other = try #require(try bank.services.auth.authenticate(grant.token))
    try bank.services.auth.end(other.session, by: bank.caller).wait()
    #expect(try bank.services.auth.authenticate(grant.token) == nil)
    #expect(throws: SessionError.notFound) { try bank.services.auth.end(other.session, by: bank.caller).wait() }
  }

  @Test("A person cannot end the sessions of others") func rejectsEndingSessionOfOthers() throws {
    let bank = try Self.bank()
    let stranger = try bank.stranger()
    #expect(throws: SessionError.notFound) {
      try bank.services.auth.end(bank.caller.session, by: stranger).wait()
    }
    try bank.services.auth.endAll(by: stranger, keepingCurrent: false).wait()
    #expect(try bank.services.auth.openSessions(of: bank.caller).count == 1)
    #expect(try bank.services.auth.openSessions(of: stranger).isEmpty)
  }

  @Test("All sessions of a person can be ended, optionally except the current one", arguments: [true, false])
  func endsAllSessions(_ keepingCurrent: Bool) throws {
    let bank = try Self.bank()
    let grants = try (0..<3).map { _ in try bank.enter() }
    let callers = try grants.map { try #require(try bank.services.auth.authenticate($0.token)) }
    try bank.services.auth.endAll(by: callers[1], keepingCurrent: keepingCurrent).wait()
    let left = try grants.map { try bank.services.auth.authenticate($0.token) != nil }
    #expect(left == [false, keepingCurrent, false])
  }

  @Test("A login beyond the limit ends the session with the oldest use") func loginBeyondLimitEndsOldestUsed() throws {
    let bank = try Self.bank(unused: 600)
    bank.clock.advance(by: Self.minute)
    let first = try bank.enter()
    bank.clock.advance(by: Self.minute)
    let others = try (2..<SessionRules.perPerson).map { _ in try bank.enter() }
    // The fixture's session is the oldest, but it is used again, so `first` has the oldest use.
    bank.clock.advance(by: Self.minute)
    _ = try bank.services.auth.authenticate(bank.token)
    try bank.settle()
    _ = try bank.enter()
    #expect(try bank.services.auth.openSessions(of: bank.caller).count == SessionRules.perPerson)
    #expect(try bank.restarted().auth.authenticate(first.token) == nil)
    #expect(try bank.restarted().auth.authenticate(others[0].token) != nil)
    #expect(try bank.restarted().auth.authenticate(bank.token) != nil)
  }

  @Test("A login deletes expired sessions") func loginDeletesExpiredSessions() throws {
    let bank = try Self.bank()
    _ = try bank.stranger()
    bank.clock.advance(by: .seconds(12 * 3600))
    _ = try bank.enter()
    let left = try bank.database.read { connection in
      try connection.first("SELECT count(*) FROM session") { (row) throws(StoreError) in try row.get(0, as: Int.self) }
    }
    #expect(left == 1)
  }
}

extension TestBank {
  /// Logs the demo person in again.
  fileprivate func enter() throws -> SessionGrant {
    try services.auth.login(demo.login, password: demo.password).wait()
  }

  /// Returns the services of another process.
  fileprivate func restarted() throws -> BankServices {
    let clock = clock
    return try BankServices(
      store: database, keys: SecretKeys(SecretKey()), configuration: services.configuration, clock: { clock.now })
  }

  /// Waits until the pending writes are on disk.
  fileprivate func settle() throws { _ = try services.users.change(caller.person, ProfileChange()).wait() }
}
