import Dates
import Model
import DataAccess
import Secrets
import Storage
import Synchronization

/// Slows down guessing: failed logins are counted on disk before their answer, and the next ones wait.
///
/// Failures count for the login from one address, for the login, and for the address. An unknown login is counted like
/// a known one, so that waits disclose no logins.
///
/// - Failures elsewhere delay a person at most by `ThrottleRules.login.longest`. A person from a new address is told
///   when to return, and is heard then.
/// - A person from a known place does not wait for failures elsewhere.
/// - All logins from an address wait for the failures of that address.
final class LoginThrottle: Sendable {
  private enum Verdict {
    /// The login may be checked; `isKnown` is true if it comes from a known place of its person.
    case heard(isKnown: Bool)
    /// The login has to wait.
    case waits(Duration)
    /// The login has to wait, and has its turn when it returns.
    case waitsItsTurn(Duration)
  }

  private let store: any Store
  private let key: SecretKey
  private let rules: ThrottleRules
  private let audit: Audit
  private let clock: Clock
  /// The failures that may be written until the rows are counted again.
  private let room = Atomic<Int>(0)

  /// Counts in `database`, by digests of that key.
  init(store: any Store, key: SecretKey, rules: ThrottleRules, audit: Audit, clock: @escaping Clock) {
    (self.store, self.key, self.rules) = (store, key, rules)
    (self.audit, self.clock) = (audit, clock)
  }

  /// Returns the keys under which failures of that login from that origin are counted.
  func attempt(_ login: String, from origin: Origin, person: PersonID?) -> LoginAttempt {
    let login = Array(login.lowercased().utf8)
    let address = origin.address?.subscriber ?? []
    return LoginAttempt(
      pair: mac("pair", login, address), login: mac("login", login), address: mac("address", address), person: person)
  }

  /// Returns true if the attempt comes from a known place of the person; throws `Throttled` if it has to wait.
  func admit(_ attempt: LoginAttempt) throws -> Deferred<Bool> {
    let now = clock()
    switch try store.read({ try self.verdict(attempt, at: now, $0) }) {
    case .heard(let isKnown): return .now(isKnown)
    case .waits(let wait): throw Throttled(wait: wait)
    case .waitsItsTurn(let wait):
      return store.deferredWrite(locking: [.loginFailures(attempt.pair)]) { [self] transaction, after in
        let until = now + wait
        let turn = FailureCount(level: 0, at: now, until: until, forgotten: until + ThrottleRules.turn)
        try LoginFailureDAO(transaction).put(.pair, attempt.pair, turn)
        try sweep(at: now, transaction, &after)
      }.map { throw Throttled(wait: wait) }
    }
  }

  /// Throws `Throttled` where others failed while the attempt waited to be looked at.
  func require(_ attempt: LoginAttempt) throws {
    let now = clock()
    if case .waits(let wait) = try store.read({ try self.verdict(attempt, at: now, $0) }) {
      throw Throttled(wait: wait)
    }
  }

  /// Counts a failed attempt; it is on disk when this is done.
  func failed(_ attempt: LoginAttempt) -> Deferred<Void> {
    store.deferredWrite(locking: [
      .loginFailures(attempt.pair), .loginFailures(attempt.login), .loginFailures(attempt.address),
    ]) { [self] transaction, after in
      let table = LoginFailureDAO(transaction)
      let now = clock()
      let before = try table.find(.login, attempt.login, at: now)
      let login = rules.login.failed(before, at: now)
      try table.put(.login, attempt.login, login)
      let address = try table.find(.address, attempt.address, at: now)
      // One record for the time that failures are remembered: guessing cannot fill the audit.
      if (attempt.person == nil ? address : before) == nil {
        let subject = attempt.person.map { AuditSubject.person($0) } ?? .logins
        try audit.record(.loginsRefused, by: .nobody, of: subject, transaction)
      }
      try table.put(.address, attempt.address, rules.address.failed(address, at: now))
      let others: Duration = try isKnown(attempt, at: now, transaction) ? .zero : rules.login.delay(login.level)
      let pair = try table.find(.pair, attempt.pair, at: now)
      try table.put(.pair, attempt.pair, rules.pair.failed(pair, at: now, waiting: others))
      try sweep(at: now, transaction, &after)
    }
  }

  /// Deletes the failures of a person who has logged in, and notes the place.
  func succeeded(_ attempt: LoginAttempt, _ person: PersonID, _ transaction: Transaction) throws {
    let now = clock()
    try LoginFailureDAO(transaction).delete(.pair, attempt.pair)
    try LoginFailureDAO(transaction).delete(.login, attempt.login)
    let known = KnownLoginDAO(transaction)
    try known.put(attempt.pair, person: person, at: now, keeping: ThrottleRules.places)
    try known.deleteOld(by: now + (.zero - ThrottleRules.known), limit: 100)
  }

  /// Throws `Throttled` where the person's present password was given wrong too often.
  func requirePassword(of person: PersonID) throws {
    let (now, mac) = (clock(), passwordMac(person))
    let count = try store.read { try LoginFailureDAO($0).find(.password, mac, at: now) }
    let wait = rules.password.wait(after: count, at: now)
    if wait > .zero { throw Throttled(wait: wait) }
  }

  /// Counts a wrong present password; it is on disk when this is done.
  func failedPassword(of person: PersonID) -> Deferred<Void> {
    let mac = passwordMac(person)
    return store.deferredWrite(locking: [.loginFailures(mac)]) { [self] transaction, after in
      let table = LoginFailureDAO(transaction)
      let now = clock()
      try table.put(.password, mac, rules.password.failed(try table.find(.password, mac, at: now), at: now))
      try sweep(at: now, transaction, &after)
    }
  }

  /// Forgets wrong present passwords.
  func succeededPassword(of person: PersonID, _ transaction: Transaction) throws {
    try LoginFailureDAO(transaction).delete(.password, passwordMac(person))
  }

  /// Deletes the failures of a login from everywhere, except those counted for an address.
  func forget(_ login: Login, _ person: PersonID, _ transaction: Transaction) throws {
    try LoginFailureDAO(transaction).delete(.login, mac("login", Array(login.rawValue.utf8)))
    try succeededPassword(of: person, transaction)
  }

  private func verdict(_ attempt: LoginAttempt, at now: Instant, _ connection: Connection) throws -> Verdict {
    let table = LoginFailureDAO(connection)
    let pair = try table.find(.pair, attempt.pair, at: now)
    let address = try table.find(.address, attempt.address, at: now)
    let wait = max(rules.pair.wait(after: pair, at: now), rules.address.wait(after: address, at: now))
    if wait > .zero { return .waits(wait) }
    if try isKnown(attempt, at: now, connection) { return .heard(isKnown: true) }
    if pair == nil {
      let delay = rules.login.delay(rules.login.left(of: try table.find(.login, attempt.login, at: now), at: now))
      if delay > .zero { return .waitsItsTurn(delay) }
    }
    return .heard(isKnown: false)
  }

  private func isKnown(_ attempt: LoginAttempt, at now: Instant, _ connection: Connection) throws -> Bool {
    guard let person = attempt.person else { return false }
    return try KnownLoginDAO(connection).contains(
      attempt.pair, person: person, after: now + (.zero - ThrottleRules.known))
  }

  /// Deletes failures that no longer count. It counts the rows when there may be more than the limit, and deletes the oldest ones
  /// then.
  private func sweep(at now: Instant, _ transaction: Transaction, _ after: inout AfterCommit) throws {
    let table = LoginFailureDAO(transaction)
    try table.deleteForgotten(by: now, limit: 16)
    guard room.load(ordering: .relaxed) <= 0 else {
      return after.add { [self] in room.subtract(1, ordering: .relaxed) }
    }
    var count = try table.count()
    if count > rules.rows {
      count = rules.rows - rules.rows / 16
      try table.deleteFirst(keeping: count)
    }
    // A failure writes at most three rows.
    let left = max(64, (rules.rows - count) / 3)
    after.add { [self] in room.store(left, ordering: .relaxed) }
  }

  private func passwordMac(_ person: PersonID) -> [UInt8] { mac("password", Array(person.rawValue.utf8)) }

  private func mac(_ kind: String, _ fields: [UInt8]...) -> [UInt8] {
    key.mac(ofFields: [Array("valence login failure 1".utf8), Array(kind.utf8)] + fields)
  }
}

/// The delays that failed logins cause.
package struct ThrottleRules: Sendable {
  /// The delay that failures of one kind cause.
  package struct Measure: Sendable {
    /// The number of failures without a delay. The next one waits a second, and each further one twice as long.
    var free: Int
    /// The longest wait.
    var longest: Duration
    /// The time after which one failure is forgotten.
    var forgets: Duration

    /// Returns the delay after that many failures.
    func delay(_ level: Int) -> Duration {
      level < free ? .zero : min(longest, .seconds(1 << min(level - free, 20)))
    }

    /// Returns the number of failures of a count that still count.
    func left(of count: FailureCount?, at now: Instant) -> Int {
      guard let count else { return 0 }
      return max(0, count.level - max(0, Int((now - count.at) / forgets)))
    }

    /// Returns the delay after a count, at most the longest one of its kind.
    ///
    /// A count whose delay would end later was made by another server, whose clock is ahead, or before the clock was set back. Then
    /// it counts, and its remaining delay is unknown.
    func wait(after count: FailureCount?, at now: Instant) -> Duration {
      guard let count, count.until > now else { return .zero }
      return count.until - now <= longest + ServerClocks.apart ? min(count.until - now, longest) : .zero
    }

    /// The count with one failure more, waiting at least so long.
    func failed(_ count: FailureCount?, at now: Instant, waiting minimum: Duration = .zero) -> FailureCount {
      // The count has a bound, so that any number of failures is forgotten in time.
      let level = min(left(of: count, at: now) + 1, free + 20)
      let until = now + max(delay(level), minimum)
      return FailureCount(level: level, at: now, until: until, forgotten: max(until, now + forgets * level))
    }
  }

  /// For a login from one address: no other client waits for these failures.
  var pair = Measure(free: 5, longest: .seconds(300), forgets: .seconds(900))
  /// For a login from anywhere. A client from a new place waits once, alone and briefly.
  package var login = Measure(free: 10, longest: .seconds(30), forgets: .seconds(900))
  /// For all logins from one address, known places included: an exception would disclose which logins exist.
  package var address = Measure(free: 20, longest: .seconds(60), forgets: .seconds(60))
  /// For the present password of a logged-in person.
  package var password = Measure(free: 5, longest: .seconds(300), forgets: .seconds(900))

  /// The time in which a client that had to wait for others' failures may return.
  static let turn: Duration = .seconds(600)
  /// The time for which a person's place is known, and the number of such places.
  static let known: Duration = .seconds(90 * 24 * 3600)
  static let places = 20
  /// The number of counts that are kept.
  package var rows = 100_000

  /// Creates the defaults.
  init() {}
}

/// So many attempts failed that the next one has to wait: this one was not looked at.
package struct Throttled: Error, Equatable {
  /// The time to wait before the next try.
  package let wait: Duration

  /// Creates the refusal of a login that may be tried again after `wait`.
  package init(wait: Duration) { self.wait = wait }

  /// The same in whole seconds, never too few.
  package var seconds: Int64 { max(1, wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0)) }
}
