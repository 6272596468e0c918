import HTTP
import JSON
import Model
import Services

/// Logging in and out.
struct AuthEndpoints {
  let bank: Bank
  let errors: ErrorAnswers

  var all: [Endpoint] {
    [
      Endpoint(
        .post, "/auth/login", .open,
        EndpointDocument(
          tag: "Auth", id: "login", summary: "A login and a password become a token.", body: "Credentials",
          answers: [.init(200, "Session", "Logged in.")], problems: [.wrongCredentials, .tooManyAttempts]),
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
      bank.services.auth.login(login, password: password, from: call.origin), failing: errors.response(to: call)
    ) { grant in
      Response.json(isSecret: true) { writer in writer.object { $0.session(grant) } }
    }
  }

  @Sendable private func logout(_ call: Call) throws -> Reply {
    call.later(bank.services.auth.logout(try call.caller), failing: errors.response(to: call)) { _ in
      Response(status: 204)
    }
  }
}
