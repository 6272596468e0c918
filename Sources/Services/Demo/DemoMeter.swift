import Model

/// What providers know of the demo's person: numbers, and the meters behind them.
enum DemoMeter {
  /// The numbers, each with its meters, which were read on that day.
  static func subscriptions(readOn day: CivilDate) -> [(ProviderSubscription, [Meter])] {
    known.map { provider, account, caption, meters in
      (
        ProviderSubscription(provider: provider, account: account, caption: caption),
        meters.compactMap { meter in
          guard let tariff = Quantity(meter.tariff), let reading = Quantity(meter.reading) else { return nil }
          return Meter(
            provider: provider, account: account, number: meter.number, caption: meter.caption, unit: meter.unit,
            places: meter.places, tariff: tariff, reading: reading, readOn: day, used: Quantity(meter.used))
        }
      )
    }
  }

  private struct Draft {
    let number: String
    let caption: String
    let unit: String
    let places: Int
    let tariff: String
    let reading: String
    let used: String
  }

  private static let known: [(provider: String, account: String, caption: String, meters: [Draft])] = [
    (
      "gorvodokanal", "1234567890", "Квартира",
      [
        Draft(
          number: "0041573", caption: "Холодная вода", unit: "м³", places: 3, tariff: "65.77", reading: "142.5",
          used: "5.25"),
        Draft(
          number: "0041574", caption: "Горячая вода", unit: "м³", places: 3, tariff: "312.504", reading: "97.25",
          used: "3.5"),
      ]
    ),
    (
      "gorenergosbyt", "70012-345-67", "Квартира",
      [
        Draft(
          number: "18204511-1", caption: "Электричество, день (Т1)", unit: "кВт·ч", places: 0, tariff: "8.71",
          reading: "10452", used: "180"),
        Draft(
          number: "18204511-2", caption: "Электричество, ночь (Т2)", unit: "кВт·ч", places: 0, tariff: "3.71",
          reading: "4011", used: "75"),
      ]
    ),
    ("svyaz-mobile", "9000000000", "Мой номер", []),
  ]
}
