import Model
import Atoms
import Dates
import Texts
import HTTPServer
import JSON
import Operations
import Services

/// Endpoints that return deals, the offers of the bank, to persons and operators.
///
/// Operators also get future deals, and the texts in every language.
struct DealEndpoints {
  let deals: Deals
  let clock: BankClock
  let errors: ErrorAnswers

  static let schemas: [EndpointSchema] = [
    .entity("Deal", Deal.document),
    .list("DealPages", of: "DealPageRow", hasParts: false),
    .page("Deals", of: "Deal"),
  ]

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/deals", .personOrOperator,
        EndpointDocument(
          tag: "Deals", id: "listDeals", summary: "The current deals in their order, or the ended deals.",
          query: [
            ParameterDocument("ended", "true for ended deals, the most recently ended first", ["type": "boolean"]),
            ParameterDocument(
              "all", "true for deals in every state; for operators", ["type": "boolean"]),
            .limit, .after("the id of the last row of the previous page", .identifierSchema),
          ],
          answers: [.init(200, "Deals", "A page of deals."), .init(304, nil, "Not modified.")],
          problems: [.unknownQuery]),
        handle: list),
      Endpoint(
        .get, "/deals/{id}", .personOrOperator,
        EndpointDocument(
          tag: "Deals", id: "getDeal",
          summary: "One current or ended deal with its pages; for operators any deal, in all languages.",
          answers: [.init(200, "DealDetails", "The deal."), .init(304, nil, "Not modified.")],
          problems: [.notFound]),
        handle: find),
      Endpoint(
        .get, "/deals/{id}/pages", .person,
        EndpointDocument(
          tag: "Deals", id: "listDealPages", summary: "The pages of one deal, as rows.",
          answers: [.init(200, "DealPages", "The pages."), .init(304, nil, "Not modified.")],
          problems: [.notFound]),
        handle: pages),
      Endpoint(
        .put, "/deals/{id}/seen", .person,
        EndpointDocument(
          tag: "Deals", id: "markDealSeen", summary: "Marks the deal as seen permanently.",
          answers: [.init(204, nil, "Marked by this or an earlier request.")], problems: [.notFound]),
        handle: markSeen),
    ]
  }

  @Sendable private func list(_ call: Call) throws -> Reply {
    let (today, limit, caller) = (clock.today, try call.limit(), try call.caller)
    let after = try call.dealAfter()
    let (isEnded, isAll) = (try call.isTrue("ended"), try call.isTrue("all"))
    if isAll { try Endpoint.Access.operator.require(caller) }
    if isAll && isEnded {
      throw Problem(.unknownQuery, ru: "`all` и `ended` вместе не говорят", en: "`all` and `ended` exclude each other")
    }
    let page =
      if isAll {
        try deals.all(by: caller, after: after, limit: limit)
      } else if isEnded {
        try deals.ended(by: today, by: caller, after: after, limit: limit)
      } else {
        try deals.current(on: today, by: caller, after: after, limit: limit)
      }
    let filter = isAll ? "all=true&" : isEnded ? "ended=true&" : ""
    return .now(
      Response.page(page, next: { "/deals?\(filter)limit=\(limit)&after=\($0.rawValue)" }) { deal, writer in
        writer.object { $0.deal(deal, on: today, in: call.language, forOperator: caller.role == .operator) }
      }.compressible.tagged(for: call.request))
  }

  @Sendable private func find(_ call: Call) throws -> Reply {
    let (today, id, caller) = (clock.today, try call.deal(), try call.caller)
    if caller.role == .operator {
      let edited = try deals.edited(id)
      return .now(Response.json { $0.edited(edited) }.tagged(for: call.request))
    }
    guard let found = try deals.find(id, on: today, by: caller) else { throw Problem(.notFound) }
    return .now(
      Response.json { writer in
        writer.object { writer in
          writer.deal(found.offered, on: today, in: call.language)
          writer.pages(found.pages, in: call.language)
        }
      }.compressible.tagged(for: call.request))
  }

  @Sendable private func pages(_ call: Call) throws -> Reply {
    guard let found = try deals.find(try call.deal(), on: clock.today, by: try call.caller) else {
      throw Problem(.notFound)
    }
    return .now(
      Response.list(Array(found.pages.enumerated())) { numbered, writer in
        let (place, page) = numbered
        writer.object { writer in
          writer.member("id", String(place + 1))
          writer.member("title", page.title[call.language])
          writer.member("subtitle", page.text[call.language])
          if let image = page.image { writer.member("image", image) }
        }
      }.compressible.tagged(for: call.request))
  }

  @Sendable private func markSeen(_ call: Call) throws -> Reply {
    let seen = deals.markSeen(try call.deal(), on: clock.today, by: try call.caller)
    return call.later(seen, failing: errors.response(to: call)) { _ in Response(status: 204) }
  }
}

/// Endpoints with which operators add, change and end deals.
struct DealChangeEndpoints {
  let deals: Deals
  let clock: BankClock
  let errors: ErrorAnswers

  private static let precondition = ParameterDocument(
    "If-Match", "the ETag of the deal that was read, so that a later change is not overwritten", required: true)

  static let schemas: [EndpointSchema] = [
    .entity("EditedDeal", Deal.edited),
    .body("NewDeal", Deal.edited, of: Deal.terms),
    .patch("DealPatch", Deal.edited, of: Deal.terms),
  ]

  var all: [Endpoint] {
    [
      Endpoint(
        .post, "/deals", .operator,
        EndpointDocument(
          tag: "Deals", id: "addDeal",
          summary: "Adds a deal. Persons who have enabled notifications are notified on its first day.",
          body: "NewDeal",
          headers: [
            IdempotencyKey.document("one key for each tap; reuse it for a retry")
          ],
          answers: [
            .init(201, "EditedDeal", "Added."),
            .init(200, "EditedDeal", "Added earlier with the same key and body; its current state."),
          ],
          problems: [.keyMissing, .invalidValues, .keyReused]),
        handle: add),
      Endpoint(
        .patch, "/deals/{id}", .operator,
        EndpointDocument(
          tag: "Deals", id: "changeDeal",
          summary: "Applies a merge patch (RFC 7396); a list is replaced as a whole.",
          body: "DealPatch", headers: [Self.precondition],
          answers: [.init(200, "EditedDeal", "The changed deal.")],
          problems: [.notFound, .conflict, .changedMeanwhile, .preconditionMissing, .invalidValues]),
        handle: change),
      Endpoint(
        .delete, "/deals/{id}", .operator,
        EndpointDocument(
          tag: "Deals", id: "endDeal", summary: "Ends a deal today. It remains in the list of ended deals.",
          headers: [Self.precondition], answers: [.init(204, nil, "Ended by this or an earlier request.")],
          problems: [.notFound, .changedMeanwhile, .preconditionMissing]),
        handle: end),
    ]
  }

  @Sendable private func add(_ call: Call) throws -> Reply {
    let body = try call.object()
    let key = try IdempotencyKey(call.request.header("Idempotency-Key"))
    let content = try DealContent(reading: body)
    let added = deals.add(
      key: key.text, body: String(decoding: Value.object(body).canonical, as: UTF8.self), by: try call.caller,
      clock.dealDays, content.applied)
    return call.later(added, failing: errors.response(to: call)) { receipt in
      let location = receipt.isNew ? [("Location", Address.deal(receipt.edited.deal.id))] : []
      return Self.response(with: receipt.edited, receipt.isNew ? 201 : 200, headers: location)
    }
  }

  @Sendable private func change(_ call: Call) throws -> Reply {
    let (id, patch, read) = (try call.deal(), try call.object(), try Precondition(of: call.request))
    let changed = deals.change(
      id, by: try call.caller, clock.dealDays, if: { read.holds(for: $0.tag) }
    ) { edited, last in
      try DealContent(of: edited, mergedWith: patch).applied(to: edited, last: last)
    }
    return call.later(changed, failing: errors.response(to: call)) { Self.response(with: $0) }
  }

  @Sendable private func end(_ call: Call) throws -> Reply {
    let (id, read) = (try call.deal(), try Precondition(of: call.request))
    let ended = deals.end(id, by: try call.caller, clock.dealDays) { read.holds(for: $0.tag) }
    return call.later(ended, failing: errors.response(to: call)) { _ in Response(status: 204) }
  }

  private static func response(
    with edited: EditedDeal, _ status: Int = 200, headers: [(String, String)] = []
  ) -> Response {
    Response.json(status, headers: headers + [("ETag", "\"\(edited.tag)\"")]) { $0.edited(edited) }
  }
}

extension Call {
  /// Returns the deal id in the path. Throws `not-found` if it is malformed.
  func deal() throws(Problem) -> DealID {
    guard let id = DealID(try parameter("id")) else { throw Problem(.notFound) }
    return id
  }

  /// Returns the id of a deal in the query parameter `after`; nil if the query does not contain it.
  func dealAfter() throws(Problem) -> DealID? {
    try identifier(after: LocalizedText(ru: "предложения", en: "a deal"))
  }

  /// Returns the Boolean in a query parameter; false if the query does not contain it.
  ///
  /// Throws `unknown-query` if it is neither `true` nor `false`.
  func isTrue(_ name: String) throws(Problem) -> Bool {
    switch query(name) {
    case nil, "false": return false
    case "true": return true
    default: throw Problem(.unknownQuery, ru: "`\(name)`: нужно true или false", en: "`\(name)` must be true or false")
    }
  }
}
