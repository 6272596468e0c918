import Atoms
import HTTP
import JSON
import Model
import Services

/// How operators add, change and end deals.
struct DealChangeEndpoints {
  let bank: Bank
  let errors: ErrorAnswers

  private static let precondition = ParameterDocument(
    "If-Match", "the deal's ETag as it was read: another change made since is not overwritten", required: true)

  var all: [Endpoint] {
    [
      Endpoint(
        .post, "/deals", .operator,
        EndpointDocument(
          tag: "Deals", id: "addDeal",
          summary: "Adds a deal; those whose settings ask for it are notified of it on its first day.",
          body: "NewDeal",
          headers: [
            ParameterDocument(
              "Idempotency-Key", "one key for each tap, reused when the network fails", required: true,
              ["type": "string", "pattern": "^[!#-~]{1,255}$"])
          ],
          answers: [
            .init(201, "EditedDeal", "Added."),
            .init(200, "EditedDeal", "Added before with the same key and body: as it stands now."),
          ],
          problems: [.keyMissing, .invalidValues, .keyReused]),
        handle: add),
      Endpoint(
        .patch, "/deals/{id}", .operator,
        EndpointDocument(
          tag: "Deals", id: "changeDeal",
          summary: "Changes what the patch names (RFC 7396); a list stands for the whole.",
          body: "DealPatch", headers: [Self.precondition],
          answers: [.init(200, "EditedDeal", "The deal, as it is now.")],
          problems: [.notFound, .conflict, .changedMeanwhile, .preconditionMissing, .invalidValues]),
        handle: change),
      Endpoint(
        .delete, "/deals/{id}", .operator,
        EndpointDocument(
          tag: "Deals", id: "endDeal", summary: "Ends a deal today; it stays among those that are over.",
          headers: [Self.precondition], answers: [.init(204, nil, "Ended, now or before.")],
          problems: [.notFound, .changedMeanwhile, .preconditionMissing]),
        handle: end),
    ]
  }

  @Sendable private func add(_ call: Call) throws -> Reply {
    let body = try call.object()
    let key = try IdempotencyKey(call.request.header("Idempotency-Key"))
    let content = try DealContent(reading: body)
    let added = bank.services.deals.add(
      key: key.text, body: String(decoding: Value.object(body).canonical, as: UTF8.self), by: try call.caller,
      bank.dealDays, content.applied)
    return call.later(added, failing: errors.response(to: call)) { receipt in
      let location = receipt.isNew ? [("Location", "/deals/\(receipt.edited.deal.id.rawValue)")] : []
      return Self.response(with: receipt.edited, receipt.isNew ? 201 : 200, headers: location)
    }
  }

  @Sendable private func change(_ call: Call) throws -> Reply {
    let (id, patch, read) = (try call.deal(), try call.object(), try Precondition(of: call.request))
    let changed = bank.services.deals.change(
      id, by: try call.caller, bank.dealDays, if: { read.holds(for: $0.tag) }
    ) { edited, last in
      try DealContent(of: edited, mergedWith: patch).applied(to: edited, last: last)
    }
    return call.later(changed, failing: errors.response(to: call)) { Self.response(with: $0) }
  }

  @Sendable private func end(_ call: Call) throws -> Reply {
    let (id, read) = (try call.deal(), try Precondition(of: call.request))
    let ended = bank.services.deals.end(id, by: try call.caller, bank.dealDays) { read.holds(for: $0.tag) }
    return call.later(ended, failing: errors.response(to: call)) { _ in Response(status: 204) }
  }

  private static func response(
    with edited: EditedDeal, _ status: Int = 200, headers: [(String, String)] = []
  ) -> Response {
    Response.json(status, headers: headers + [("ETag", "\"\(edited.tag)\"")]) { $0.edited(edited) }
  }
}
