import Model
import Persistence
import Secrets
import Storage
import Synchronization

/// Makes guessing slow: failed attempts are counted on disk, before they are answered, and the next ones wait.
///
/// A login that nobody has is counted like any other. Failures are counted for a login from one address, for the login,
/// and for the address. Those of others never make somebody wait longer than `ThrottleRules.login.longest`: whoever comes
/// from a new address while a login is being guessed is told when to come back, and is heard then, whatever happens
/// meanwhile elsewhere; who comes from where the person has logged in before does not wait for others elsewhere. All
/// logins from one address wait for the failures from there, known or not, so that an answer tells nobody which there are.
final class LoginThrottle: Sendable {
  private enum Verdict {
    /// It may be looked at; known is who comes from where the person has logged in before.
    case heard(isKnown: Bool)
    /// It has to wait.
    case waits(Duration)
    /// It has to wait, and to be known when it comes back.
    case waitsItsTurn(Duration)
  }

  private let store: any Store
  private let key: SecretKey
  private let rules: ThrottleRules
  private let audit: Audit
  private let clock: Clock
  private let writes = Atomic<Int>(0)

  /// Counts in `database`, by digests of that key.
  init(store: any Store, key: SecretKey, rules: ThrottleRules, audit: Audit, clock: @escaping Clock) {
    (self.store, self.key, self.rules) = (store, key, rules)
    (self.audit, self.clock) = (audit, clock)
  }

  /// What is counted of an attempt at that login from there.
  func attempt(_ login: String, from origin: Origin, person: PersonID?) -> LoginAttempt {
    let login = Array(login.lowercased().utf8)
    let address = origin.address?.subscriber ?? []
    return LoginAttempt(
      pair: mac("pair", login, address), login: mac("login", login), address: mac("address", address), person: person)
  }

  /// Whether the attempt comes from where the person has logged in before, where it may be looked at; `Throttled` otherwise.
  func admit(_ attempt: LoginAttempt) throws -> Deferred<Bool> {
    let now = clock()
    switch try store.read({ try self.verdict(attempt, at: now, $0) }) {
    case .heard(let isKnown): return .now(isKnown)
    case .waits(let wait): throw Throttled(wait: wait)
    case .waitsItsTurn(let wait):
      return store.deferredWrite(locking: [.loginFailures(attempt.pair)]) { [self] transaction in
        let until = now + wait
        let turn = FailureCount(level: 0, at: now, until: until, forgotten: until + ThrottleRules.turn)
        try LoginFailureDAO(transaction).put(.pair, attempt.pair, turn)
        try sweep(at: now, transaction)
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
    ]) { [self] transaction in
      let table = LoginFailureDAO(transaction)
      let now = clock()
      let before = try table.find(.login, attempt.login, at: now)
      let login = rules.login.failed(before, at: now)
      try table.put(.login, attempt.login, login)
      let address = try table.find(.address, attempt.address, at: now)
      // Once for as long as failures are remembered: whoever guesses cannot fill the audit.
      if (attempt.person == nil ? address : before) == nil {
        let subject = attempt.person.map { AuditSubject.person($0) } ?? .logins
        try audit.record(.loginsRefused, by: .nobody, of: subject, transaction)
      }
      try table.put(.address, attempt.address, rules.address.failed(address, at: now))
      let others: Duration = try isKnown(attempt, at: now, transaction) ? .zero : rules.login.delay(login.level)
      let pair = try table.find(.pair, attempt.pair, at: now)
      try table.put(.pair, attempt.pair, rules.pair.failed(pair, at: now, waiting: others))
      try sweep(at: now, transaction)
    }
  }

  /// Forgets what was counted against somebody who has logged in, and notes where from.
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
    return store.deferredWrite(locking: [.loginFailures(mac)]) { [self] transaction in
      let table = LoginFailureDAO(transaction)
      let now = clock()
      try table.put(.password, mac, rules.password.failed(try table.find(.password, mac, at: now), at: now))
      try sweep(at: now, transaction)
    }
  }

  /// Forgets wrong present passwords.
  func succeededPassword(of person: PersonID, _ transaction: Transaction) throws {
    try LoginFailureDAO(transaction).delete(.password, passwordMac(person))
  }

  /// Forgets what was counted against a login from everywhere, but for each address's own.
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

  /// Forgets what counts no longer; and now and then, so that there are never many more than the rules allow, what would
  /// be forgotten next.
  private func sweep(at now: Instant, _ transaction: Transaction) throws {
    let table = LoginFailureDAO(transaction)
    try table.deleteForgotten(by: now, limit: 16)
    if writes.add(1, ordering: .relaxed).oldValue % 64 == 0 { try table.deleteFirst(keeping: rules.rows) }
  }

  private func passwordMac(_ person: PersonID) -> [UInt8] { mac("password", Array(person.rawValue.utf8)) }

  private func mac(_ kind: String, _ fields: [UInt8]...) -> [UInt8] {
    key.mac(ofFields: [Array("valence login failure 1".utf8), Array(kind.utf8)] + fields)
  }
}

/// How failed logins make the next ones wait.
package struct ThrottleRules: Sendable {
  /// How failures of one kind count.
  package struct Measure: Sendable {
    /// How many cost nothing; the next one waits a second, and every further one twice as long.
    package var free: Int
    /// The longest wait.
    package var longest: Duration
    /// How long until one failure is forgotten.
    package var forgets: Duration

    /// How long to wait after so many failures.
    package func delay(_ level: Int) -> Duration {
      level < free ? .zero : min(longest, .seconds(1 << min(level - free, 20)))
    }

    /// How many of the failures of a count still count.
    func left(of count: FailureCount?, at now: Instant) -> Int {
      guard let count else { return 0 }
      return max(0, count.level - max(0, Int((now - count.at) / forgets)))
    }

    /// How long to wait after a count: never longer than the longest wait of its kind. A count whose wait ends later than
    /// that was made before the clock was set back: it counts, and how long is left of its wait is not known.
    func wait(after count: FailureCount?, at now: Instant) -> Duration {
      guard let count, count.until > now else { return .zero }
      return count.until - now <= longest ? count.until - now : .zero
    }

    /// The count with one failure more, waiting at least so long.
    func failed(_ count: FailureCount?, at now: Instant, waiting least: Duration = .zero) -> FailureCount {
      // What counts is bounded, so that what was long ago is forgotten some day, however much of it there was.
      let level = min(left(of: count, at: now) + 1, free + 20)
      let until = now + max(delay(level), least)
      return FailureCount(level: level, at: now, until: until, forgotten: max(until, now + forgets * level))
    }
  }

  /// Of a login from one address: nobody else waits for them.
  package var pair = Measure(free: 5, longest: .seconds(300), forgets: .seconds(900))
  /// Of a login from anywhere: whoever comes from where its owner has not logged in from waits once, alone and not long.
  package var login = Measure(free: 10, longest: .seconds(30), forgets: .seconds(900))
  /// From one address, whatever the logins, and whoever has logged in from there: an exception for those would tell which
  /// logins there are.
  package var address = Measure(free: 20, longest: .seconds(60), forgets: .seconds(60))
  /// Of the present password of somebody who is logged in.
  package var password = Measure(free: 5, longest: .seconds(300), forgets: .seconds(900))

  /// How long somebody who had to wait for others' failures may come back.
  static let turn: Duration = .seconds(600)
  /// How long it is known where a person has logged in from, and how many such places are.
  static let known: Duration = .seconds(90 * 24 * 3600)
  static let places = 20
  /// How many counts are kept.
  package var rows = 100_000

  /// The defaults.
  package init() {}
}

/// So many attempts failed that the next one has to wait: this one was not looked at.
package struct Throttled: Error, Equatable {
  /// How long to wait before another try.
  package let wait: Duration

  /// To be tried again after `wait`.
  package init(wait: Duration) { self.wait = wait }

  /// The same in whole seconds, never too few.
  package var seconds: Int64 { max(1, wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0)) }
}
