import Atoms
import Texts
import HTTPServer
import JSON
import Model
import Operations
import Services

/// The endpoint for the person's daily limits.
struct LimitEndpoints {
  let limits: DailyLimits
  let process: SubmissionProcess
  let pages: PageRendering
  let clock: BankClock

  static let schemas: [EndpointSchema] = [
    .list("Limits", of: "Limit")
  ]

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/limits", .person,
        EndpointDocument(
          tag: "Submissions", id: "listLimits",
          summary: "The person's daily limits, with the amounts sent and remaining today.",
          answers: [.init(200, "Limits", "The limits."), .init(304, nil, "Not modified.")]),
        handle: list)
    ]
  }

  @Sendable private func list(_ call: Call) throws -> Reply {
    let operations = try pages.offered()
    let titles = Dictionary(uniqueKeysWithValues: operations.map { ($0.id, $0.title) })
    let allowances = try limits.allowances(
      of: operations.map { ($0.id, process.dailyLimits(of: $0)) }, for: try call.caller.person
    ) { clock.day.start(at: $0) }
    return .now(
      Response.list(allowances) { allowance, writer in
        if let title = titles[allowance.operation] { Self.write(allowance, of: title, in: call.language, to: &writer) }
      }.tagged(for: call.request))
  }

  private static func write(
    _ allowance: DailyLimits.Allowance, of title: LocalizedText, in language: Language, to writer: inout Writer
  ) {
    let (limit, sent, left) = (
      ShownValue.money(allowance.limit), ShownValue.money(allowance.sent), ShownValue.money(allowance.left)
    )
    let reported = LocalizedText(
      ru: "Осталось на сегодня. Отправлено \(sent.text(in: .ru)) из \(limit.text(in: .ru))",
      en: "Left for today. Sent \(sent.text(in: .en)) of \(limit.text(in: .en))")
    writer.object { writer in
      writer.member("id", "\(allowance.operation):\(allowance.limit.currency.rawValue)")
      writer.member("title", title[language])
      writer.member("subtitle", reported[language])
      writer.member("trailing", left.text(in: language))
      writer.member("operation", allowance.operation)
      writer.member("currency", allowance.limit.currency.rawValue)
      writer.member("limit", allowance.limit.text)
      writer.member("sent", allowance.sent.text)
      writer.member("left", allowance.left.text)
      writer.row(
        RowParts(title: .text(title), subtitle: [.text(reported)], trailing: left), icon: .limit, in: language)
    }
  }
}
