import Services

extension Origin {
  /// Where tests log in from that do not say.
  static let somewhere = Origin(address: "192.0.2.1")
}

extension Auth {
  /// A session for whoever has this login and password, from somewhere.
  func login(_ login: String, password: String) -> Deferred<SessionGrant> {
    self.login(login, password: password, from: .somewhere)
  }
}
