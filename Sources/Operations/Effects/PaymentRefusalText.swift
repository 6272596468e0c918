package import Atoms
import JSON
import Model
package import Services

extension PaymentRefusal {
  /// What a refused payment is to the person, at the atoms that name the payer's account, the payee's, the amount and, where
  /// there is one, the payee's bank.
  package func violation(payer: String, payee: String, amount: String, bank: String? = nil) -> Violation {
    let (atom, ru, en): (String, String, String) =
      switch self {
      case .payerUnknown: (payer, "Такого счёта у вас нет", "You have no such account")
      case .payerNotOwned: (payer, "Счёт принадлежит не вам", "The account is not yours")
      case .payerDisabled: (payer, "Счёт закрыт для платежей", "The account is closed to payments")
      case .payerCurrency: (payer, "Счёт в другой валюте", "The account is in another currency")
      case .amountNotPositive: (amount, "Сумма должна быть больше нуля", "The amount must be above zero")
      case .insufficientFunds(let available, _):
        (
          amount, "Недостаточно средств: доступно \(available.text(in: .ru))",
          "Too little money: \(available.text(in: .en)) is available"
        )
      case .sameAccount: (payee, "Это счёт списания", "This is the account that pays")
      case .payeeUnknown: (payee, "В нашем банке нет такого счёта", "Our bank has no such account")
      case .payeeNotOwned: (payee, "Счёт принадлежит не вам", "The account is not yours")
      case .payeeDisabled: (payee, "Счёт получателя закрыт", "The recipient's account is closed")
      case .payeeCurrency:
        (payee, "Счёт получателя в другой валюте", "The recipient's account is in another currency")
      case .payeeBankClosed:
        (bank ?? payee, "Банк получателя закрыт", "The recipient's bank is closed")
      case .currencyNotPayable(let currency):
        (amount, "Платежей в \(currency) мы не отправляем", "We send no payments in \(currency)")
      }
    return Violation(check: code, message: LocalizedText(ru: ru, en: en), params: params).at(atom)
  }

  private var params: [(name: String, value: Value)] {
    switch self {
    case .insufficientFunds(let available, let needed):
      [("available", .string(available.text)), ("needed", .string(needed.text))]
    default: []
    }
  }
}

extension Money {
  /// The money as people of that language read it.
  func text(in language: Language) -> String {
    Decimal(text).map { NumberText.text(of: $0, .currency(currency.rawValue), in: language) } ?? description
  }
}
