import TestBank
import Testing
import ValenceClient

/// Change effects, notes and confirmations, with the client library and a running server.
struct LibraryEffectTests {
  private static let definition = """
    operation: trial.effects
    title: {ru: Перевод, en: Transfer}
    effect: document
    atoms:
      - {enum: country, caption: {ru: Страна, en: Country}, options: {DE: {all: DE}, CH: {all: CH}}, onChange: {reset: [city, plan], set: {currency: "TERNARY($country == 'CH', 'CHF', nil)"}}}
      - {textInput: city, caption: {ru: Город, en: City}, optional: true}
      - {textInput: plan, caption: {ru: План, en: Plan}, default: base, help: {ru: Долго, en: Long}}
      - {textInput: currency, caption: {ru: Валюта, en: Currency}, optional: true, check: {when: "$currency == 'CHF'", message: {ru: Франки, en: Francs}, severity: success}}
      - {button: send, caption: {ru: Послать, en: Send}, action: submit, confirm: {title: {ru: "В {$city}?", en: "To {$city}?"}, cancel: {ru: Нет, en: "No"}}}
    """

  @Test("A submission includes the inputs that a change filled and omits the inputs that it reset")
  func sendsFilledValues() async throws {
    let person = try await TestServer(serving: [Self.definition]).libraryPerson()
    var form = try await person.form("trial.effects")
    #expect(form["plan"]?.help == "Long")
    try await person.enter(["city": "Bern", "plan": "gold"], into: &form)
    try await person.enter(["country": "CH"], into: &form)
    #expect(form["city"]?.value == .null && form["plan"]?.value == "base" && form["currency"]?.value == "CHF")
    #expect(form["currency"]?.note?.severity == .success && form["currency"]?.note?.message == "Francs")
    #expect(form["city"]?.error == nil)
    #expect(form.values["currency"] == "CHF" && form.values["city"] == nil)
    // A later entry stays, and other changes do not affect it.
    try await person.enter(["currency": "EUR", "city": "Zug"], into: &form)
    #expect(form.values["currency"] == "EUR" && form["currency"]?.note == nil)
    // A change can fill an input with null, which is sent as cleared.
    try await person.enter(["country": "DE"], into: &form)
    #expect(form["currency"]?.value == .null && form.values["currency"] == .null)
    try await person.enter(["city": "Bonn"], into: &form)
    let question = try #require(form["send"]?.confirmation)
    #expect(question.title == "To Bonn?" && question.cancel == "No" && question.action == nil && question.text == nil)
    guard case .progress(let progress) = try await person.client.send(try #require(form.tap("send"))) else {
      throw LibraryPerson.NotThere()
    }
    #expect(progress.submission?.status == "executed" || progress.submission?.status == "signed")
  }

  @Test("A late answer does not overwrite values entered in the meantime")
  func lateAnswerKeepsEnteredValues() async throws {
    let person = try await TestServer(serving: [Self.definition]).libraryPerson()
    var form = try await person.form("trial.effects")
    let choice = form.enter("CH", at: "country")
    let late = try await person.client.ask(try #require(choice))
    _ = form.enter("Rome", at: "city")
    _ = form.enter("EUR", at: "currency")
    form.merge(late)
    #expect(form["city"]?.value == "Rome" && form["currency"]?.value == "EUR")
    // The change was answered, so its effect is not repeated.
    let next = form.endEditing(at: "currency")
    form.merge(try await person.client.ask(try #require(next)))
    #expect(form["city"]?.value == "Rome" && form["currency"]?.value == "EUR")
  }
}
