import Model
import Dates
import Services

extension Demo {
  /// Adds the missing providers, and the person's subscriptions and meters at them.
  static func addProviders(_ person: PersonID, _ services: BankServices) throws {
    let bic = services.configuration.ownBIC
    // The readings are 30 days old, so the time zone is irrelevant.
    let day = CivilDate(daysSinceEpoch: Int(services.clock().microseconds / 86_400_000_000) - 30)
    let missing = try DemoProvider.all(ownBIC: bic).filter { try !services.providers.isRegistered($0.id) }
    for provider in missing {
      if provider.payee.bic == bic, try services.accountRegister.find(provider.payee.account) == nil {
        let company = try customer(provider.id, provider.payee.name, .company, in: services)
        try services.accountRegister.open([AccountOpening(provider.payee.account, .rub, of: company.id)]).wait()
      }
      try services.providers.register(provider).wait()
    }
    for (subscription, meters) in DemoMeter.subscriptions(readOn: day)
    where missing.contains(where: { $0.id == subscription.provider }) {
      try services.providers.subscribe(person, to: subscription, with: meters).wait()
    }
  }
}

/// Providers, one of each kind that forms distinguish. The names and numbers are fictitious.
private enum DemoProvider {
  /// Returns the providers. The last one has its account in the demo's own bank.
  static func all(ownBIC: BIC) throws(UnusableNumber) -> [Provider] {
    let bics = ["044525225", "044525225", "044525187"].compactMap { BIC($0) } + [ownBIC]
    var providers: [Provider] = []
    for (place, (draft, bic)) in zip(drafts, bics).enumerated() {
      let payee = Provider.Payee(
        name: draft.payee, inn: draft.inn, bic: bic, account: try .demo("40702", .rub, place + 1, bic))
      providers.append(
        Provider(
          id: draft.id, title: draft.title, kind: draft.kind, category: draft.category, payee: payee,
          minimum: Money(minor: draft.minimum, .rub), maximum: Money(minor: draft.maximum, .rub),
          account: draft.account,
          fields: draft.fields))
    }
    return providers
  }

  private struct Draft {
    let id: String
    let title: String
    let kind: Provider.Kind
    let category: Provider.Category
    let payee: String
    let inn: String
    let minimum: Int64
    let maximum: Int64
    let account: ProviderField
    var fields: [ProviderField] = []
  }

  private static let drafts = [
    Draft(
      id: "gorvodokanal", title: "Городской водоканал", kind: .meters, category: .housing,
      payee: "АО «Городской водоканал»", inn: "7710001019", minimum: 1, maximum: 300_000_00,
      account: bill(pattern: "[0-9]{10}", mask: "##########", length: 10)),
    Draft(
      id: "gorenergosbyt", title: "Горэнергосбыт", kind: .meters, category: .housing,
      payee: "АО «Горэнергосбыт»", inn: "7710001026", minimum: 1, maximum: 300_000_00,
      account: bill(pattern: "[0-9]{5}-[0-9]{3}-[0-9]{2}", mask: #"#####\-###\-##"#, length: 12)),
    Draft(
      id: "svyaz-mobile", title: "Связь Мобайл", kind: .amount, category: .mobile,
      payee: "ПАО «Связь Мобайл»", inn: "7710001033", minimum: 10_00, maximum: 15_000_00,
      account: ProviderField(
        caption: .init(ru: "Номер телефона", en: "Phone number"),
        hint: .init(ru: "10 цифр без +7", en: "10 digits without +7"), mask: "+7 (###) ###-##-##", pattern: "9[0-9]{9}",
        length: 10, keyboard: "digits")),
    Draft(
      id: "domashnyaya-set", title: "Домашняя сеть", kind: .amount, category: .internet,
      payee: "ООО «Домашняя сеть»", inn: "7710001040", minimum: 50_00, maximum: 30_000_00,
      account: ProviderField(
        caption: .init(ru: "Номер договора", en: "Contract number"),
        hint: .init(ru: "Две буквы и шесть цифр, например ДС204518", en: "Two letters and six digits, as in ДС204518"),
        mask: "@@######", pattern: "[А-ЯЁ]{2}[0-9]{6}", length: 8),
      fields: [
        ProviderField(
          caption: .init(ru: "Номер квартиры", en: "Flat number"), pattern: "[1-9][0-9]{0,3}", keyboard: "digits")
      ]),
  ]

  private static func bill(pattern: String, mask: String, length: Int) -> ProviderField {
    ProviderField(
      caption: .init(ru: "Лицевой счёт", en: "Personal account"),
      hint: .init(ru: "Как в квитанции", en: "As the bill says"), mask: mask, pattern: pattern, length: length,
      keyboard: "digits")
  }
}

/// The demo person's subscriptions at providers, and their meters.
private enum DemoMeter {
  /// Returns each subscription with its meters, last read on `day`.
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
