import HTTP
import JSON
import Model
import Services

/// The directory of banks.
struct BankEndpoints {
  let bank: Bank

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/banks", .person,
        EndpointDocument(
          tag: "Banks", id: "searchBanks",
          summary: "Participants of the payment system by name or BIC, the likeliest first.",
          query: [
            .search("the beginning of a name, of a word in it or of a BIC; all of them unless told"),
            .limit,
            .after(
              "the BIC of a bank that is found, after which to go on", .textSchema("^[0-9]{9}$", example: "044525225")),
          ],
          answers: [.init(200, "Banks", "A page."), .init(304, nil, "The client has it.")], problems: [.unknownQuery]),
        handle: search),
      Endpoint(
        .get, "/banks/{bic}", .person,
        EndpointDocument(
          tag: "Banks", id: "getBank", summary: "One participant of the payment system.",
          answers: [.init(200, "Bank", "The bank."), .init(304, nil, "The client has it.")], problems: [.notFound]),
        handle: find),
    ]
  }

  @Sendable private func find(_ call: Call) throws -> Reply {
    let banks = bank.services.banks
    guard let bic = BIC(try call.parameter("bic")), let found = banks.bank(bic) else { throw Problem(.notFound) }
    let today = banks.today
    return .now(
      Response.json { $0.bank(found, on: today, in: call.language) }.tagged(for: call.request))
  }

  @Sendable private func search(_ call: Call) throws -> Reply {
    let banks = bank.services.banks
    let limit = try call.limit()
    let after = try call.query("after").map { text throws(Problem) in
      guard let bic = BIC(text) else { throw Self.wrongPlace }
      return bic
    }
    let text = try call.search()
    guard let page = banks.search(text, after: after, limit: limit) else { throw Self.wrongPlace }
    let today = banks.today
    return .now(
      Response.json { writer in
        writer.beginObject()
        writer.member("count", page.elements.count)
        writer.key("data")
        writer.array { writer in for bank in page.elements { writer.bank(bank, on: today, in: call.language) } }
        if let next = page.next { writer.member("next", "/banks?q=\(text.queryEncoded)&limit=\(limit)&after=\(next)") }
        writer.endObject()
      }.tagged(for: call.request))
  }

  private static var wrongPlace: Problem {
    Problem(
      .unknownQuery, ru: "`after`: нужен БИК из найденных, как в `next`",
      en: "`after` takes the BIC of a bank that is found, as `next` has it")
  }
}
