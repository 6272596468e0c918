import Model
import Dates
import DataAccess
import Services
import Storage

extension Demo {
  /// Adds the deals if the bank has none. Their dates are relative to the current day.
  static func announceDeals(_ services: BankServices) throws {
    let (clock, audit) = (services.clock, services.audit)
    try services.store.deferredWrite(locking: [.deals]) { transaction in
      let deals = DealDAO(transaction)
      guard try deals.isEmpty() else { return }
      let now = clock()
      let today = CivilDate(daysSinceEpoch: Int(now.microseconds / 86_400_000_000)).daysSinceEpoch
      for (place, deal) in DemoDeal.all.enumerated() {
        let id = DealID.new(at: now)
        try audit.record(.dealAdded, by: .system, of: .row(id), transaction)
        try deals.insert(
          Deal(
            id: id, title: deal.title, subtitle: deal.subtitle,
            startDate: CivilDate(daysSinceEpoch: today + deal.days.lowerBound),
            endDate: CivilDate(daysSinceEpoch: today + deal.days.upperBound), place: place, endedOn: nil,
            announced: now, created: now, changed: now))
        try DealPageDAO(transaction).replace(deal.pages, of: id)
      }
    }.wait()
  }
}

private struct DemoDeal {
  let title: Deal.Text
  let subtitle: Deal.Text
  /// The first and last day, relative to the day on which the demo data were added.
  let days: ClosedRange<Int>
  let pages: [DealPage]

  init(_ title: Deal.Text, _ subtitle: Deal.Text, days: ClosedRange<Int>, _ pages: [DealPage]) {
    (self.title, self.subtitle, self.days, self.pages) = (title, subtitle, days, pages)
  }

  /// Two current deals, one that has ended and one that has not begun.
  static let all = [
    DemoDeal(
      Deal.Text(ru: "Вклад «Осенний»", en: "Autumn deposit"),
      Deal.Text(ru: "16% годовых на полгода", en: "16% a year for half a year"), days: -20...40,
      [
        page(
          ("Условия", "Terms"),
          ("От 50 000 ₽ на 181 день, без пополнения и снятия", "From 50,000 ₽ for 181 days, nothing added or taken out")
        ),
        page(
          ("Проценты", "Interest"),
          ("Раз в месяц на текущий счёт", "Paid to the current account once a month")),
        page(
          ("Защита", "Insurance"),
          ("Вклады застрахованы на сумму до 1\u{A0}400\u{A0}000\u{A0}₽", "Deposits are insured for up to 1,400,000 ₽")),
      ]),
    DemoDeal(
      Deal.Text(ru: "Кешбэк 5% в аптеках", en: "5% cashback in pharmacies"),
      Deal.Text(ru: "По карте «Для покупок»", en: "With the shopping card"), days: -5...25,
      [
        page(
          ("Какая карта", "Which card"),
          ("«Для покупок», подключать ничего не нужно", "The shopping card, there is nothing to switch on"),
          image: "/images/card-active.svg"),
        page(
          ("Сколько", "How much"),
          ("До 1 000 ₽ в месяц, баллами на следующий день", "Up to 1,000 ₽ a month, as points on the next day")),
      ]),
    DemoDeal(
      Deal.Text(ru: "Переводы без комиссии", en: "Transfers without a fee"),
      Deal.Text(ru: "До 100 000 ₽ в месяц", en: "Up to 100,000 ₽ a month"), days: -60 ... -10,
      [
        page(
          ("Куда", "Where to"),
          ("В любой банк по реквизитам", "To any bank by its details"))
      ]),
    DemoDeal(
      Deal.Text(ru: "Новогодний кредит", en: "New year loan"),
      Deal.Text(ru: "Первый месяц без процентов", en: "The first month without interest"), days: 10...45,
      [
        page(
          ("Сумма и срок", "Amount and term"),
          ("До 300 000 ₽ на год", "Up to 300,000 ₽ for a year"))
      ]),
  ]

  private static func page(
    _ title: (ru: String, en: String), _ text: (ru: String, en: String), image: String? = nil
  ) -> DealPage {
    DealPage(title: Deal.Text(ru: title.ru, en: title.en), text: Deal.Text(ru: text.ru, en: text.en), image: image)
  }
}
