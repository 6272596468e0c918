import Foundation  // only here: canonical composition, which FoundationEssentials does not have
package import Model
import DataAccess
package import Secrets
import Storage

/// A new password whose rules and whose old one have been checked: it only has to be stored.
struct PasswordChange: Sendable {
  let caller: Caller
  let oldHash: String
  let newHash: String

  /// Stores the password and ends every other session of the caller.
  func store(_ auth: Auth, _ transaction: Transaction) throws {
    // The password may have been changed while it was being checked.
    guard try PersonDAO(transaction).replacePasswordHash(of: caller.person, oldHash, by: newHash) else {
      throw PasswordRefusal.wrongPassword
    }
    try SessionDAO(transaction).deleteOthers(than: caller.session, person: caller.person)
    try auth.audit.record(.passwordChanged, by: AuditActor(caller), of: .person(caller.person), transaction)
    try auth.throttle.succeededPassword(of: caller.person, transaction)
  }
}

/// The refusal of a password change.
package enum PasswordRefusal: Refusal, Equatable {
  /// The present password is another.
  case wrongPassword
  /// The new one breaks a rule.
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
  /// Changes the caller's password: all other sessions of the person end. A `PasswordRefusal` says why not.
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
  /// The passwords are checked before the submission is stored, and a refusal is thrown when it would be stored. So a
  /// repeated request gets the answer of the stored submission.
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
          // The old password is checked first: a caller without it learns nothing about the new one. An entry too long
          // for any password is refused and counted like a wrong one.
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

  /// Gives a person another password, as an operator decides, and ends all of the person's sessions. A
  /// `PasswordRefusal` says why not.
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

/// A rule that a new password breaks.
package enum PasswordRule: Error, Equatable {
  /// It has fewer characters than the minimum.
  case tooShort(minimum: Int)
  /// It has more characters than the maximum.
  case tooLong(maximum: Int)
  /// It has fewer different characters than the minimum.
  case tooSimple(minimum: Int)
  /// It equals the login.
  case login
  /// It equals the present password.
  case unchanged
  /// It is one of `CommonPasswords`.
  case common

  /// The allowed lengths in characters. NIST SP 800-63B asks for 15 where a password is the only factor; people accept
  /// 12.
  static let lengths = 12...128
  /// The rule that an entry of more bytes breaks than are looked at.
  static let entryTooLong = PasswordRule.tooLong(maximum: lengths.upperBound)
  /// The fewest different characters.
  static let variety = 5

  /// Returns the rule that a new password for the login `login` breaks; nil if it breaks none.
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
  /// The most bytes of an entered password: eight times the longest one, for letters of four bytes and decomposed
  /// spellings.
  package static let longestEntry = 1024

  /// Normalizes an entered password: composes it (NFC) and removes blanks at its ends, so that all keyboards and forms
  /// give the same bytes.
  ///
  /// Returns nil for a text of more than `longestEntry` bytes, before any work is done.
  package init?(entered text: String) {
    guard text.utf8.count <= Self.longestEntry else { return nil }
    let scalars = text.precomposedStringWithCanonicalMapping.unicodeScalars
    let body = scalars.drop { $0.properties.isWhitespace }
    let end = body.lastIndex { !$0.properties.isWhitespace }.map(body.index(after:)) ?? body.startIndex
    self.init(String(body[..<end]))
  }
}

extension PasswordHash {
  /// True if `password` is the hashed one. Throws `Overloaded` if there is no memory for the comparison; a failure must
  /// not be counted then.
  func isOf(_ password: Password) throws(Overloaded) -> Bool {
    do { return try matches(password) } catch { throw Overloaded(retryAfter: Overloaded.memory) }
  }
}

extension Overloaded {
  /// The seconds until memory may be free again: the longest use, another hash, has ended by then.
  static let memory = 5
}
