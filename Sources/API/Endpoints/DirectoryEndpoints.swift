import Atoms
import HTTPServer
import JSON
import Model
import Services

/// Endpoints for the directory of banks.
struct BankEndpoints {
  let banks: Banks

  static let schemas: [EndpointSchema] = [
    .entity("Bank", Bank.document),
    .page("Banks", of: "Bank"),
  ]

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/banks", .person,
        EndpointDocument(
          tag: "Banks", id: "searchBanks",
          summary: "Participants of the payment system by name or BIC, best match first.",
          query: [
            .search("the beginning of a name, of a word in it or of a BIC; by default all banks"),
            .limit,
            .after(
              "the BIC of the last bank of the previous page", .textSchema("^[0-9]{9}$", example: "044525225")),
          ],
          answers: [.init(200, "Banks", "A page."), .init(304, nil, "Not modified.")], problems: [.unknownQuery]),
        handle: search),
      Endpoint(
        .get, "/banks/{bic}", .person,
        EndpointDocument(
          tag: "Banks", id: "getBank", summary: "One participant of the payment system.",
          answers: [.init(200, "Bank", "The bank."), .init(304, nil, "Not modified.")], problems: [.notFound]),
        handle: find),
    ]
  }

  @Sendable private func search(_ call: Call) throws -> Reply {
    let limit = try call.limit()
    let after = try call.query("after").map { text throws(Problem) in
      guard let bic = BIC(text) else { throw Self.wrongPlace }
      return bic
    }
    let text = try call.search()
    guard let page = banks.search(text, after: after, limit: limit) else { throw Self.wrongPlace }
    let today = banks.today
    return .now(
      Response.page(page, next: { "/banks?q=\(text.queryEncoded)&limit=\(limit)&after=\($0)" }) { bank, writer in
        writer.bank(bank, on: today, in: call.language)
      }.compressible.tagged(for: call.request))
  }

  @Sendable private func find(_ call: Call) throws -> Reply {
    guard let bic = BIC(try call.parameter("bic")), let found = banks.bank(bic) else { throw Problem(.notFound) }
    let today = banks.today
    return .now(
      Response.json { $0.bank(found, on: today, in: call.language) }.compressible.tagged(for: call.request))
  }

  private static var wrongPlace: Problem {
    Problem(
      .unknownQuery, ru: "`after`: нужен БИК из найденных, как в `next`",
      en: "`after` must be the BIC of a found bank, as in `next`")
  }
}

/// Endpoints for service providers.
struct ProviderEndpoints {
  let providers: Providers
  let marks: BrandMarks

  static let schemas: [EndpointSchema] = [
    .page("Providers", of: "ProviderRow")
  ]

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/providers", .person,
        EndpointDocument(
          tag: "Providers", id: "listProviders", summary: "The providers of services, by name.",
          query: [
            .search("a part of the name, ignoring case, or the taxpayer number"), .limit,
            .after("the id of the last row of the previous page", .targetSchema),
          ],
          answers: [.init(200, "Providers", "A page."), .init(304, nil, "Not modified.")],
          problems: [.unknownQuery]),
        handle: list),
      Endpoint(
        .get, "/providers/{id}", .person,
        EndpointDocument(
          tag: "Providers", id: "getProvider",
          summary: "One provider with its fields, and the person's accounts and meters.",
          answers: [.init(200, "Provider", "The provider."), .init(304, nil, "Not modified.")],
          problems: [.notFound]),
        handle: find),
    ]
  }

  @Sendable private func list(_ call: Call) throws -> Reply {
    let (limit, text) = (try call.limit(), try call.search())
    guard let page = try providers.all(with: text, after: call.query("after"), limit: limit) else {
      throw Problem(
        .unknownQuery, ru: "`after`: нужен поставщик из найденных, как в `next`",
        en: "`after` must be the id of a found provider, as in `next`")
    }
    let search = text.isEmpty ? "" : "q=\(text.queryEncoded)&"
    return .now(
      Response.page(page, next: { "/providers?\(search)limit=\(limit)&after=\($0)" }) { provider, writer in
        writer.object { writer in
          writer.provider(provider, isRow: true, mark: marks.address(of: provider.id), in: call.language)
        }
      }.compressible.tagged(for: call.request))
  }

  @Sendable private func find(_ call: Call) throws -> Reply {
    let person = try call.caller.person
    guard let provider = try providers.find(try call.parameter("id")) else { throw Problem(.notFound) }
    let subscriptions = try providers.subscriptions(person, at: provider.id)
    let meters = subscriptions.isEmpty ? [] : try providers.meters(person)
    return .now(
      Response.json { writer in
        writer.beginObject()
        writer.provider(provider, mark: marks.address(of: provider.id), in: call.language)
        writer.key("payee")
        writer.object { writer in
          writer.member("name", provider.payee.name)
          writer.member("inn", provider.payee.inn)
          writer.member("bic", provider.payee.bic.rawValue)
          writer.member("account", provider.payee.account.rawValue)
        }
        writer.member("least", provider.minimum.text)
        writer.member("most", provider.maximum.text)
        writer.key("account")
        writer.field(provider.account, in: call.language)
        writer.key("fields")
        writer.array { writer in for field in provider.fields { writer.field(field, in: call.language) } }
        writer.key("subscriptions")
        writer.array { writer in
          for subscription in subscriptions {
            let own = meters.filter { ($0.provider, $0.account) == (provider.id, subscription.account) }
            writer.subscription(subscription, with: own, pay: Self.form(for: provider, subscription.account))
          }
        }
        writer.member("pay", Self.form(for: provider, nil))
        writer.endObject()
      }.compressible.tagged(for: call.request))
  }

  /// Returns the path of the payment form, prefilled with the provider and, if it is not nil, the
  /// person's account number.
  private static func form(for provider: Provider, _ account: String?) -> String {
    let form = "/operations/provider.pay?provider=\(provider.id)"
    return account.map { "\(form)&account=\($0.queryEncoded)" } ?? form
  }
}
