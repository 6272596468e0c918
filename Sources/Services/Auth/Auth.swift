import Dates
package import Model
import DataAccess
import Platform
import Secrets
import Storage

/// Logins, and the authentication of requests by session tokens.
package final class Auth: Sendable {
  let store: any Store
  let pool: WorkerPool
  let cost: PasswordCost
  let rules: SessionRules
  let clock: Clock
  let audit: Audit
  let sessions: SessionCache
  let uses: SessionUses
  let throttle: LoginThrottle
  let places: LoginPlaces
  /// The maximum number of bytes of an entered login that are used: four times the longest valid
  /// login.
  private static let longestLogin = 256
  /// A hash to compare with for an unknown login, so that the response takes the same time.
  private let nobody: PasswordHash

  /// Creates the service. Throws `OutOfMemory` if the memory for the configured hashing is
  /// unavailable.
  init(
    store: any Store, pool: WorkerPool, key: SecretKey, configuration: ServiceConfiguration, audit: Audit,
    clock: @escaping Clock
  ) throws {
    self.store = store
    self.audit = audit
    self.pool = pool
    self.clock = clock
    cost = configuration.passwordCost
    rules = configuration.sessions
    sessions = SessionCache()
    uses = SessionUses(store: store)
    throttle = LoginThrottle(
      store: store, key: key, rules: configuration.throttle, audit: audit, clock: clock)
    places = LoginPlaces(width: configuration.hashingWidth, queue: configuration.hashingQueue)
    guard let nobody = PasswordHash(Password(SecretToken().secretText), cost: configuration.passwordCost) else {
      throw OutOfMemory()
    }
    self.nobody = nobody
  }

  /// Opens a session for the person with this login and password.
  ///
  /// A failure is counted before it is reported and before another login takes its place. Parallel
  /// guesses therefore get no more attempts than sequential ones, except those that are hashed at
  /// the same time.
  ///
  /// - Throws:
  ///   - `AuthError.refused` if the login or password is wrong
  ///   - `PersonBlocked` if both are right and the bank has blocked the person
  ///   - `Throttled` after too many failures, before the password is hashed
  ///   - `Overloaded` if too many logins wait for hashing
  package func login(_ login: String, password: String, from origin: Origin) -> Deferred<SessionGrant> {
    .from { [self] in
      // A longer text is not a valid login. Its beginning is enough for counting failures.
      let login = String(decoding: login.utf8.prefix(Self.longestLogin), as: UTF8.self)
      // A person without a login is treated like an unknown one, so that the response takes
      // as long.
      let found = try Login(login).flatMap { login in try store.read { try PersonDAO($0).credentials(login) } }
      let known = found.flatMap { $0.person.hasLogin ? $0 : nil }
      let attempt = throttle.attempt(login, from: origin, person: known?.person.id)
      return try throttle.admit(attempt).then { [self] isKnown in
        places.taking(
          origin.address?.subscriber ?? [], known: isKnown ? known?.person.id : nil, on: pool
        ) { [self] in check(password, of: known, attempt) }
      }.then { [self] checked in
        let right = try checked.get()
        return open(right.known, stronger: right.stronger, attempt, from: origin)
      }
    }
  }

  /// Compares the password, on the hashing pool. If memory is unavailable, counts no failure,
  /// because the password may be correct.
  private func check(
    _ entered: String, of known: PersonDAO.Credentials?, _ attempt: LoginAttempt
  ) -> Result<RightPassword, any Error> {
    Result {
      try throttle.require(attempt)
      let hash = known.map { PasswordHash(encoded: $0.passwordHash) } ?? nobody
      // An entry that is too long for a password is rejected and counted like a wrong password.
      guard let password = Password(entered: entered), try hash.isOf(password), let known else {
        try throttle.failed(attempt).wait()
        throw AuthError.refused
      }
      return RightPassword(
        known: known, stronger: hash.needsRehash(cost: cost) ? PasswordHash(password, cost: cost) : nil)
    }
  }

  /// Returns the person who owns the token; nil if the token is unknown, expired or revoked.
  ///
  /// `SessionCache` keeps a session for its `lifetime`. A logout in this process takes effect at
  /// once; a logout in another process takes effect when the cached session expires. A use of the
  /// session is recorded about once a minute.
  package func authenticate(_ token: String) throws -> Caller? { try authenticate(Array(token.utf8)[...]) }

  /// Returns the person who owns the token in these bytes. If `isUse` is false, the call does not
  /// extend the session.
  package func authenticate(_ token: ArraySlice<UInt8>, isUse: Bool = true) throws -> Caller? {
    let tag = TokenTag(of: token)
    let now = clock()
    if let cached = sessions.find(tag, at: now) { return cached }
    guard let digest = SecretToken(token)?.digest else { return nil }
    let epoch = sessions.epoch(of: tag)
    guard var holder = try holder(of: digest) else { return nil }
    var seen = lastSeen(holder.session)
    if rules.end(of: holder.session, seen: seen) <= now || now - seen >= SessionRules.noted {
      // A use may have been stored between the two reads. The second read finds it in the table, or
      // it is still pending in memory.
      guard let again = try self.holder(of: digest) else { return nil }
      holder = again
      seen = max(seen, lastSeen(again.session))
    }
    let session = holder.session
    let end = rules.end(of: session, seen: seen)
    guard end > now, rules.hasBegun(session, at: now) else { return nil }
    let caller = Caller(
      person: session.person, session: session.id, began: session.created, role: holder.role, name: holder.name)
    let isNoted = now - seen < SessionRules.noted
    if !isNoted, isUse { uses.note(session.id, person: session.person, at: now) }
    // A cached session is not read again. Without a recorded use it must not be cached, so that the
    // next request can record one.
    if isNoted || isUse { sessions.remember(caller, tag, until: end, at: now, epoch: epoch) }
    return caller
  }

  /// True if the token is cached for at least another half second, so that `authenticate` does not
  /// access the database.
  package func remembers(_ token: ArraySlice<UInt8>) -> Bool {
    sessions.find(TokenTag(of: token), at: clock() + .milliseconds(500)) != nil
  }

  private func holder(of digest: Digest) throws -> SessionDAO.Holder? {
    try store.read { try SessionDAO($0).find(tokenDigest: digest.bytes) }
  }

  /// Returns the time of the last use: the latest of the creation, the stored use and a use that is
  /// not stored yet.
  func lastSeen(_ session: SessionRecord) -> Instant {
    max(session.seen, session.created, uses.noted(session.id) ?? session.seen)
  }

  package func logout(_ caller: Caller) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(caller.person)]) { [audit, sessions] transaction, after in
      after.add { sessions.forget(caller.session) }
      if try SessionDAO(transaction).delete(caller.session, person: caller.person) {
        try audit.record(.logout, by: AuditActor(caller), of: .session(caller.session), transaction)
      }
    }
  }

  private struct RightPassword: Sendable {
    let known: PersonDAO.Credentials
    let stronger: PasswordHash?
  }

  private func open(
    _ known: PersonDAO.Credentials, stronger: PasswordHash?, _ attempt: LoginAttempt, from origin: Origin
  ) -> Deferred<SessionGrant> {
    store.deferredWrite(locking: [.person(known.person.id), .loginFailures(attempt.pair)]) {
      [self] transaction in
      let people = PersonDAO(transaction)
      let person = known.person
      // The password may have been changed during the comparison.
      guard
        try people.replacePasswordHash(
          of: person.id, known.passwordHash, by: stronger?.encoded ?? known.passwordHash)
      else { throw AuthError.refused }
      if try people.access(person.id)?.blocked != nil { throw PersonBlocked() }
      let grant = try session(of: person, from: origin, at: clock(), transaction)
      try throttle.succeeded(attempt, person.id, transaction)
      return grant
    }
  }

  /// Opens a session of the person in the transaction, under the person's lock.
  func session(
    of person: Person, from origin: Origin, at now: Instant, _ transaction: Transaction
  ) throws -> SessionGrant {
    let token = SecretToken()
    let session = SessionRecord(
      id: .new(at: now), created: now, seen: now, expires: now + rules.lifetime, client: origin.client,
      network: origin.address?.neighbourhood, person: person.id)
    let table = SessionDAO(transaction)
    try table.deleteOver(
      by: now, limit: 100, person: person.id, unusedSince: now + (.zero - rules.unused - SessionRules.slack))
    try table.deleteOldest(person: person.id, keeping: SessionRules.perPerson - 1)
    try table.insert(session, tokenDigest: token.digest.bytes)
    let actor = AuditActor(person.id, role: person.role, session: session.id)
    try audit.record(.login, by: actor, of: .session(session.id), transaction)
    return SessionGrant(
      token: token.secretText, unused: rules.end(of: session, seen: now), expires: session.expires, person: person)
  }
}

package struct Origin: Sendable {
  /// The address of the client; nil if it is not an IP address.
  package let address: NetworkAddress?
  /// The client's name, such as `ios/3.2`; nil if the client sends none.
  let client: String?

  package init(address: String, client: String? = nil) {
    self.address = NetworkAddress(address)
    self.client = client
  }
}

/// Reasons why a login is rejected.
package enum AuthError: Error, Equatable {
  /// The login does not exist or the password is wrong. The two cases are indistinguishable.
  case refused
}

/// The keys for counting the failures of a login. They are keyed digests, so that the database
/// discloses neither logins nor addresses.
struct LoginAttempt: Sendable {
  let pair: [UInt8]
  let login: [UInt8]
  let address: [UInt8]
  /// The person with that login; nil if the login is unknown.
  let person: PersonID?
}
