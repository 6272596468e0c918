package import Model

/// Why a payment is not made; nothing moved.
package enum PaymentRefusal: Refusal, Equatable {
  /// The person has no account with the payer's number.
  case payerUnknown
  /// The person sees the payer's account but does not own it.
  case payerNotOwned
  /// The payer's account is closed to payments.
  case payerDisabled
  /// The payer's account is in another currency than the payment.
  case payerCurrency(account: Currency, payment: Currency)
  /// The amount is not above zero.
  case amountNotPositive
  /// There is less on the payer's account, holds taken off, than is to be paid.
  case insufficientFunds(available: Money, needed: Money)
  /// The payee's account is the payer's.
  case sameAccount
  /// The payee's bank is this one, which has no such account.
  case payeeUnknown
  /// The person sees the payee's account but does not own it.
  case payeeNotOwned
  /// The payee's account, here, is closed to payments.
  case payeeDisabled
  /// The payee's account, here, is in another currency.
  case payeeCurrency(account: Currency, payment: Currency)
  /// The payee's bank is closed: it is wound up, has lost its licence or its account.
  case payeeBankClosed
  /// The bank makes no payments to other banks in this currency.
  case currencyNotPayable(Currency)

  /// The reason as a code, stored with a submission that it ended.
  package var code: String {
    switch self {
    case .payerUnknown: "payer-unknown"
    case .payerNotOwned: "payer-not-owned"
    case .payerDisabled: "payer-disabled"
    case .payerCurrency: "payer-currency"
    case .amountNotPositive: "amount-not-positive"
    case .insufficientFunds: "insufficient-funds"
    case .sameAccount: "same-account"
    case .payeeUnknown: "payee-unknown"
    case .payeeNotOwned: "payee-not-owned"
    case .payeeDisabled: "payee-disabled"
    case .payeeCurrency: "payee-currency"
    case .payeeBankClosed: "payee-bank-closed"
    case .currencyNotPayable: "currency-not-payable"
    }
  }
}
