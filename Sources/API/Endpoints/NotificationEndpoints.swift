import Atoms
import HTTP
import JSON
import Model
import Services

/// What the person is told of because the settings ask for it.
struct NotificationEndpoints {
  let bank: Bank
  let errors: ErrorAnswers

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/notifications", .person,
        EndpointDocument(
          tag: "Notifications", id: "listNotifications",
          summary:
            "New deals that began while the person's `pushDeals` was on, the newest first, for as long as they are current.",
          query: [.limit, .after("the id after which to go on", .identifierSchema)],
          answers: [.init(200, "Notifications", "A page."), .init(304, nil, "The client has it.")],
          problems: [.unknownQuery]),
        handle: list),
      Endpoint(
        .put, "/notifications/{id}/read", .person,
        EndpointDocument(
          tag: "Notifications", id: "markNotificationRead", summary: "Notes that the person has read a notification.",
          answers: [.init(204, nil, "Noted, now or before.")], problems: [.notFound]),
        handle: markRead),
      Endpoint(
        .delete, "/notifications/{id}", .person,
        EndpointDocument(
          tag: "Notifications", id: "dismissNotification", summary: "Takes a notification away for good.",
          answers: [.init(204, nil, "Taken away.")], problems: [.notFound]),
        handle: dismiss),
    ]
  }

  @Sendable private func list(_ call: Call) throws -> Reply {
    let limit = try call.limit()
    let (page, unread) = try bank.services.notifications.page(
      try call.caller.person, on: bank.today, after: try call.deal(after: "after"), limit: limit)
    return .now(
      Response.json { writer in
        writer.object { writer in
          writer.member("count", page.elements.count)
          writer.member("unread", unread)
          writer.key("data")
          writer.array { writer in
            for notification in page.elements { writer.notification(notification, in: call.language) }
          }
          if let next = page.next { writer.member("next", "/notifications?limit=\(limit)&after=\(next.rawValue)") }
        }
      }.tagged(for: call.request))
  }

  @Sendable private func markRead(_ call: Call) throws -> Reply {
    let read = bank.services.notifications.markRead(try call.deal(), on: bank.today, by: try call.caller)
    return call.later(read, failing: errors.response(to: call)) { _ in Response(status: 204) }
  }

  @Sendable private func dismiss(_ call: Call) throws -> Reply {
    let dismissed = bank.services.notifications.dismiss(try call.deal(), on: bank.today, by: try call.caller)
    return call.later(dismissed, failing: errors.response(to: call)) { _ in Response(status: 204) }
  }
}
