import Model
package import BankSystems
package import Atoms
import Dates
import Texts
package import JSON
package import Services

/// The effect that pays a provider, by meter readings or by an amount.
package struct ProviderPaymentEffect: OwnEffect {
  package static let name = "providerPayment"
  /// The payer's account, the provider, the account number at the provider, and the amount.
  /// Readings are items of `meters`.
  package static let shape = EffectShape([
    EffectShape.Input("from", kind: "accountPicker"), EffectShape.Input("provider", kind: "enum"),
    EffectShape.Input("account", kind: "textInput"),
    EffectShape.Input("total", kind: "textInput", content: "amount", currency: "RUB"),
    EffectShape.Input("payeeAccount", kind: "textInput", required: false),
    EffectShape.Input("fields", kind: "repeat", required: false),
    EffectShape.Input("meters", kind: "repeat", required: false),
    EffectShape.Input("date", kind: "dateInput", required: false),
  ])

  private let payments: ProviderPayments
  /// The source of the messages that are common to all payments.
  private let orders: PaymentEffect

  init(payments: ProviderPayments, orders: Payments) {
    self.payments = payments
    self.orders = PaymentEffect(payments: orders)
  }

  /// Returns the payment in the values.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect {
    guard let payer = values["from"]?.string.flatMap({ AccountNumber($0) }) else {
      throw UnreadableValues(atom: "from")
    }
    guard let provider = values["provider"]?.string else { throw UnreadableValues(atom: "provider") }
    guard let account = values["account"]?.string else { throw UnreadableValues(atom: "account") }
    guard let amount = values["total"]?.string.flatMap({ Money($0, .rub) }) else {
      throw UnreadableValues(atom: "total")
    }
    let payee = values["payeeAccount"].map { $0.string.flatMap { AccountNumber($0) } }
    if case .some(nil) = payee { throw UnreadableValues(atom: "payeeAccount") }
    let day = values["date"].map { $0.string.flatMap { CivilDate($0) } }
    if case .some(nil) = day { throw UnreadableValues(atom: "date") }
    let readings = try (values["meters"]?.array ?? []).map { item throws(UnreadableValues) in try Self.reading(item) }
    if day == nil, !readings.isEmpty { throw UnreadableValues(atom: "date") }
    return payments.effect(
      ProviderPayment(
        payer: payer, provider: provider, payeeAccount: payee ?? nil, account: account,
        details: (values["fields"]?.array ?? []).compactMap(Self.detail), readings: readings, readOn: day ?? nil,
        amount: amount))
  }

  private static func reading(_ item: Value) throws(UnreadableValues) -> ProviderPayment.Reading {
    guard let meter = item["number"]?.string, let previous = quantity("previous", of: item),
      let tariff = quantity("tariff", of: item), let reading = quantity("reading", of: item)
    else { throw UnreadableValues(atom: "meters") }
    return ProviderPayment.Reading(meter: meter, previous: previous, tariff: tariff, reading: reading)
  }

  private static func quantity(_ name: String, of item: Value) -> Quantity? {
    item[name]?.string.flatMap { Quantity($0) }
  }

  private static func detail(_ item: Value) -> (caption: String, value: String)? {
    guard let caption = item["name"]?.string, let value = item["value"]?.string else { return nil }
    return (caption, value)
  }

  /// Returns the violation for a rejected payment, at the atom that caused it.
  package func violation(for refusal: any Error) -> Violation? {
    guard let refusal = refusal as? ProviderRefusal else { return orders.violation(for: refusal).map(Self.moved) }
    let (atom, ru, en): (String, String, String) =
      switch refusal {
      case .providerUnknown:
        ("provider", "Сейчас сюда платить нельзя", "Payments to this provider are not possible now")
      case .payeeChanged:
        ("provider", "Реквизиты изменились, проверьте их", "The recipient's account has changed: check it")
      case .otherKind: ("provider", "Сюда платят иначе", "This provider is paid in another way")
      case .outsideLimits(let minimum, let maximum):
        (
          "total", "От \(Self.text(of: minimum, in: .ru)) до \(Self.text(of: maximum, in: .ru))",
          "From \(Self.text(of: minimum, in: .en)) to \(Self.text(of: maximum, in: .en))"
        )
      case .meterUnknown(let number):
        ("meters", "Счётчика \(number) у вас нет", "You have no meter \(number)")
      case .readingChanged(let number):
        (
          "meters", "По счётчику \(number) уже есть другое показание, начните заново",
          "Meter \(number) already has another reading, start again"
        )
      case .tariffChanged(let number):
        (
          "meters", "Тариф счётчика \(number) изменился, начните заново",
          "The tariff of meter \(number) has changed, start again"
        )
      case .readingBackwards(let number):
        (
          "meters", "Показание счётчика \(number) меньше или раньше предыдущего",
          "The reading of meter \(number) is lower or earlier than the last one"
        )
      case .otherSum: ("total", "Сумма не сходится с показаниями", "The amount does not match the readings")
      }
    return Violation(check: refusal.code, message: LocalizedText(ru: ru, en: en)).at(atom)
  }

  /// Moves the violation of a payment order to the corresponding atom of this effect.
  private static func moved(_ violation: Violation) -> Violation {
    switch violation.atom {
    case "amount": violation.at("total")
    case "account": violation.at("provider")
    default: violation
    }
  }

  /// Returns the money as text in a language.
  private static func text(of money: Money, in language: Language) -> String {
    Decimal(money.text).map { NumberText.text(of: $0, .currency(money.currency.rawValue), in: language) }
      ?? money.description
  }
}
