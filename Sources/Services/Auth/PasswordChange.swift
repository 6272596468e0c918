import Foundation  // only here: canonical composition, which FoundationEssentials does not have
package import Model
import Persistence
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

/// Why a password is not changed.
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

  /// The change of the caller's password as the effect of a submission: what there is to check with the passwords is
  /// checked before, and told when the submission is to be stored, so that a submission that is there already is
  /// answered all the same.
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
          // The old one first: who does not know it learns nothing of the new one, and cannot try what it is.
          // One too long for anybody's password is refused like a wrong one, and counted like one.
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
  /// It has fewer than this many characters.
  case tooShort(minimum: Int)
  /// It has more than this many characters.
  case tooLong(maximum: Int)
  /// It repeats fewer different characters than this.
  case tooSimple(minimum: Int)
  /// It is the login.
  case login
  /// It is the present one.
  case unchanged

  /// The fewest and the most characters: as many as NIST SP 800-63B asks where the password is all there is, rounded
  /// down to what people take, and more than anybody types.
  package static let lengths = 12...128
  /// The rule that an entry of more bytes breaks than are looked at.
  static let entryTooLong = PasswordRule.tooLong(maximum: lengths.upperBound)
  /// The fewest different characters.
  package static let variety = 5

  /// The rule that a new password of whoever logs in as `login` breaks; nil where it breaks none.
  static func broken(by new: Password, login: Login, old: Password? = nil) -> PasswordRule? {
    if new.length < lengths.lowerBound { return .tooShort(minimum: lengths.lowerBound) }
    if new.length > lengths.upperBound { return .tooLong(maximum: lengths.upperBound) }
    if new.isWritten(login.rawValue) { return .login }
    if new.variety < variety { return .tooSimple(minimum: variety) }
    if let old, new.isEqual(to: old) { return .unchanged }
    return nil
  }
}

extension Password {
  /// The most bytes of a password as somebody enters it: eight times what `PasswordRule.lengths` lets a password have, for
  /// letters of four bytes and their spelling in parts.
  package static let longestEntry = 1024

  /// The password that somebody entered: composed (NFC) and without blanks at its ends, so that it is the same from
  /// every keyboard and through every form. Nil for a text of more than `longestEntry` bytes, which nobody's password is:
  /// that is told before any work is done.
  package init?(entered text: String) {
    guard text.utf8.count <= Self.longestEntry else { return nil }
    let scalars = text.precomposedStringWithCanonicalMapping.unicodeScalars
    let body = scalars.drop { $0.properties.isWhitespace }
    let end = body.lastIndex { !$0.properties.isWhitespace }.map(body.index(after:)) ?? body.startIndex
    self.init(String(body[..<end]))
  }
}

extension PasswordHash {
  /// Whether `password` is the one that was hashed. Throws `Overloaded` when the memory to find out cannot be had: nothing
  /// is known then, so that nothing is counted.
  func isOf(_ password: Password) throws(Overloaded) -> Bool {
    do { return try matches(password) } catch { throw Overloaded(retryAfter: Overloaded.memory) }
  }
}

extension Overloaded {
  /// Seconds until memory may be there again: what takes the most, another hash, is done by then.
  static let memory = 5
}
