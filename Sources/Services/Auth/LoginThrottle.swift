import Dates
import Model
import DataAccess
import Secrets
import Storage
import Synchronization

/// Delays guesses of passwords. Failed logins are stored before they are reported, and delay the
/// next ones.
///
/// Failures count for the combination of login and address, for the login, and for the address.
/// Unknown logins are counted like known ones, so that delays do not disclose which logins exist.
///
/// - Failures from other addresses delay a person by at most `ThrottleRules.login.longest`. A
///   person at a new address waits once and is then admitted.
/// - A person at a known address does not wait for failures from other addresses.
/// - All logins from an address wait for the failures of that address.
final class LoginThrottle: Sendable {
  private enum Verdict {
    /// The login can be checked. `isKnown` is true if it comes from a known address of its person.
    case heard(isKnown: Bool)
    /// The login must wait.
    case waits(Duration)
    /// The login must wait for failures from other addresses, and is then admitted.
    case waitsItsTurn(Duration)
  }

  private let store: any Store
  private let key: SecretKey
  private let rules: ThrottleRules
  private let audit: Audit
  private let clock: Clock
  /// The number of failures that can be stored before the rows are counted again.
  private let room = Atomic<Int>(0)

  /// Creates a throttle that stores failures in `store`, by keyed digests.
  init(store: any Store, key: SecretKey, rules: ThrottleRules, audit: Audit, clock: @escaping Clock) {
    (self.store, self.key, self.rules) = (store, key, rules)
    (self.audit, self.clock) = (audit, clock)
  }

  /// Returns the keys for counting the failures of that login from that origin.
  func attempt(_ login: String, from origin: Origin, person: PersonID?) -> LoginAttempt {
    let login = Array(login.lowercased().utf8)
    let address = origin.address?.subscriber ?? []
    return LoginAttempt(
      pair: mac("pair", login, address), login: mac("login", login), address: mac("address", address), person: person)
  }

  /// Returns true if the attempt comes from a known address of its person. Throws `Throttled` if
  /// the attempt must wait.
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

  /// Throws `Throttled` if other failures were counted while the attempt was in the queue and now
  /// delay it.
  func require(_ attempt: LoginAttempt) throws {
    let now = clock()
    if case .waits(let wait) = try store.read({ try self.verdict(attempt, at: now, $0) }) {
      throw Throttled(wait: wait)
    }
  }

  /// Counts a failed attempt. The count is durable when the operation completes.
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
      // Write one record until the failures are forgotten, so that guesses cannot fill the audit.
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

  /// Deletes the failures of a person who has logged in, and stores the address as known.
  func succeeded(_ attempt: LoginAttempt, _ person: PersonID, _ transaction: Transaction) throws {
    let now = clock()
    try LoginFailureDAO(transaction).delete(.pair, attempt.pair)
    try LoginFailureDAO(transaction).delete(.login, attempt.login)
    let known = KnownLoginDAO(transaction)
    try known.put(attempt.pair, person: person, at: now, keeping: ThrottleRules.places)
    try known.deleteOld(by: now + (.zero - ThrottleRules.known), limit: 100)
  }

  /// Throws `Throttled` if the current password of the person was entered wrongly too often.
  func requirePassword(of person: PersonID) throws {
    let (now, mac) = (clock(), passwordMac(person))
    let count = try store.read { try LoginFailureDAO($0).find(.password, mac, at: now) }
    let wait = rules.password.wait(after: count, at: now)
    if wait > .zero { throw Throttled(wait: wait) }
  }

  /// Counts a wrong current password. The count is durable when the operation completes.
  func failedPassword(of person: PersonID) -> Deferred<Void> {
    let mac = passwordMac(person)
    return store.deferredWrite(locking: [.loginFailures(mac)]) { [self] transaction, after in
      let table = LoginFailureDAO(transaction)
      let now = clock()
      try table.put(.password, mac, rules.password.failed(try table.find(.password, mac, at: now), at: now))
      try sweep(at: now, transaction, &after)
    }
  }

  /// Deletes the count of wrong current passwords.
  func succeededPassword(of person: PersonID, _ transaction: Transaction) throws {
    try LoginFailureDAO(transaction).delete(.password, passwordMac(person))
  }

  /// Deletes the failures of a login over all addresses, and the person's wrong current passwords.
  /// Failures counted for an address, or for the login from one address, remain.
  func forget(_ login: Login, _ person: PersonID, _ transaction: Transaction) throws {
    try LoginFailureDAO(transaction).delete(.login, mac("login", Array(login.rawValue.utf8)))
    try succeededPassword(of: person, transaction)
  }

  /// Returns the failures of a person that still count, over all addresses.
  func failures(of login: Login, _ person: PersonID) throws -> LoginFailures {
    let now = clock()
    let (loginMac, personMac) = (mac("login", Array(login.rawValue.utf8)), passwordMac(person))
    let logins = try store.read { try LoginFailureDAO($0).find(.login, loginMac, at: now) }
    let changes = try store.read { try LoginFailureDAO($0).find(.password, personMac, at: now) }
    let wrong = rules.login.left(of: logins, at: now)
    let wait = rules.password.wait(after: changes, at: now)
    return LoginFailures(
      wrongPasswords: wrong, wait: rules.login.delay(wrong), changeWaitsUntil: wait > .zero ? now + wait : nil)
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

  /// Deletes failures that no longer count. Counts the rows when their number can exceed the limit,
  /// and then deletes the oldest ones.
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

/// The delays after failed logins.
package struct ThrottleRules: Sendable {
  /// The delay after failures of one kind.
  package struct Measure: Sendable {
    /// The number of failures from which attempts are delayed. At this number the delay is one
    /// second, and each further failure doubles it.
    var free: Int
    /// The longest delay.
    var longest: Duration
    /// The time after which one failure is forgotten.
    var forgets: Duration

    /// Returns the delay after this number of failures.
    func delay(_ level: Int) -> Duration {
      level < free ? .zero : min(longest, .seconds(1 << min(level - free, 20)))
    }

    /// Returns the number of failures that have not been forgotten.
    func left(of count: FailureCount?, at now: Instant) -> Int {
      guard let count else { return 0 }
      return max(0, count.level - max(0, Int((now - count.at) / forgets)))
    }

    /// Returns the remaining delay after the stored failures, at most `longest`.
    ///
    /// A delay that ends later than possible was stored before the clock was set back. Its
    /// remaining time is unknown, so the result is zero, but the failures still count.
    func wait(after count: FailureCount?, at now: Instant) -> Duration {
      guard let count, count.until > now else { return .zero }
      return count.until - now <= longest + ServerClocks.apart ? min(count.until - now, longest) : .zero
    }

    /// Returns the count after one more failure, with a delay of at least `minimum`.
    func failed(_ count: FailureCount?, at now: Instant, waiting minimum: Duration = .zero) -> FailureCount {
      // The level is bounded, so that all failures are forgotten after a bounded time.
      let level = min(left(of: count, at: now) + 1, free + 20)
      let until = now + max(delay(level), minimum)
      return FailureCount(level: level, at: now, until: until, forgotten: max(until, now + forgets * level))
    }
  }

  /// For a login from one address. Other clients do not wait for these failures.
  var pair = Measure(free: 5, longest: .seconds(300), forgets: .seconds(900))
  /// For a login from all addresses. A client at a new address waits once, for a short time.
  package var login = Measure(free: 10, longest: .seconds(30), forgets: .seconds(900))
  /// For all logins from one address, known ones too. An exception would disclose which logins
  /// exist.
  package var address = Measure(free: 20, longest: .seconds(60), forgets: .seconds(60))
  /// For the current password of a logged-in person.
  package var password = Measure(free: 5, longest: .seconds(300), forgets: .seconds(900))

  /// The time in which a client can retry after waiting for failures from other addresses.
  static let turn: Duration = .seconds(600)
  /// The time for which an address of a person is known, and the maximum number of such addresses.
  static let known: Duration = .seconds(90 * 24 * 3600)
  static let places = 20
  /// The maximum number of stored counts.
  package var rows = 100_000

  init() {}
}

/// Too many attempts failed, so this attempt was rejected without a check.
package struct Throttled: Error, Equatable {
  /// The time until the next attempt.
  package let wait: Duration

  package init(wait: Duration) { self.wait = wait }

  /// The time in whole seconds, rounded up; at least 1.
  package var seconds: Int64 { max(1, wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0)) }
}
