import Atoms
import HTTP
import JSON
import Model
import Operations
import Services

/// What the bank offers.
struct DealEndpoints {
  let bank: Bank

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/deals", .person,
        EndpointDocument(
          tag: "Deals", id: "listDeals", summary: "The current deals in their order, or those that are over.",
          query: [
            ParameterDocument("ended", "true for the deals that are over, the last to end first", ["type": "boolean"]),
            .limit, .after("the id after which to go on", .identifierSchema),
          ],
          answers: [.init(200, "Deals", "A page of deals."), .init(304, nil, "The client has it.")],
          problems: [.unknownQuery]),
        handle: list),
      Endpoint(
        .get, "/deals/{id}", .person,
        EndpointDocument(
          tag: "Deals", id: "getDeal", summary: "One deal, current or over.",
          answers: [.init(200, "Deal", "The deal."), .init(304, nil, "The client has it.")], problems: [.notFound]),
        handle: find),
    ]
  }

  @Sendable private func list(_ call: Call) throws -> Reply {
    let today = today()
    let limit = try call.limit()
    let after = try call.query("after").map { text throws(Problem) in
      guard let id = DealID(text) else {
        throw Problem(.unknownQuery, ru: "`after`: нужен номер предложения", en: "`after` takes the id of a deal")
      }
      return id
    }
    let isEnded = try ended(call)
    let page =
      isEnded
      ? try bank.services.deals.ended(by: today, after: after, limit: limit)
      : try bank.services.deals.current(on: today, after: after, limit: limit)
    return .now(
      Response.json { writer in
        writer.object { writer in
          writer.member("count", page.elements.count)
          writer.key("data")
          writer.array { writer in
            for deal in page.elements { Self.write(deal, on: today, in: call.language, to: &writer) }
          }
          if let next = page.next {
            writer.member("next", "/deals?\(isEnded ? "ended=true&" : "")limit=\(limit)&after=\(next.rawValue)")
          }
        }
      }.tagged(for: call.request))
  }

  @Sendable private func find(_ call: Call) throws -> Reply {
    let today = today()
    guard let id = DealID(try call.parameter("id")), let deal = try bank.services.deals.find(id, on: today) else {
      throw Problem(.notFound)
    }
    return .now(Response.json { Self.write(deal, on: today, in: call.language, to: &$0) }.tagged(for: call.request))
  }

  private func ended(_ call: Call) throws(Problem) -> Bool {
    switch call.query("ended") {
    case nil, "false": return false
    case "true": return true
    default: throw Problem(.unknownQuery, ru: "`ended`: нужно true или false", en: "`ended` takes true or false")
    }
  }

  private func today() -> Model.CivilDate { bank.day.date(at: bank.services.clock()) }

  private static func write(
    _ deal: Deal, on today: Model.CivilDate, in language: Language, to writer: inout Writer
  ) {
    writer.object { writer in
      writer.member("id", deal.id.rawValue)
      writer.member("title", deal.title[language])
      writer.member("subtitle", deal.subtitle[language])
      writer.member("startDate", deal.start.description)
      writer.member("endDate", deal.end.description)
      writer.member("ended", deal.isEnded(on: today))
      writer.member("href", "/deals/\(deal.id.rawValue)")
    }
  }
}
