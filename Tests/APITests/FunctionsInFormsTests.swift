import Dates
import JSON
import Services
import TestBank
import Testing

struct FunctionsInFormsTests {
  private static let order = """
    operation: trial.order
    title: {ru: Поручение, en: Order}
    effect: document
    atoms:
      - {dateInput: day, caption: {ru: День, en: Day}}
      - {dateInput: next, caption: {ru: Рабочий, en: Worked}, optional: true, value: "addBusinessDays($day, 0)"}
      - {text: off, caption: {ru: Выходной, en: A day off}, showIf: "NOT isBusinessDay($day)"}
      - {textInput: last, caption: {ru: Фамилия, en: Last name}, optional: true}
      - {textInput: first, caption: {ru: Имя, en: First name}, optional: true}
      - textInput: short
        caption: {ru: Кратко, en: In short}
        optional: true
        value: "join({trim($last), concat(substring($first, 0, 1), '.')}, ' ')"
      - {textInput: long, caption: {ru: Много, en: Long}, optional: true, value: "concat($last, $last)"}
      - textInput: payment
        caption: {ru: Платёж, en: Payment}
        type: amount
        currency: RUB
        optional: true
        value: "round(annuity(1000000, 12, 24), 2)"
      - {textInput: iban, caption: {ru: Счёт, en: Account}, optional: true, check: isIban}
      - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
    """

  private static func atoms(_ person: Visitor, _ values: Value) throws -> Value {
    let answer = try person.post("/operations/trial.order/evaluate", ["values": values, "commit": true])
    #expect(answer.status == 200)
    return answer["atoms"] ?? nil
  }

  @Test("Forms compute texts, annuity payments and IBAN check digits") func computesTextsAndPayments() throws {
    let person = try TestServer(serving: [Self.order]).person()
    let atoms = try Self.atoms(
      person, ["day": "2026-11-20", "last": " Смирнова ", "first": "Анна", "iban": "DE88370400440532013000"])
    #expect(atoms["short"]?["value"] == "Смирнова А.")
    #expect(atoms["payment"]?["value"] == "47073.47")
    #expect(atoms["iban"]?["error"]?["params"]?["expected"] == "89")
    // Without a first name `concat` returns nil, which `join` omits.
    #expect(try Self.atoms(person, ["day": "2026-11-20", "last": "Смирнова"])["short"]?["value"] == "Смирнова")
  }

  @Test("A computed text over the length limit is null") func overlongTextIsNull() throws {
    let person = try TestServer(serving: [Self.order]).person()
    let values: Value = ["day": "2026-11-20", "last": .string(String(repeating: "я", count: 6000))]
    #expect(try Self.atoms(person, values)["long"]?["value"] == .null)
  }

  @Test("Business days in forms follow the server's calendar and its changes") func usesServerCalendar() throws {
    let days = BusinessDays(BusinessCalendar(holidays: Set([CivilDate("2026-11-20")].compactMap(\.self))))
    let person = try TestServer(
      { $0.execution = Execution(core: .ledger, days: days) }, serving: [Self.order]
    ).person()
    let friday = try Self.atoms(person, ["day": "2026-11-20"])
    #expect(friday["next"]?["value"] == "2026-11-23")
    #expect(friday["off"]?["shown"] == true)
    // The calendar is replaced while the server runs, as a reload of its file does.
    days.use(BusinessCalendar(workdays: Set([CivilDate("2026-11-21")].compactMap(\.self))))
    let worked = try Self.atoms(person, ["day": "2026-11-20"])
    #expect(worked["next"]?["value"] == "2026-11-20")
    #expect(worked["off"]?["shown"] == false)
    #expect(try Self.atoms(person, ["day": "2026-11-21"])["next"]?["value"] == "2026-11-21")
  }
}
