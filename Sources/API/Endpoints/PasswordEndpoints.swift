import HTTP
import JSON
import Operations
import Services

/// Changing the password.
struct PasswordEndpoints {
  let bank: Bank
  let errors: ErrorAnswers

  var all: [Endpoint] {
    [
      Endpoint(
        .post, "/auth/password", .person,
        EndpointDocument(
          tag: "Auth", id: "changePassword",
          summary: "Puts another password in the place of the present one, and ends every other session of the person.",
          body: "PasswordChange", answers: [.init(204, nil, "Changed; this session goes on.")],
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
    let changed = bank.services.auth.changePassword(from: old, to: new, by: try call.caller)
    return call.later(changed, failing: errors.response(to: call)) { _ in Response(status: 204) }
  }
}
