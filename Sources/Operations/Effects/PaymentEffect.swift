package import Atoms
package import JSON
import Model
package import Services

/// A payment order from one of the person's accounts.
package struct PaymentEffect: OperationEffect {
  /// `payment`.
  package static let name = "payment"
  /// The fields of a quick payment order.
  package static let shape = EffectShape([
    EffectShape.Input("from", kind: "accountPicker"), EffectShape.Input("name", kind: "textInput"),
    EffectShape.Input("inn", kind: "textInput", required: false),
    EffectShape.Input("kpp", kind: "textInput", required: false),
    EffectShape.Input("account", kind: "textInput"), EffectShape.Input("bic", kind: "textInput"),
    EffectShape.Input("purpose", kind: "textInput"),
    EffectShape.Input("amount", kind: "textInput", content: "amount", currency: "RUB"),
  ])

  private let payments: Payments

  /// Payments by that service.
  package init(payments: Payments) { self.payments = payments }

  /// The order that the values write.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect {
    guard let payer = values["from"]?.string.flatMap({ AccountNumber($0) }) else {
      throw UnreadableValues(atom: "from")
    }
    guard let name = values["name"]?.string else { throw UnreadableValues(atom: "name") }
    guard let account = values["account"]?.string.flatMap({ AccountNumber($0) }) else {
      throw UnreadableValues(atom: "account")
    }
    guard let bic = values["bic"]?.string.flatMap({ BIC($0) }) else { throw UnreadableValues(atom: "bic") }
    guard let purpose = values["purpose"]?.string else { throw UnreadableValues(atom: "purpose") }
    guard let amount = values["amount"]?.string.flatMap({ Money($0, .rub) }) else {
      throw UnreadableValues(atom: "amount")
    }
    return payments.effect(
      PaymentOrder(
        payer: payer, payeeName: name, payeeINN: values["inn"]?.string, payeeKPP: values["kpp"]?.string,
        payeeAccount: account, payeeBIC: bic, purpose: purpose, amount: amount))
  }

  /// The atom that a refusal is about, and its sentence.
  package func violation(for refusal: any Error) -> Violation? {
    guard let refusal = refusal as? PaymentRefusal else { return nil }
    let (atom, ru, en): (String, String, String) =
      switch refusal {
      case .payerUnknown: ("from", "Такого счёта у вас нет", "You have no such account")
      case .payerNotOwned: ("from", "Счёт принадлежит не вам", "The account is not yours")
      case .payerDisabled: ("from", "Счёт закрыт для платежей", "The account is closed to payments")
      case .payerCurrency: ("from", "Счёт в другой валюте", "The account is in another currency")
      case .amountNotPositive: ("amount", "Сумма должна быть больше нуля", "The amount must be above zero")
      case .insufficientFunds(let available, _):
        (
          "amount", "Недостаточно средств: на счёте \(Self.text(of: available, in: .ru))",
          "Too little money: the account holds \(Self.text(of: available, in: .en))"
        )
      case .sameAccount: ("account", "Это счёт списания", "This is the account that pays")
      case .payeeUnknown: ("account", "В нашем банке нет такого счёта", "Our bank has no such account")
      case .payeeDisabled: ("account", "Счёт получателя закрыт", "The recipient's account is closed")
      case .payeeCurrency:
        ("account", "Счёт получателя в другой валюте", "The recipient's account is in another currency")
      case .currencyNotPayable(let currency):
        ("amount", "Платежей в \(currency) мы не отправляем", "We send no payments in \(currency)")
      }
    return Violation(check: refusal.code, message: LocalizedText(ru: ru, en: en), params: params(of: refusal)).at(atom)
  }

  /// The money as people of that language read it.
  private static func text(of money: Money, in language: Language) -> String {
    Decimal(money.text).map { NumberText.text(of: $0, .currency(money.currency.rawValue), in: language) }
      ?? money.description
  }

  private func params(of refusal: PaymentRefusal) -> [(name: String, value: Value)] {
    switch refusal {
    case .insufficientFunds(let available, let needed):
      [("available", .string(available.text)), ("needed", .string(needed.text))]
    default: []
    }
  }
}
