import HTTP
import JSON
import Model
import Services

/// The person's own profile.
struct UserEndpoints {
  let bank: Bank

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/user", .person,
        EndpointDocument(
          tag: "User", id: "getUser", summary: "The person's profile.",
          answers: [.init(200, "User", "The profile."), .init(304, nil, "The client has it.")]),
        handle: user)
    ]
  }

  @Sendable private func user(_ call: Call) throws -> Reply {
    guard let person = try bank.services.users.find(try call.caller.person) else { throw Problem(.notFound) }
    let left = try bank.services.signing.signaturesLeft(person.id)
    return .now(
      Response.json { writer in
        writer.beginObject()
        writer.member("id", person.id.rawValue)
        writer.member("name", person.name)
        writer.key("phone")
        writer.value(person.phone.map(Value.string) ?? .null)
        writer.member("bonuses", Int(person.bonuses))
        writer.member("signaturesLeft", left)
        writer.endObject()
      }.tagged(for: call.request))
  }
}
