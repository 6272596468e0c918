package import Model
import DataAccess
package import Secrets
import Storage
import Texts

/// A password change whose passwords have been checked. It only remains to be stored.
struct PasswordChange: Sendable {
  let caller: Caller
  let oldHash: String
  let newHash: String

  /// Stores the password and ends all other sessions of the caller.
  func store(_ auth: Auth, _ transaction: Transaction) throws {
    try transaction.requireActive(caller.person)
    // The password may have been changed during the comparison.
    guard try PersonDAO(transaction).replacePasswordHash(of: caller.person, oldHash, by: newHash) else {
      throw PasswordRefusal.wrongPassword
    }
    try SessionDAO(transaction).deleteOthers(than: caller.session, person: caller.person)
    try auth.audit.record(.passwordChanged, by: AuditActor(caller), of: .person(caller.person), transaction)
    try auth.throttle.succeededPassword(of: caller.person, transaction)
  }
}

/// Reasons why a password change is rejected.
package enum PasswordRefusal: Refusal, Equatable {
  /// The current password is wrong.
  case wrongPassword
  /// The new password violates a rule.
  case broken(PasswordRule)

  /// The reason as a code.
  package var code: String {
    switch self {
    case .wrongPassword: "wrong-password"
    case .broken: "password-rule"
    }
  }
}

extension Auth {
  /// Changes the caller's password and ends all other sessions of the person. Throws a
  /// `PasswordRefusal` if the change is rejected.
  package func changePassword(from old: String, to new: String, by caller: Caller) -> Deferred<Void> {
    verifiedChange(from: old, to: new, by: caller).then { [self] change in
      store.deferredWrite(locking: [.person(caller.person)]) { [self] transaction, after in
        try change.get().store(self, transaction)
        after.add { [sessions] in sessions.forget(caller.person) }
      }
    }
  }

  /// Returns the change of the caller's password as the effect of a submission.
  ///
  /// The passwords are compared before the transaction. A rejection is thrown by the effect's
  /// check, so that a repeated request still returns the stored submission.
  package func passwordEffect(from old: String, to new: String, by caller: Caller) -> Deferred<Effect> {
    verifiedChange(from: old, to: new, by: caller).map { [self] change in
      var effect = Effect(
        check: { _, _ in
          _ = try change.get()
          return nil
        },
        execute: { [self] transaction, _ in
          try change.get().store(self, transaction)
          return .executed
        }
      ).here
      effect.committed = { [sessions] in sessions.forget(caller.person) }
      return effect
    }
  }

  /// Checks both passwords, on the hashing pool.
  private func verifiedChange(
    from old: String, to new: String, by caller: Caller
  ) -> Deferred<Result<PasswordChange, any Error>> {
    .from { [self] in
      guard let known = try store.read({ try PersonDAO($0).credentials(caller.person) }) else {
        return .now(.failure(PasswordRefusal.wrongPassword))
      }
      do { try throttle.requirePassword(of: caller.person) } catch { return .now(.failure(error)) }
      return pool.deferred { [self] in
        Result {
          try throttle.requirePassword(of: caller.person)
          // The old password is checked first. A caller without it receives no information about
          // the new one. An entry that is too long for a password is rejected and counted like a
          // wrong one.
          guard let old = Password(entered: old), try PasswordHash(encoded: known.passwordHash).isOf(old) else {
            try throttle.failedPassword(of: caller.person).wait()
            throw PasswordRefusal.wrongPassword
          }
          guard let new = Password(entered: new) else { throw PasswordRefusal.broken(.entryTooLong) }
          if let rule = PasswordRule.broken(by: new, login: known.person.login, old: old) {
            throw PasswordRefusal.broken(rule)
          }
          guard let hash = PasswordHash(new, cost: cost) else { throw Overloaded(retryAfter: Overloaded.memory) }
          return PasswordChange(caller: caller, oldHash: known.passwordHash, newHash: hash.encoded)
        }
      }
    }
  }

  /// Sets another password for a person, for an operator, and ends all sessions of the person.
  /// Throws a `PasswordRefusal` if a rule is violated.
  package func setPassword(_ new: String, of person: Person) -> Deferred<Void> {
    .from { [self] in
      guard let new = Password(entered: new) else { throw PasswordRefusal.broken(.entryTooLong) }
      if let rule = PasswordRule.broken(by: new, login: person.login) { throw PasswordRefusal.broken(rule) }
      return pool.deferred { [cost] in PasswordHash(new, cost: cost) }.then { [self] hash in
        guard let hash else { throw OutOfMemory() }
        return store.deferredWrite(locking: [.person(person.id), .login(person.login)]) { [self] transaction, after in
          after.add { [sessions] in sessions.forget(person.id) }
          try PersonDAO(transaction).setPasswordHash(of: person.id, hash.encoded)
          try throttle.forget(person.login, person.id, transaction)
          try SessionDAO(transaction).deleteOthers(than: nil, person: person.id)
          try audit.record(.passwordChanged, by: .system, of: .person(person.id), transaction)
        }
      }
    }
  }
}

/// A rule that a new password violates.
package enum PasswordRule: Error, Equatable {
  /// The password has fewer characters than the minimum.
  case tooShort(minimum: Int)
  /// The password has more characters than the maximum.
  case tooLong(maximum: Int)
  /// The password has fewer distinct characters than the minimum.
  case tooSimple(minimum: Int)
  /// The password equals the login.
  case login
  /// The password equals the current password.
  case unchanged
  /// The password is one of `CommonPasswords`.
  case common

  /// The allowed lengths in Unicode scalars. NIST SP 800-63B requires 15 if a password is the only
  /// factor. The minimum is 12 for usability.
  static let lengths = 12...128
  /// The rule for an entry with more bytes than `Password.longestEntry`.
  static let entryTooLong = PasswordRule.tooLong(maximum: lengths.upperBound)
  /// The minimum number of distinct characters.
  static let variety = 5

  /// Returns the first rule that a new password for `login` violates; nil if it is acceptable.
  static func broken(by new: Password, login: Login, old: Password? = nil) -> PasswordRule? {
    if new.length < lengths.lowerBound { return .tooShort(minimum: lengths.lowerBound) }
    if new.length > lengths.upperBound { return .tooLong(maximum: lengths.upperBound) }
    if new.isWritten(login.rawValue) { return .login }
    if new.variety < variety { return .tooSimple(minimum: variety) }
    if let old, new.isEqual(to: old) { return .unchanged }
    if new.isOne(where: CommonPasswords.contains) { return .common }
    return nil
  }
}

extension Password {
  /// The maximum number of bytes of an entered password: eight times the longest password, for
  /// four-byte characters and decomposed spellings.
  package static let longestEntry = 1024

  /// Normalizes an entered password: composes it (NFC) and removes whitespace at both ends, so that
  /// all keyboards and forms produce the same bytes.
  ///
  /// Returns nil for a text of more than `longestEntry` bytes, without processing it.
  package init?(entered text: String) {
    guard text.utf8.count <= Self.longestEntry else { return nil }
    let scalars = text.canonicallyComposed.unicodeScalars
    let body = scalars.drop { $0.properties.isWhitespace }
    let end = body.lastIndex { !$0.properties.isWhitespace }.map(body.index(after:)) ?? body.startIndex
    self.init(String(body[..<end]))
  }
}

extension PasswordHash {
  /// True if `password` is the hashed one. Throws `Overloaded` if memory for the comparison is
  /// unavailable. The caller must not count that as a failure.
  func isOf(_ password: Password) throws(Overloaded) -> Bool {
    do { return try matches(password) } catch { throw Overloaded(retryAfter: Overloaded.memory) }
  }
}

extension Overloaded {
  /// Seconds until memory may be available again. The longest use, another hash, ends within this
  /// time.
  static let memory = 5
}
