import Atoms
import HTTP
import JSON
import Model
import Services

/// What the person has set.
struct SettingsEndpoints {
  let bank: Bank
  let errors: ErrorAnswers

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/settings", .person,
        EndpointDocument(
          tag: "Settings", id: "getSettings", summary: "What the person has set.",
          answers: [.init(200, "Settings", "The settings."), .init(304, nil, "The client has them.")]),
        handle: find),
      Endpoint(
        .patch, "/settings", .person,
        EndpointDocument(
          tag: "Settings", id: "changeSettings",
          summary: "Changes what the patch names (RFC 7396); null brings back what holds for all.",
          body: "SettingsPatch",
          answers: [.init(200, "Settings", "All settings, as they are now.")], problems: [.invalidValues]),
        handle: change),
    ]
  }

  @Sendable private func find(_ call: Call) throws -> Reply {
    let settings = try bank.services.settings.find(try call.caller.person)
    return .now(Response.json { Self.write(settings, to: &$0) }.tagged(for: call.request))
  }

  @Sendable private func change(_ call: Call) throws -> Reply {
    let person = try call.caller.person
    let patch = try PersonSettings.document.patch(try call.object(), first: PersonSettings())
    let changed = bank.services.settings.change(person) { $0 = PersonSettings.document.replacing(patch, in: $0) }
    return call.later(changed, failing: errors.response(to: call)) { settings in
      Response.json { Self.write(settings, to: &$0) }
    }
  }

  private static func write(_ settings: PersonSettings, to writer: inout Writer) {
    writer.object { PersonSettings.document.write(settings, to: &$0, in: .standard) }
  }
}
