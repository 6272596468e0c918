import Model

/// Something that the demo's bank offers, its days counted from the first start.
struct DemoDeal {
  /// What it is.
  let title: Deal.Text
  /// What it gives.
  let subtitle: Deal.Text
  /// Its first and its last day.
  let days: ClosedRange<Int>
  /// What more is said of it.
  let pages: [DealPage]

  private init(_ title: Deal.Text, _ subtitle: Deal.Text, days: ClosedRange<Int>, _ pages: [DealPage]) {
    (self.title, self.subtitle, self.days, self.pages) = (title, subtitle, days, pages)
  }

  /// All of them: two are current, one is over, one is to come.
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
          ("Вклады застрахованы на сумму до 1 400 000 ₽", "Deposits are insured for up to 1,400,000 ₽")),
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
