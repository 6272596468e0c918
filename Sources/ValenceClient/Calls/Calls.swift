extension Client {
  /// Where everything begins: the login for nobody, the home screen for a person. `deepLink` is the address that the system
  /// opened the application with; it is followed before or after the login.
  public func start(opening deepLink: String? = nil) async throws(Failure) -> Document {
    try await follow("/start" + (deepLink.map { "?url=\($0.addressEncoded)" } ?? ""))
  }

  /// What an address answers that the server has told.
  public func follow(_ href: String) async throws(Failure) -> Document { try await follow(Link("GET", href)) }

  /// What a link answers that the server has told.
  public func follow(_ link: Link) async throws(Failure) -> Document { try document(await call(link)) }

  /// The answer to a form's question: merge it into the form.
  public func ask(_ question: Question) async throws(Failure) -> States {
    let value = try await call(question.link, body: question.body)
    guard let members = value?.object, let states = try? States(members) else { throw .unreadable(status: 200) }
    return states
  }

  /// What a tap leads to. Where it fails without an answer, send the same tap again.
  public func send(_ tap: Tap) async throws(Failure) -> Document {
    // Leaving is the client's own, and is told where the server has something to end.
    guard let link = tap.action.link, tap.action.name != .cancel || link.method != "GET" else { return .nothing }
    return try document(await call(link, body: tap.body, key: tap.key))
  }

  /// Keeps a form's values as a draft, where it can be one.
  public func keep(_ form: LiveForm) async throws(Failure) {
    guard let draft = form.draft() else { return }
    _ = try await call(draft.link, body: draft.body)
  }

  private func document(_ value: WireValue?) throws(Failure) -> Document {
    guard let value else { return .nothing }
    do { return try Document(value) } catch { throw .unreadable(status: 200) }
  }
}
