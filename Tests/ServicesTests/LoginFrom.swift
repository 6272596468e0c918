import Services

extension Origin {
  /// The default origin of logins in tests.
  static let somewhere = Origin(address: "192.0.2.1")
}

extension Auth {
  /// Logs in from the default origin.
  func login(_ login: String, password: String) -> Deferred<SessionGrant> {
    self.login(login, password: password, from: .somewhere)
  }
}
