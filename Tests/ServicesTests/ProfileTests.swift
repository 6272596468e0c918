import Model
import Services
import Testing

struct ProfileTests {
  @Test(
    "A telephone number is normalized to E.164 or rejected",
    arguments: [
      ("+79001234567", "+79001234567"), ("+7 900 123-45-67", "+79001234567"), ("8 (900) 123-45-67", "+79001234567"),
      ("+44 20 7946 0000", "+442079460000"), ("7 900 123-45-67", "+79001234567"), ("900 123-45-67", nil),
      ("+0 900 123 45 67", nil), ("+7", nil),
      ("+7900123456789012", nil), ("+7 900 123-45-6x", nil), ("", nil), ("+٧٩٠٠١٢٣٤٥٦٧", nil),
    ] as [(String, String?)])
  func normalizesTelephoneToE164(_ text: String, _ kept: String?) {
    #expect(Telephone(text)?.rawValue == kept)
  }

  @Test("A profile change leaves omitted fields unchanged") func changeKeepsOmittedFields() throws {
    let bank = try TestBank()
    var change = ProfileChange()
    change.phone = .some("8 911 111-11-11")
    let changed = try #require(try bank.services.users.change(bank.caller.person, change).wait())
    #expect((changed.name, changed.phone) == (bank.demo.person.name, "+79111111111"))
    change = ProfileChange()
    change.name = "Анна Петрова"
    let renamed = try #require(try bank.services.users.change(bank.caller.person, change).wait())
    #expect((renamed.name, renamed.phone) == ("Анна Петрова", "+79111111111"))
    change = ProfileChange()
    change.phone = .some(nil)
    #expect(try bank.services.users.change(bank.caller.person, change).wait()?.phone == nil)
  }

  @Test("A profile with an invalid name or telephone number is rejected") func rejectsInvalidProfile() throws {
    let bank = try TestBank()
    for (name, phone, refusal) in [
      ("", nil, ProfileRefusal.badName), ("Анна ☎", nil, .badName), (String(repeating: "а", count: 161), nil, .badName),
      ("Анна", "звоните", .badPhone),
    ] as [(String, String?, ProfileRefusal)] {
      var change = ProfileChange()
      change.name = name
      change.phone = phone.map { .some($0) }
      #expect(throws: refusal) { try bank.services.users.change(bank.caller.person, change).wait() }
    }
    #expect(try bank.services.users.find(bank.caller.person) == bank.demo.person)
  }

  @Test("The telephone number for codes changes only with a signed submission")
  func codeTelephoneRequiresSignature() throws {
    let bank = try TestBank()
    let users = bank.services.users
    let before = try #require(try users.codePhone(bank.caller.person))
    var change = ProfileChange()
    change.phone = .some("+79111111111")
    _ = try users.change(bank.caller.person, change).wait()
    #expect(try users.codePhone(bank.caller.person) == before)

    let profile = try Profile(name: "Анна", phone: "+79111111111")
    func draft(_ key: String, signed: Bool) -> SubmissionDraft {
      SubmissionDraft(
        operation: "profile.edit", version: "1", values: "{}", idempotencyKey: (key, "{}"), sign: signed ? .matrix : nil
      )
    }
    _ = try bank.services.submissions.create(
      draft("1", signed: false), by: bank.caller, effect: users.effect(profile)
    ).wait()
    #expect(try users.find(bank.caller.person)?.name == "Анна")
    #expect(try users.codePhone(bank.caller.person) == before)

    let receipt = try bank.services.submissions.create(
      draft("2", signed: true), by: bank.caller, effect: users.effect(profile)
    ).wait()
    #expect(try users.codePhone(bank.caller.person) == before)
    let outcome = try bank.services.signing.answer(
      bank.right(receipt.challenge), to: receipt.submission.id, by: bank.caller
    ) { _ in users.effect(profile) }.wait()
    #expect(outcome.done?.status == .executed)
    #expect(try users.codePhone(bank.caller.person) == "+79111111111")
  }

  @Test("Settings start with the defaults and change per person") func settingsStartWithDefaults() throws {
    let bank = try TestBank()
    let settings = bank.services.settings
    let stranger = try bank.stranger()
    #expect(try settings.find(bank.caller.person) == PersonSettings(pushDeals: false, language: .ru))
    let changed = try settings.change(bank.caller.person) { $0.pushDeals = true }.wait()
    #expect(changed == PersonSettings(pushDeals: true, language: .ru))
    _ = try settings.change(bank.caller.person) { $0.language = .en }.wait()
    #expect(try settings.find(bank.caller.person) == PersonSettings(pushDeals: true, language: .en))
    #expect(try settings.find(stranger.person) == PersonSettings())
  }
}
