import Model
import Persistence
import Storage

extension Demo {
  /// Issues the person's cards where there are none.
  static func issueCards(_ person: PersonID, _ services: BankServices) throws {
    let (clock, audit) = (services.clock, services.audit)
    try services.store.deferredWrite(locking: [.person(person)]) { transaction in
      let cards = CardDAO(transaction)
      guard try cards.all(person: person).isEmpty else { return }
      let now = clock()
      let accounts = try AccountDAO(transaction).all(person: person)
      for (place, demo) in DemoCard.all.enumerated() {
        guard let account = accounts.first(where: { $0.caption == demo.account }),
          let number = MaskedNumber(first: demo.number.first, last: demo.number.last),
          let expires = CivilDate(demo.expires)
        else { continue }
        try cards.insert(
          Card(
            (
              id: .new(at: now), number: number, account: account.number, caption: demo.caption, status: demo.status,
              expires: expires, changed: now
            )),
          person: person, place: place)
      }
      try audit.record(.cardsIssued, by: .system, of: .person(person), transaction)
    }.wait()
  }

  /// Adds deals where there is none, over and current as their dates tell from today on.
  static func announceDeals(_ services: BankServices) throws {
    let (clock, audit) = (services.clock, services.audit)
    try services.store.deferredWrite(locking: [.deals]) { transaction in
      let deals = DealDAO(transaction)
      guard try deals.isEmpty() else { return }
      let now = clock()
      let today = CivilDate(daysSinceEpoch: Int(now.microseconds / 86_400_000_000)).daysSinceEpoch
      for (place, deal) in DemoDeal.all.enumerated() {
        let id = DealID.new(at: now)
        try audit.record(.dealAdded, by: .system, of: .deal(id), transaction)
        try deals.insert(
          Deal(
            (
              id: id, title: deal.title, subtitle: deal.subtitle,
              startDate: CivilDate(daysSinceEpoch: today + deal.days.lowerBound),
              endDate: CivilDate(daysSinceEpoch: today + deal.days.upperBound), place: place, endedOn: nil,
              announced: now, created: now, changed: now
            )))
        try DealPageDAO(transaction).replace(deal.pages, of: id)
      }
    }.wait()
  }
}

/// One of the cards of the demo's person. The numbers begin as Mir, Visa and Mastercard do, and belong to nobody.
private struct DemoCard {
  let caption: String
  let account: String
  let number: (first: String, last: String)
  let expires: String
  let status: Card.Status

  static let all = [
    DemoCard(
      caption: "Зарплатная", account: "Текущий", number: ("220000", "1234"), expires: "2029-08-31", status: .active),
    DemoCard(
      caption: "Для покупок", account: "Накопительный", number: ("400000", "4321"), expires: "2028-02-29",
      status: .active),
    DemoCard(
      caption: "Долларовая", account: "Долларовый", number: ("510000", "0007"), expires: "2027-12-31", status: .blocked),
  ]
}
