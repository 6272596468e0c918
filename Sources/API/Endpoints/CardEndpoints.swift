import Model
import Atoms
import Dates
import Texts
import HTTPServer
import JSON
import Services

/// Endpoints for the person's cards.
struct CardEndpoints {
  let cards: Cards
  let accounts: Accounts
  let clock: BankClock

  static let schemas: [EndpointSchema] = [
    .entity("Card", Card.document),
    .list("Cards", of: "Card"),
  ]

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/cards", .person,
        EndpointDocument(
          tag: "Cards", id: "listCards", summary: "The person's cards.",
          answers: [.init(200, "Cards", "The cards."), .init(304, nil, "Not modified.")]),
        handle: list),
      Endpoint(
        .get, "/cards/{id}", .person,
        EndpointDocument(
          tag: "Cards", id: "getCard", summary: "One card, with the history of its status.",
          answers: [.init(200, "Card", "The card."), .init(304, nil, "Not modified.")], problems: [.notFound]),
        handle: find),
    ]
  }

  @Sendable private func list(_ call: Call) throws -> Reply {
    let person = try call.caller.person
    let cards = try cards.all(person)
    let accounts = try accounts(of: person)
    return .now(
      Response.list(cards) { card, writer in
        Self.write(card, of: accounts[card.account], on: clock.today, in: call.language, to: &writer)
      }.compressible.tagged(for: call.request))
  }

  @Sendable private func find(_ call: Call) throws -> Reply {
    let person = try call.caller.person
    guard let id = CardID(try call.parameter("id")), let card = try cards.find(id, person: person) else {
      throw Problem(.notFound)
    }
    let history = try cards.history(id, person: person)
    let account = try accounts(of: person)[card.account]
    return .now(
      Response.json { Self.write(card, history, of: account, on: clock.today, in: call.language, to: &$0) }
        .compressible.tagged(for: call.request))
  }

  /// Returns the captions of the person's accounts, by number.
  private func accounts(of person: PersonID) throws -> [AccountNumber: String] {
    Dictionary(try accounts.all(person).map { ($0.number, $0.caption) }) { first, _ in first }
  }

  private static func write(
    _ card: Card, _ history: [Card.Change]? = nil, of account: String?, on today: CivilDate, in language: Language,
    to writer: inout Writer
  ) {
    let paying = ShownValue(
      .account, card.account.rawValue, account.map { LocalizedText(ru: $0, en: nil) })
    let number = ShownValue(
      .card, card.number.description, LocalizedText(ru: "••\u{A0}\(card.number.last)", en: nil))
    writer.object { writer in
      Card.document.write(card, to: &writer, in: language)
      // For clients that draw no `parts`. The description of a number is masked.
      writer.member("subtitle", card.number.description)
      writer.member("href", "/cards/\(card.id.rawValue)")
      writer.member("operation", "/operations/card.status?card=\(card.id.rawValue)")
      writer.row(
        RowParts(title: .words(card.caption), subtitle: [number, paying]), badge: .of(card, on: today), icon: .card,
        in: language)
      guard let history else { return }
      writer.key("history")
      writer.array { writer in
        for change in history {
          writer.object { writer in
            writer.member("status", change.status.rawValue)
            writer.member("at", change.at.description)
            if let submission = change.submission { writer.member("submission", Address.submission(submission)) }
          }
        }
      }
    }
  }
}
