import Model
import Secrets

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
