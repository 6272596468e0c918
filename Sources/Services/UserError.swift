/// Why a person cannot be added.
package enum UserError: Error, Equatable {
  /// The login has another form than `Login` allows.
  case badLogin
  /// Somebody has that login.
  case loginTaken
  /// There is no name.
  case noName
  /// The password breaks a rule.
  case password(PasswordRule)
}
