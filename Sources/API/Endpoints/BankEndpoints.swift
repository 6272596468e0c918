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
        .get, "/banks/{bic}", .person,
        EndpointDocument(
          tag: "Banks", id: "getBank", summary: "One participant of the payment system.",
          answers: [.init(200, "Bank", "The bank."), .init(304, nil, "The client has it.")], problems: [.notFound]),
        handle: find)
    ]
  }

  @Sendable private func find(_ call: Call) throws -> Reply {
    guard let bic = BIC(try call.parameter("bic")), let found = bank.services.banks.bank(bic) else {
      throw Problem(.notFound)
    }
    return .now(
      Response.json { writer in
        writer.beginObject()
        writer.member("bic", found.bic.rawValue)
        writer.member("name", found.name)
        writer.key("correspondentAccount")
        writer.value(found.correspondentAccount.map { .string($0.rawValue) } ?? .null)
        writer.key("place")
        writer.value(found.place.map(Value.string) ?? .null)
        writer.member("status", found.status.rawValue)
        writer.endObject()
      }.tagged(for: call.request))
  }
}
