import Texts
import Model
import Atoms
import HTTPServer
import JSON
import Services

/// Endpoints for the person's profile.
struct UserEndpoints {
  let users: Users
  let signing: Signing
  let errors: ErrorAnswers

  static let schemas: [EndpointSchema] = [
    .entity("User", Person.document),
    .patch("UserPatch", Person.document, of: Person.profile),
  ]

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/user", .person,
        EndpointDocument(
          tag: "User", id: "getUser", summary: "The person's profile.",
          answers: [.init(200, "User", "The profile."), .init(304, nil, "Not modified.")]),
        handle: user),
      Endpoint(
        .patch, "/user", .person,
        EndpointDocument(
          tag: "User", id: "changeUser",
          summary:
            "Changes the name or the phone (RFC 7396). The number for one-time codes is changed only by the signed operation profile.edit.",
          body: "UserPatch", headers: WriteConditions.documents,
          answers: [.init(200, "User", "The changed profile.")],
          problems: [.invalidValues, .notFound, .changedMeanwhile]),
        handle: change),
    ]
  }

  @Sendable private func user(_ call: Call) throws -> Reply {
    guard let person = try users.find(try call.caller.person) else { throw Problem(.notFound) }
    return .now(try response(with: person).tagged(for: call.request))
  }

  @Sendable private func change(_ call: Call) throws -> Reply {
    var patch = MergePatch(try call.object())
    var change = ProfileChange()
    change.name = patch.requiredText("name")
    change.phone = patch.text("phone")
    try patch.refuseTheRest()
    let (id, conditions) = (try call.caller.person, WriteConditions(of: call.request))
    // Read before the transaction, because code in the transaction must not use another connection.
    let left = try conditions.isEmpty ? 0 : signing.signaturesLeft(id)
    let changed = users.change(id, change) { person in
      conditions.isEmpty || conditions.hold(for: [EntityTag.of { Self.write(person, left, to: &$0) }])
    }
    return call.later(changed, failing: errors.response(to: call)) { person in
      guard let person else { throw Problem(.notFound) }
      return try response(with: person).withTag
    }
  }

  private func response(with person: Person) throws -> Response {
    let left = try signing.signaturesLeft(person.id)
    return Response.json { Self.write(person, left, to: &$0) }
  }

  private static func write(_ person: Person, _ signaturesLeft: Int, to writer: inout Writer) {
    writer.object { writer in
      Person.document.write(person, to: &writer, in: .standard)
      writer.member("signaturesLeft", signaturesLeft)
    }
  }
}

/// Endpoints for the person's settings.
struct SettingsEndpoints {
  let settings: Settings
  let errors: ErrorAnswers

  static let schemas: [EndpointSchema] = [
    .entity("Settings", PersonSettings.document),
    .patch("SettingsPatch", PersonSettings.document, of: PersonSettings.document.whole, nullResets: true),
  ]

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/settings", .person,
        EndpointDocument(
          tag: "Settings", id: "getSettings", summary: "The person's settings.",
          answers: [.init(200, "Settings", "The settings."), .init(304, nil, "Not modified.")]),
        handle: find),
      Endpoint(
        .patch, "/settings", .person,
        EndpointDocument(
          tag: "Settings", id: "changeSettings",
          summary: "Applies a merge patch (RFC 7396); null resets to the default.",
          body: "SettingsPatch", headers: WriteConditions.documents,
          answers: [.init(200, "Settings", "All settings after the change.")],
          problems: [.invalidValues, .changedMeanwhile]),
        handle: change),
    ]
  }

  @Sendable private func find(_ call: Call) throws -> Reply {
    let settings = try settings.find(try call.caller.person)
    return .now(Response.json { Self.write(settings, to: &$0) }.tagged(for: call.request))
  }

  @Sendable private func change(_ call: Call) throws -> Reply {
    let person = try call.caller.person
    let patch = try PersonSettings.document.patch(try call.object(), first: PersonSettings())
    let conditions = WriteConditions(of: call.request)
    let fits: @Sendable (PersonSettings) -> Bool = { settings in
      conditions.isEmpty || conditions.hold(for: [EntityTag.of { Self.write(settings, to: &$0) }])
    }
    let changed = settings.change(person, if: fits) {
      $0 = PersonSettings.document.replacing(patch, in: $0)
    }
    return call.later(changed, failing: errors.response(to: call)) { settings in
      Response.json { Self.write(settings, to: &$0) }.withTag
    }
  }

  private static func write(_ settings: PersonSettings, to writer: inout Writer) {
    writer.object { PersonSettings.document.write(settings, to: &$0, in: .standard) }
  }
}

/// Endpoints for the person's notifications. They are enabled in the settings.
struct NotificationEndpoints {
  let notifications: Notifications
  let clock: BankClock
  let errors: ErrorAnswers

  static let schemas: [EndpointSchema] = [
    .page("Notifications", of: "Notification")
  ]

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/notifications", .person,
        EndpointDocument(
          tag: "Notifications", id: "listNotifications",
          summary:
            "Current deals that began while the person's `pushDeals` was enabled, newest first.",
          query: [.limit, .after("the id of the last row of the previous page", .identifierSchema)],
          answers: [.init(200, "Notifications", "A page."), .init(304, nil, "Not modified.")],
          problems: [.unknownQuery]),
        handle: list),
      Endpoint(
        .put, "/notifications/{id}/read", .person,
        EndpointDocument(
          tag: "Notifications", id: "markNotificationRead", summary: "Marks a notification as read.",
          answers: [.init(204, nil, "Marked by this or an earlier request.")], problems: [.notFound]),
        handle: markRead),
      Endpoint(
        .delete, "/notifications/{id}", .person,
        EndpointDocument(
          tag: "Notifications", id: "dismissNotification", summary: "Deletes a notification.",
          answers: [.init(204, nil, "Deleted.")], problems: [.notFound]),
        handle: dismiss),
    ]
  }

  @Sendable private func list(_ call: Call) throws -> Reply {
    let limit = try call.limit()
    let (page, unread) = try notifications.page(
      try call.caller.person, on: clock.today, after: try call.dealAfter(), limit: limit)
    let times = RowTimes(clock)
    return .now(
      Response.page(
        page, next: { "/notifications?limit=\(limit)&after=\($0.rawValue)" }, before: { $0.member("unread", unread) }
      ) { notification, writer in
        writer.notification(notification, at: times, in: call.language)
      }.tagged(for: call.request))
  }

  @Sendable private func markRead(_ call: Call) throws -> Reply {
    let read = notifications.markRead(try call.deal(), on: clock.today, by: try call.caller)
    return call.later(read, failing: errors.response(to: call)) { _ in Response(status: 204) }
  }

  @Sendable private func dismiss(_ call: Call) throws -> Reply {
    let dismissed = notifications.dismiss(try call.deal(), on: clock.today, by: try call.caller)
    return call.later(dismissed, failing: errors.response(to: call)) { _ in Response(status: 204) }
  }
}
