import Authoring
import BankSystems
import Atoms
import Dates
import JSON
import Operations
import Services

/// The initial file of a playground.
enum PlaygroundExample {
  /// A small operation that uses most features of the language.
  static let text = """
    operation: my.transfer
    title: {ru: Перевод, en: Transfer}
    effect: document
    atoms:
      - {accountPicker: from, caption: {ru: Списать со счёта, en: From}, filter: "currency == 'RUB' AND disabled == NO"}
      - {segmented: kind, caption: {ru: Кому, en: To whom}, options: {1: {ru: Человеку, en: A person}, 2: {ru: Компании, en: A company}}, default: 1}
      - {textInput: phone, caption: {ru: Телефон, en: Telephone}, type: phone, showIf: "$kind == 1"}
      - group: company
        caption: {ru: Компания, en: Company}
        showIf: "$kind == 2"
        atoms:
          - {textInput: inn, caption: {ru: ИНН, en: INN}, type: digits, check: isInn}
          - {textInput: bic, caption: {ru: БИК, en: BIC}, type: digits, length: 9, lookup: bank}
          - {text: bankName, caption: {ru: Введите БИК, en: Enter the BIC}, captionFrom: bank.name}
      - {textInput: amount, caption: {ru: Сумма, en: Amount}, type: amount, currency: RUB, min: 1, max: 100000}
      - {textInput: fee, caption: {ru: Комиссия, en: Fee}, type: amount, currency: RUB, value: "round($amount * 0.01, 2)"}
      - {text: total, caption: {ru: "Всего спишется {$amount + $fee} ₽", en: "In all {$amount + $fee} ₽"}, showIf: "$amount != nil"}
      - {button: send, caption: {ru: Перевести, en: Send}, action: submit}

    """
}

/// The environment of evaluations in the playground.
///
/// It has the facts of an invented person, in-memory lookups, recorded answers of the bank's
/// systems and the current date.
struct PlaygroundSurroundings: Environment {
  let forms: OperationForms

  func fact(_ name: String) -> Value { InventedPerson.fact(name) }

  func answer(of lookup: String, for key: Value) -> LookupAnswer {
    if lookup == "provider", let answer = InventedPerson.provider(key) { return answer }
    return (try? Lookups.answer(of: lookup, for: key, forms.services)) ?? .unavailable
  }

  func answer(to query: any SystemQuery, _ arguments: [Value], _ terms: LookupTerms) -> LookupAnswer {
    RecordedAnswers(forms.catalog.recordings).answer(to: query, arguments, user: fact("user"), terms)
  }

  var today: String { forms.clock.day.day(at: forms.clock.now) }
  var calendar: BusinessCalendar { forms.services.configuration.execution.days.calendar }

  func shows(_ minutes: Int, on day: CivilDate) -> Bool { forms.clock.day.shows(minutes, on: day) }
}
