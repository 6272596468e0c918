import Model
import Dates
import DataAccess
import Platform
import Secrets
import Storage

/// The data that a person enters to complete an enrolment.
package struct EnrolmentEntry: Sendable {
  /// The one-time code; nil if none was sent.
  let code: String?
  /// The login; nil for the person's login, or for the login that the bank proposes.
  let login: String?
  let password: String

  package init(code: String?, login: String?, password: String) {
    self.code = code
    self.login = login
    self.password = password
  }
}

extension Enrolments {
  /// Stores the login and the password, ends all sessions of the person and opens one.
  ///
  /// The one-time code is checked first. With a wrong one, the error does not depend on the login.
  ///
  /// - Throws:
  ///   - An `EnrolmentError`
  ///   - `Throttled` after too many failures
  ///   - `Overloaded` if too many passwords wait for hashing
  package func complete(_ id: String, _ entry: EnrolmentEntry, from origin: Origin) -> Deferred<SessionGrant> {
    .from {
      let token = SecretToken(id)
      let attempt = auth.throttle.attempt(
        "enrolment \(token?.secretText ?? "")", from: origin, person: nil)
      return try auth.throttle.admit(attempt).then { _ in
        let (now, digest) = (clock(), token?.digest.bytes ?? [])
        let found = try store.read { try EnrolmentDAO($0).find(tokenDigest: digest) }
        guard let found, found.expires > now else {
          return refused(attempt, .over)
        }
        return judged(entry.code ?? "", found, digest).then { verdict in
          switch verdict {
          case .over: return refused(attempt, .over)
          case .wrong: return refused(attempt, .wrongCode)
          case .right(let person, let proposed):
            return try complete(digest, person, proposed, entry, from: origin)
          }
        }
      }
    }
  }

  private enum Verdict: Sendable {
    /// The enrolment has ended.
    case over
    case wrong
    /// The code is right, or none is needed.
    case right(Person, proposed: Login?)
  }

  /// Compares the one-time code under the person's lock, so that parallel guesses get no more
  /// attempts than sequential ones.
  private func judged(_ code: String, _ seen: Enrolment, _ digest: [UInt8]) -> Deferred<Verdict> {
    store.deferredWrite(locking: [.person(seen.person)]) { transaction in
      guard let (enrolment, invitation) = try open(digest, transaction),
        let person = try PersonDAO(transaction).find(enrolment.person)
      else { return .over }
      if let sent = enrolment.code {
        guard let key = keys[sent.keyID] else { throw SigningError.keyLost(id: sent.keyID) }
        guard isEqualInConstantTime(mac(code, enrolment.id, person.id, key), sent.mac) else {
          try audit.record(.enrolmentRefused, by: .nobody, of: .person(person.id), transaction)
          let wrong = try InvitationDAO(transaction).countWrongCode(person: person.id)
          if wrong >= EnrolmentRules.wrongCodes { try revoke(person.id, transaction) }
          return .wrong
        }
      }
      return .right(person, proposed: invitation.login)
    }
  }

  /// Returns the enrolment with this digest of its id, with its invitation; nil if it has ended.
  private func open(_ digest: [UInt8], _ transaction: Transaction) throws -> (Enrolment, Invitation)? {
    let now = clock()
    guard let enrolment = try EnrolmentDAO(transaction).find(tokenDigest: digest), enrolment.expires > now,
      let invitation = try InvitationDAO(transaction).find(person: enrolment.person),
      invitation.id == enrolment.invitation, invitation.expires > now
    else { return nil }
    return (enrolment, invitation)
  }

  private func complete(
    _ digest: [UInt8], _ person: Person, _ proposed: Login?, _ entry: EnrolmentEntry, from origin: Origin
  ) throws -> Deferred<SessionGrant> {
    let login = try login(entry.login, of: person, proposed)
    guard let password = Password(entered: entry.password) else {
      throw EnrolmentError.password(.entryTooLong)
    }
    if let rule = PasswordRule.broken(by: password, login: login) { throw EnrolmentError.password(rule) }
    return auth.places.taking(origin.address?.subscriber ?? [], known: nil, on: auth.pool) { [cost = auth.cost] in
      PasswordHash(password, cost: cost)
    }.then { hash in
      guard let hash else { throw Overloaded(retryAfter: Overloaded.memory) }
      return store(hash, login, of: person, digest, from: origin)
    }
  }

  /// Returns the login to store. Throws an `EnrolmentError`.
  private func login(_ entered: String?, of person: Person, _ proposed: Login?) throws -> Login {
    let wanted = try entered.map { text in
      // A login of an earlier release may begin as a reserved one.
      guard let login = Login(text), !login.isReserved || person.hasLogin && login == person.login else {
        throw EnrolmentError.badLogin
      }
      return login
    }
    if person.hasLogin {
      guard wanted == nil || wanted == person.login else { throw EnrolmentError.otherLogin(person.login) }
      return person.login
    }
    guard let login = wanted ?? proposed else { throw EnrolmentError.loginMissing }
    if try store.read({ try PersonDAO($0).find(login) }) != nil { throw EnrolmentError.loginTaken }
    return login
  }

  private func store(
    _ hash: PasswordHash, _ login: Login, of person: Person, _ digest: [UInt8], from origin: Origin
  ) -> Deferred<SessionGrant> {
    let attempt = auth.throttle.attempt(login.rawValue, from: origin, person: person.id)
    return store.deferredWrite(locking: [.person(person.id), .login(login), .loginFailures(attempt.pair)]) {
      transaction, after in
      guard try open(digest, transaction) != nil else { throw EnrolmentError.over }
      try transaction.requireActive(person.id)
      let now = clock()
      do {
        try PersonDAO(transaction).enrol(person.id, login: login, passwordHash: hash.encoded, at: now)
      } catch let error as StoreError where error.isUniqueViolation {
        throw EnrolmentError.loginTaken
      }
      try transaction.endInvitation(of: person.id)
      let ended = try SessionDAO(transaction).deleteOthers(than: nil, person: person.id)
      after.add { [sessions = auth.sessions] in sessions.forget(person.id) }
      try audit.record(.personEnrolled, by: .person(person.id), of: .person(person.id), transaction)
      if ended > 0 { try audit.record(.sessionEnded, by: .person(person.id), of: .person(person.id), transaction) }
      guard let enrolled = try PersonDAO(transaction).find(person.id) else { throw PersonErased() }
      let grant = try auth.session(of: enrolled, from: origin, at: now, transaction)
      try auth.throttle.succeeded(attempt, person.id, transaction)
      try auth.throttle.succeededPassword(of: person.id, transaction)
      return grant
    }
  }
}
