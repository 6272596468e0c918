import Dates
import Model
import Services
import Testing

/// Providers and meters that the bank adds by commands.
@Suite struct ProviderRegisterTests {
  private func provider(
    id: String = "teploset", inn: String = "7710001019", account: String = "40702810138250123017", most: Int64 = 100_00,
    keyboard: String? = "digits"
  ) throws -> Provider {
    Provider(
      id: id, title: "Теплосеть", kind: .meters, category: .housing,
      payee: Provider.Payee(
        name: "АО «Теплосеть»", inn: inn, bic: try bic("044525225"), account: try #require(AccountNumber(account))),
      minimum: Money(minor: 1_00, .rub), maximum: Money(minor: most, .rub),
      account: ProviderField(caption: .init(ru: "Счёт", en: "Account"), keyboard: keyboard), fields: [])
  }

  private func meter(_ number: String, provider: String = "teploset", unit: String = "Гкал") throws -> Meter {
    Meter(
      provider: provider, account: "12", number: number, caption: "Тепло", unit: unit, places: 3,
      tariff: try #require(Quantity("2500.5")), reading: try #require(Quantity("10")),
      readOn: try #require(CivilDate("2026-10-01")), used: nil)
  }

  @Test("A registered provider is found until it is disabled") func registersProvider() throws {
    let bank = try TestBank()
    let providers = bank.services.providers
    try providers.register(provider()).wait()
    #expect(try providers.find("teploset") == provider())
    #expect(throws: ProviderError.taken) { try providers.register(provider()).wait() }
    try providers.change("teploset", disabled: true).wait()
    #expect(try providers.find("teploset") == nil)
    #expect(throws: ProviderError.unchanged) { try providers.change("teploset", disabled: true).wait() }
    #expect(throws: ProviderError.unknown) { try providers.change("none", disabled: true).wait() }
    let all = try providers.register(limit: 100).elements
    #expect(all.map(\.record.id) == all.map(\.record.id).sorted())
    #expect(all.filter(\.disabled).map(\.record.id) == ["teploset"])
    try providers.change("teploset", disabled: false).wait()
    #expect(try providers.find("teploset") != nil)
  }

  @Test(
    "An invalid provider is rejected with its member", arguments: ["id", "inn", "account", "most", "keyboard"])
  func rejectsInvalidProvider(_ wrong: String) throws {
    let bank = try TestBank()
    let (invalid, expected): (Provider, ProviderError) =
      switch wrong {
      case "id": (try provider(id: "Тепло"), .badID)
      case "inn": (try provider(inn: "7710001018"), .bad("payee.inn"))
      case "account": (try provider(account: "40702810138250123018"), .bad("payee.account"))
      case "most": (try provider(most: 99), .bad("most"))
      default: (try provider(keyboard: "piano"), .bad("keyboard"))
      }
    let before = try bank.count("SELECT count(*) FROM audit_record")
    #expect(throws: expected) { try bank.services.providers.register(invalid).wait() }
    #expect(try bank.count("SELECT count(*) FROM provider") == 4)
    #expect(try bank.count("SELECT count(*) FROM audit_record") == before)
  }

  @Test("A person sees an added meter until it is disabled") func addsMeter() throws {
    let bank = try TestBank()
    let (providers, person) = (bank.services.providers, bank.caller.person)
    try providers.register(provider()).wait()
    try providers.add(meter("1"), of: person, caption: "Дача").wait()
    try providers.add(meter("2"), of: person, caption: "Дача").wait()
    let seen = { try providers.meters(person).filter { $0.provider == "teploset" }.map(\.number) }
    #expect(try seen() == ["1", "2"])
    #expect(try providers.subscriptions(person, at: "teploset").map(\.caption) == ["Дача"])
    #expect(throws: ProviderError.meterTaken) { try providers.add(meter("1"), of: person, caption: "Дача").wait() }
    #expect(throws: ProviderError.bad("unit")) {
      try providers.add(meter("3", unit: ""), of: person, caption: "Дача").wait()
    }
    #expect(throws: ProviderError.unknown) {
      try providers.add(meter("3", provider: "none"), of: person, caption: "Дача").wait()
    }
    #expect(throws: ProviderError.withoutMeters) {
      try providers.add(meter("3", provider: "svyaz-mobile"), of: person, caption: "Дача").wait()
    }
    try providers.change("1", of: "12", at: "teploset", disabled: true).wait()
    #expect(try seen() == ["2"])
    #expect(try providers.meters(of: "12", at: "teploset").map(\.disabled) == [true, false])
    #expect(throws: ProviderError.unchanged) {
      try providers.change("1", of: "12", at: "teploset", disabled: true).wait()
    }
    #expect(throws: ProviderError.meterUnknown) {
      try providers.change("9", of: "12", at: "teploset", disabled: true).wait()
    }
  }
}
