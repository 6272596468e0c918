/// Why a login is refused.
package enum AuthError: Error, Equatable {
  /// There is no such login, or the password is another: the two are not told apart.
  case refused
}
