import HTTPServer
import JSON
import Model
import Operations
import Services

/// Endpoints for login and logout.
struct AuthEndpoints {
  let auth: Auth
  let errors: ErrorAnswers

  var all: [Endpoint] {
    [
      Endpoint(
        .post, "/auth/login", .open,
        EndpointDocument(
          tag: "Auth", id: "login", summary: "Exchanges a login and a password for a token.", body: "Credentials",
          answers: [.init(200, "Session", "Logged in.")], problems: [.wrongCredentials, .blocked, .tooManyAttempts]),
        handle: login),
      Endpoint(
        .post, "/auth/logout", .loggedIn,
        EndpointDocument(
          tag: "Auth", id: "logout", summary: "Ends the token's session.",
          answers: [.init(204, nil, "Logged out.")]),
        handle: logout),
    ]
  }

  @Sendable private func login(_ call: Call) throws -> Reply {
    let body = try call.object()
    guard let login = try body.text("login") else {
      throw Problem(.malformedRequest, ru: "Нет `login`", en: "`login` is missing")
    }
    guard let password = try body.text("password") else {
      throw Problem(.malformedRequest, ru: "Нет `password`", en: "`password` is missing")
    }
    return call.later(
      auth.login(login, password: password, from: call.origin), failing: errors.response(to: call)
    ) { grant in
      Response.json(isSecret: true) { writer in writer.object { $0.session(grant) } }.noted(RequestOutcome(.login))
    }
  }

  @Sendable private func logout(_ call: Call) throws -> Reply {
    call.later(auth.logout(try call.caller), failing: errors.response(to: call)) { _ in
      Response(status: 204)
    }
  }
}

/// The endpoint that changes the person's password.
struct PasswordEndpoints {
  let auth: Auth
  let errors: ErrorAnswers

  var all: [Endpoint] {
    [
      Endpoint(
        .post, "/auth/password", .person,
        EndpointDocument(
          tag: "Auth", id: "changePassword",
          summary: "Replaces the password, and ends the person's other sessions.",
          body: "PasswordChange", answers: [.init(204, nil, "Changed; this session remains open.")],
          problems: [.invalidValues, .tooManyAttempts]),
        handle: change)
    ]
  }

  @Sendable private func change(_ call: Call) throws -> Reply {
    let body = try call.object()
    guard let old = try body.text("oldPassword") else {
      throw Problem(.malformedRequest, ru: "Нет `oldPassword`", en: "`oldPassword` is missing")
    }
    guard let new = try body.text("newPassword") else {
      throw Problem(.malformedRequest, ru: "Нет `newPassword`", en: "`newPassword` is missing")
    }
    let changed = auth.changePassword(from: old, to: new, by: try call.caller)
    return call.later(changed, failing: errors.response(to: call)) { _ in Response(status: 204) }
  }
}

/// Endpoints that list and end the caller's sessions.
struct SessionEndpoints {
  let auth: Auth
  let clock: BankClock
  let errors: ErrorAnswers

  static let schemas: [EndpointSchema] = [
    .entity("OpenSession", SessionRecord.document),
    .list("Sessions", of: "OpenSession", hasActions: true),
  ]

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/auth/sessions", .loggedIn,
        EndpointDocument(
          tag: "Auth", id: "listSessions", summary: "The caller's sessions, the newest first; at most 100.",
          answers: [.init(200, "Sessions", "The sessions that have not ended.")]),
        handle: list),
      Endpoint(
        .delete, "/auth/sessions", .loggedIn,
        EndpointDocument(
          tag: "Auth", id: "endSessions", summary: "Ends all sessions of the caller, or all but the current one.",
          query: [ParameterDocument("keep", "`current` keeps the session of this request", ["enum": ["current"]])],
          answers: [.init(204, nil, "Ended.")], problems: [.unknownQuery]),
        handle: endAll),
      Endpoint(
        .delete, "/auth/sessions/{id}", .loggedIn,
        EndpointDocument(
          tag: "Auth", id: "endSession", summary: "Ends one session of the caller; ending the current one is a logout.",
          answers: [.init(204, nil, "Ended.")], problems: [.notFound]),
        handle: end),
    ]
  }

  @Sendable private func list(_ call: Call) throws -> Reply {
    let sessions = try auth.openSessions(of: try call.caller)
    let times = RowTimes(clock)
    return .now(
      Response.list(
        sessions, after: { if sessions.count > 1 { $0.actions([.endingOthers], in: call.language) } }
      ) { session, writer in writer.session(session, at: times, in: call.language) })
  }

  @Sendable private func endAll(_ call: Call) throws -> Reply {
    let keep = call.query("keep")
    guard keep == nil || keep == "current" else {
      throw Problem(.unknownQuery, ru: "`keep`: нужно слово current", en: "`keep` must be current")
    }
    let ended = auth.endAll(by: try call.caller, keepingCurrent: keep != nil)
    return call.later(ended, failing: errors.response(to: call)) { _ in Response(status: 204) }
  }

  @Sendable private func end(_ call: Call) throws -> Reply {
    guard let id = SessionID(try call.parameter("id")) else { throw Problem(.notFound) }
    let ended = auth.end(id, by: try call.caller)
    return call.later(ended, failing: errors.response(to: call)) { _ in Response(status: 204) }
  }
}
