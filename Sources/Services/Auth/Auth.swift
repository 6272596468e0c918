import Dates
package import Model
import DataAccess
package import Platform
package import Secrets
package import Storage

/// Logins: a password becomes a token, a token tells who calls.
///
///     let grant = try auth.login("demo", password: "valence-demo", from: origin).wait()
///     let caller = try auth.authenticate(grant.token)  // nil for an unknown, expired or ended token
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
  private let places: LoginPlaces
  /// The number of bytes of a login that are read: four times the longest one of `Login`.
  private static let longestLogin = 256
  /// The hash that is compared for an unknown login, so that its answer takes the same time.
  private let nobody: PasswordHash

  /// Throws where the memory that the configured hashing needs cannot be had.
  package init(
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
  /// - Throws `AuthError.refused` for any wrong login or password.
  /// - Throws `Throttled` after too many failures, before anything is hashed.
  /// - Throws `Overloaded` if too many logins wait for hashing.
  ///
  /// A failure is counted before its answer and before another login takes its place. So parallel guesses get no more
  /// tries than sequential ones, except those that are hashed at the same time.
  package func login(_ login: String, password: String, from origin: Origin) -> Deferred<SessionGrant> {
    .from { [self] in
      // A longer text is nobody's login: its beginning is enough for counting failures.
      let login = String(decoding: login.utf8.prefix(Self.longestLogin), as: UTF8.self)
      let known = try Login(login).flatMap { login in try store.read { try PersonDAO($0).credentials(login) } }
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

  /// Compares the password on the hashing pool. Without memory for that nothing is counted, because the password may
  /// have been right.
  private func check(
    _ entered: String, of known: PersonDAO.Credentials?, _ attempt: LoginAttempt
  ) -> Result<RightPassword, any Error> {
    Result {
      try throttle.require(attempt)
      let hash = known.map { PasswordHash(encoded: $0.passwordHash) } ?? nobody
      // Too long for anybody's password, it is refused like a wrong one, and counted like one.
      guard let password = Password(entered: entered), try hash.isOf(password), let known else {
        try throttle.failed(attempt).wait()
        throw AuthError.refused
      }
      return RightPassword(
        known: known, stronger: hash.needsRehash(cost: cost) ? PasswordHash(password, cost: cost) : nil)
    }
  }

  /// Returns the person behind a token; nil if it is unknown, expired or ended.
  ///
  /// `SessionCache` remembers a session for its `lifetime`, so that this takes a tag and a lookup. A logout in this
  /// process takes effect at once, one in another process after that time. The session's use is noted once a minute,
  /// when it is read anew.
  package func authenticate(_ token: String) throws -> Caller? { try authenticate(Array(token.utf8)[...]) }

  /// Returns the person behind the token in these bytes. Without `isUse` the session does not last longer for it.
  package func authenticate(_ token: ArraySlice<UInt8>, isUse: Bool = true) throws -> Caller? {
    let tag = TokenTag(of: token)
    let now = clock()
    if let cached = sessions.find(tag, at: now) { return cached }
    guard let digest = SecretToken(token)?.digest else { return nil }
    let epoch = sessions.epoch(of: tag)
    guard var holder = try holder(of: digest) else { return nil }
    var seen = lastSeen(holder.session)
    if rules.end(of: holder.session, seen: seen) <= now || now - seen >= SessionRules.noted {
      // A use may have been stored between the two reads. The second read then finds it in the table, or still among
      // the waiting ones.
      guard let again = try self.holder(of: digest) else { return nil }
      holder = again
      seen = max(seen, lastSeen(again.session))
    }
    let session = holder.session
    let end = rules.end(of: session, seen: seen)
    guard end > now, rules.hasBegun(session, at: now) else { return nil }
    let caller = Caller(person: session.person, session: session.id, role: holder.role, name: holder.name)
    let isNoted = now - seen < SessionRules.noted
    if !isNoted, isUse { uses.note(session.id, person: session.person, at: now) }
    // What is remembered is not read anew: the next request, which may be a use, must still note it.
    if isNoted || isUse { sessions.remember(caller, tag, until: end, at: now, epoch: epoch) }
    return caller
  }

  /// True if `authenticate` knows the person behind the token now, and for half a second, without asking the database.
  package func remembers(_ token: ArraySlice<UInt8>) -> Bool {
    sessions.find(TokenTag(of: token), at: clock() + .milliseconds(500)) != nil
  }

  private func holder(of digest: Digest) throws -> SessionDAO.Holder? {
    try store.read { try SessionDAO($0).find(tokenDigest: digest.bytes) }
  }

  /// Returns the time of the last use. A session of the release before this one has no stored beginning.
  func lastSeen(_ session: SessionRecord) -> Instant {
    max(session.seen, session.created, uses.noted(session.id) ?? session.seen)
  }

  /// Ends the caller's session.
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
      [clock, rules, audit, throttle] transaction in
      let people = PersonDAO(transaction)
      let person = known.person
      // The password may have been changed while it was being checked.
      guard
        try people.replacePasswordHash(
          of: person.id, known.passwordHash, by: stronger?.encoded ?? known.passwordHash)
      else { throw AuthError.refused }
      let now = clock()
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
      try throttle.succeeded(attempt, person.id, transaction)
      return SessionGrant(
        token: token.secretText, unused: rules.end(of: session, seen: now), expires: session.expires, person: person)
    }
  }
}

/// The client and the network address of a login.
package struct Origin: Sendable {
  /// Peer address; nil if the peer has no IP address.
  package let address: NetworkAddress?
  /// The client's name for itself, such as `ios/3.2`; nil if it gives none.
  package let client: String?

  /// Creates an origin at that address.
  package init(address: String, client: String? = nil) {
    self.address = NetworkAddress(address)
    self.client = client
  }
}

/// The refusal of a login.
package enum AuthError: Error, Equatable {
  /// There is no such login, or the password is another: the two are not told apart.
  case refused
}

/// The keys under which failures of a login are counted: keyed digests, so that the database discloses no login and no
/// address.
struct LoginAttempt: Sendable {
  let pair: [UInt8]
  let login: [UInt8]
  let address: [UInt8]
  /// The person with that login; nil if there is none.
  let person: PersonID?
}
