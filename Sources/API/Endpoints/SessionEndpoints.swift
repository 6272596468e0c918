import HTTP
import JSON
import Model
import Services

/// The person's logins: which there are, and ending them.
struct SessionEndpoints {
  let bank: Bank
  let errors: ErrorAnswers

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/auth/sessions", .loggedIn,
        EndpointDocument(
          tag: "Auth", id: "listSessions", summary: "Where one is logged in, the newest first: at most 100 sessions.",
          answers: [.init(200, "Sessions", "The sessions that have not ended.")]),
        handle: list),
      Endpoint(
        .delete, "/auth/sessions", .loggedIn,
        EndpointDocument(
          tag: "Auth", id: "endSessions", summary: "Ends every session of one's own, or every other one.",
          query: [ParameterDocument("keep", "keeps the session that asks", ["enum": ["current"]])],
          answers: [.init(204, nil, "Ended.")], problems: [.unknownQuery]),
        handle: endAll),
      Endpoint(
        .delete, "/auth/sessions/{id}", .loggedIn,
        EndpointDocument(
          tag: "Auth", id: "endSession", summary: "Ends one session of one's own; the current one is logged out.",
          answers: [.init(204, nil, "Ended.")], problems: [.notFound]),
        handle: end),
    ]
  }

  @Sendable private func list(_ call: Call) throws -> Reply {
    let sessions = try bank.services.auth.openSessions(of: try call.caller)
    return .now(
      Response.json { writer in
        writer.object { writer in
          writer.member("count", sessions.count)
          writer.key("data")
          writer.array { writer in
            for session in sessions { writer.session(session, in: call.language) }
          }
        }
      })
  }

  @Sendable private func endAll(_ call: Call) throws -> Reply {
    let keep = call.query("keep")
    guard keep == nil || keep == "current" else {
      throw Problem(.unknownQuery, ru: "`keep`: нужно слово current", en: "`keep` takes the word current")
    }
    let ended = bank.services.auth.endAll(by: try call.caller, keepingCurrent: keep != nil)
    return call.later(ended, failing: errors.response(to: call)) { _ in Response(status: 204) }
  }

  @Sendable private func end(_ call: Call) throws -> Reply {
    guard let id = SessionID(try call.parameter("id")) else { throw Problem(.notFound) }
    let ended = bank.services.auth.end(id, by: try call.caller)
    return call.later(ended, failing: errors.response(to: call)) { _ in Response(status: 204) }
  }
}
