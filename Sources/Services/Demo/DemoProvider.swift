import Model

/// Providers to pay to: one of each sort that a form tells apart. No firm has these names and numbers.
enum DemoProvider {
  /// The providers; the last one has its account in our own bank.
  static func all(ownBIC: BIC) throws(UnusableNumber) -> [Provider] {
    let bics = ["044525225", "044525225", "044525187"].compactMap { BIC($0) } + [ownBIC]
    var providers: [Provider] = []
    for (place, (draft, bic)) in zip(drafts, bics).enumerated() {
      let payee = Provider.Payee(
        name: draft.payee, inn: draft.inn, bic: bic, account: try .demo("40702", "810", place + 1, bic))
      providers.append(
        Provider(
          id: draft.id, title: draft.title, kind: draft.kind, category: draft.category, payee: payee,
          least: Money(minor: draft.least, .rub), most: Money(minor: draft.most, .rub), account: draft.account,
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
    let least: Int64
    let most: Int64
    let account: ProviderField
    var fields: [ProviderField] = []
  }

  private static let drafts = [
    Draft(
      id: "gorvodokanal", title: "Городской водоканал", kind: .meters, category: .housing,
      payee: "АО «Городской водоканал»", inn: "7710001019", least: 1, most: 300_000_00,
      account: bill(pattern: "[0-9]{10}", mask: "##########", length: 10)),
    Draft(
      id: "gorenergosbyt", title: "Горэнергосбыт", kind: .meters, category: .housing,
      payee: "АО «Горэнергосбыт»", inn: "7710001026", least: 1, most: 300_000_00,
      account: bill(pattern: "[0-9]{5}-[0-9]{3}-[0-9]{2}", mask: #"#####\-###\-##"#, length: 12)),
    Draft(
      id: "svyaz-mobile", title: "Связь Мобайл", kind: .amount, category: .mobile,
      payee: "ПАО «Связь Мобайл»", inn: "7710001033", least: 10_00, most: 15_000_00,
      account: ProviderField(
        caption: .init(ru: "Номер телефона", en: "Phone number"),
        hint: .init(ru: "10 цифр без +7", en: "10 digits without +7"), mask: "+7 (###) ###-##-##", pattern: "9[0-9]{9}",
        length: 10, keyboard: "digits")),
    Draft(
      id: "domashnyaya-set", title: "Домашняя сеть", kind: .amount, category: .internet,
      payee: "ООО «Домашняя сеть»", inn: "7710001040", least: 50_00, most: 30_000_00,
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
