import Atoms
import HTTPServer
import JSON
import Model
import Operations
import Services
import Texts

/// Endpoints by which an invited person chooses a login and a password.
struct EnrolmentEndpoints {
  let enrolments: Enrolments
  let pages: PageRendering
  let errors: ErrorAnswers

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/enrolments", .open,
        EndpointDocument(
          tag: "Auth", id: "drawEnrolment", summary: "The tree of a form for the code of an invitation.",
          answers: [.init(200, "Tree", "The form; its button sends the code.")]),
        handle: draw),
      Endpoint(
        .post, "/enrolments", .open,
        EndpointDocument(
          tag: "Auth", id: "beginEnrolment",
          summary: "Begins an enrolment by the code of an invitation, and sends a one-time code.",
          body: "Invitation", answers: [.init(201, "Enrolment", "Begun, for 15 minutes.", headers: ["Location"])],
          problems: [.blocked, .wrongInvitation, .phoneMissing, .tooManyAttempts]),
        handle: begin),
      Endpoint(
        .post, "/enrolments/{id}", .open,
        EndpointDocument(
          tag: "Auth", id: "completeEnrolment",
          summary: "Stores the login and the password, ends all earlier sessions, and opens a session.",
          body: "EnrolmentEntry", answers: [.init(200, "EnrolledSession", "Logged in.")],
          problems: [.enrolmentOver, .blocked, .invalidValues, .tooManyAttempts]),
        handle: complete),
    ]
  }

  @Sendable private func draw(_ call: Call) throws -> Reply {
    let links = Links(
      evaluate: nil, itself: Address.enrolments, actions: [.submit: Links.Action("POST", Address.enrolments)])
    let tree = try pages.forms.tree(of: EnrolmentForm.invitation, links: links, for: call)
    return .now(Response.json { $0.raw(tree) })
  }

  @Sendable private func begin(_ call: Call) throws -> Reply {
    guard let code = try Self.entered(try call.object()).text("code") else {
      throw Problem(.malformedRequest, ru: "Нет `code`", en: "`code` is missing")
    }
    let language = call.language
    let begun = enrolments.begin(code, from: call.origin) { EnrolmentText.message(with: $0)[language] }
    return call.later(begun, failing: errors.response(to: call)) { begun in
      let href = Address.enrolment(begun.id)
      let form = EnrolmentForm.entry(sentTo: begun.sentTo, login: begun.login)
      let links = Links(evaluate: nil, actions: [.submit: Links.Action("POST", href)])
      let next = try self.pages.forms.tree(of: form, links: links, for: call)
      return Response.json(201, isSecret: true, headers: [("Location", href)]) { writer in
        writer.object { writer in
          writer.member("id", begun.id)
          if let sentTo = begun.sentTo { writer.member("sentTo", sentTo) }
          if let login = begun.login { writer.member("login", login.rawValue) }
          writer.key("next")
          writer.raw(next)
        }
      }
    }
  }

  @Sendable private func complete(_ call: Call) throws -> Reply {
    let (id, body) = (try call.parameter("id"), try call.object())
    let values = Self.entered(body)
    guard let password = try values.text("password") else {
      throw Problem(.malformedRequest, ru: "Нет `password`", en: "`password` is missing")
    }
    let entry = EnrolmentEntry(code: try values.text("code"), login: try values.text("login"), password: password)
    let isForm = body["values"] != nil
    return call.later(
      enrolments.complete(id, entry, from: call.origin), failing: errors.response(to: call)
    ) { grant in
      guard isForm else {
        return Response.json(isSecret: true) { writer in
          writer.object { writer in
            writer.session(grant)
            writer.links(of: grant)
          }
        }.noted(RequestOutcome(.login))
      }
      let next = try self.pages.beginning(of: grant, goingOnTo: nil, for: call)
      return Response.json(isSecret: true) { $0.session(grant, next: next) }.noted(RequestOutcome(.login))
    }
  }

  /// Returns the members that a program sends, or the values that a form sends.
  private static func entered(_ body: Object) -> Object { body["values"]?.object ?? body }
}
