import Atoms
import HTTP
import JSON
import Model
import Services

/// The person's own profile.
struct UserEndpoints {
  let bank: Bank
  let errors: ErrorAnswers

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/user", .person,
        EndpointDocument(
          tag: "User", id: "getUser", summary: "The person's profile.",
          answers: [.init(200, "User", "The profile."), .init(304, nil, "The client has it.")]),
        handle: user),
      Endpoint(
        .patch, "/user", .person,
        EndpointDocument(
          tag: "User", id: "changeUser",
          summary:
            "Changes the name or the phone (RFC 7396). One-time codes go where they went: profile.edit changes that, signed.",
          body: "UserPatch", answers: [.init(200, "User", "The profile, as it is now.")],
          problems: [.invalidValues, .notFound]),
        handle: change),
    ]
  }

  @Sendable private func user(_ call: Call) throws -> Reply {
    guard let person = try bank.services.users.find(try call.caller.person) else { throw Problem(.notFound) }
    return .now(try response(with: person).tagged(for: call.request))
  }

  @Sendable private func change(_ call: Call) throws -> Reply {
    var patch = MergePatch(try call.object())
    var change = ProfileChange()
    change.name = patch.requiredText("name")
    change.phone = patch.text("phone")
    try patch.refuseTheRest()
    let changed = bank.services.users.change(try call.caller.person, change)
    return call.later(changed, failing: errors.response(to: call)) { person in
      guard let person else { throw Problem(.notFound) }
      return try response(with: person)
    }
  }

  private func response(with person: Person) throws -> Response {
    let left = try bank.services.signing.signaturesLeft(person.id)
    return Response.json { writer in
      writer.object { writer in
        Person.document.write(person, to: &writer, in: .standard)
        writer.member("signaturesLeft", left)
      }
    }
  }
}
