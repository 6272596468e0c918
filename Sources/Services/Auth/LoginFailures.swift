package import Dates

/// The wrong passwords of a person that still count, over all addresses.
///
/// Waits that apply to one address only are not included, because their rows contain digests.
package struct LoginFailures: Sendable, Equatable {
  /// The number of wrong passwords at logins.
  package let wrongPasswords: Int
  /// The time that a login from an unknown address waits once; zero for no wait.
  package let wait: Duration
  /// The time until which the person cannot change the password; nil for no wait.
  package let changeWaitsUntil: Instant?
}
