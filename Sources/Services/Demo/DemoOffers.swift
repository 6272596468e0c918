import Model
import Persistence

extension Demo {
  /// Issues the person's cards where there are none.
  static func issueCards(_ person: PersonID, _ services: BankServices) throws {
    let (clock, audit) = (services.clock, services.audit)
    try services.database.deferredWrite { transaction in
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
    try services.database.deferredWrite { transaction in
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

/// Something that the demo's bank offers, its days counted from the first start.
private struct DemoDeal {
  let title: Deal.Text
  let subtitle: Deal.Text
  let days: ClosedRange<Int>

  static let all = [
    DemoDeal(
      title: Deal.Text(ru: "Вклад «Осенний»", en: "Autumn deposit"),
      subtitle: Deal.Text(ru: "16% годовых на полгода", en: "16% a year for half a year"), days: -20...40),
    DemoDeal(
      title: Deal.Text(ru: "Кешбэк 5% в аптеках", en: "5% cashback in pharmacies"),
      subtitle: Deal.Text(ru: "По карте «Для покупок»", en: "With the shopping card"), days: -5...25),
    DemoDeal(
      title: Deal.Text(ru: "Переводы без комиссии", en: "Transfers without a fee"),
      subtitle: Deal.Text(ru: "До 100 000 ₽ в месяц", en: "Up to 100,000 ₽ a month"), days: -60 ... -10),
    DemoDeal(
      title: Deal.Text(ru: "Новогодний кредит", en: "New year loan"),
      subtitle: Deal.Text(ru: "Первый месяц без процентов", en: "The first month without interest"), days: 10...45),
  ]
}
