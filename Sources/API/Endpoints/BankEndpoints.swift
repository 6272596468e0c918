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
            ("q", "the beginning of a name, of a word in it or of a BIC; all of them unless told"),
            ("limit", "rows, 1 to 200; 50 unless told"), ("after", "the BIC after which to go on"),
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
    let text = call.query("q") ?? ""
    guard let page = banks.search(text, after: after, limit: limit) else { throw Self.wrongPlace }
    let today = banks.today
    return .now(
      Response.json { writer in
        writer.beginObject()
        writer.member("count", page.elements.count)
        writer.key("data")
        writer.array { writer in for bank in page.elements { writer.bank(bank, on: today, in: call.language) } }
        if let next = page.next { writer.member("next", "/banks?q=\(Self.encoded(text))&limit=\(limit)&after=\(next)") }
        writer.endObject()
      }.tagged(for: call.request))
  }

  private static var wrongPlace: Problem {
    Problem(
      .unknownQuery, ru: "`after`: нужен БИК из найденных, как в `next`",
      en: "`after` takes the BIC of a bank that is found, as `next` has it")
  }

  /// The text as a value in a query (RFC 3986, section 2.3).
  private static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return text.utf8.map { byte -> String in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        String(UnicodeScalar(byte))
      default: "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }.joined()
  }
}
