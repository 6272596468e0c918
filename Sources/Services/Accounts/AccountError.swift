import Storage
import Texts
package import Model

/// Reasons why an account is not opened or changed, or money is not posted. Nothing has changed.
package enum AccountError: Error, Equatable {
  /// The control key of the number is wrong for the bank's BIC.
  case badKey(AccountNumber, BIC)
  /// Digits 6 to 8 of the number are the code of another currency.
  case otherCurrencyCode(AccountNumber, Currency, expected: String)
  /// The digits of account numbers in this currency are unknown.
  case unknownCurrency(Currency)
  /// The account exists.
  case taken(AccountNumber)
  /// The account does not exist.
  case unknown(AccountNumber)
  /// The account is the bank's own or the core's, so this change is not possible.
  case notOfCustomer(AccountNumber)
  /// The account is closed.
  case closed(AccountNumber)
  /// The account is disabled.
  case disabled(AccountNumber)
  /// The account already is in that state.
  case unchanged(AccountNumber)
  /// The account has money or holds.
  case notEmpty(balance: Money, held: Money)
  /// The customer does not exist.
  case customerUnknown
  /// The account has a holder.
  case held(AccountNumber)
  /// The bank has an account for this duty and currency.
  case dutyTaken(AccountNumber)
  /// The bank has no own account for this duty and currency.
  case noInternal(duty: String, Currency)
  /// The person is an operator or the bank's core.
  case notForRole(Person.Role)
  /// The person has no valid access to the account.
  case noAccess
  /// The end of the access is not in the future.
  case untilPast
  /// The person's name for the account or the product is empty, too long or misleading.
  case badText
  /// The reason violates the rule of `OperatorReason`.
  case badReason
  /// The amount is not positive.
  case amountNotPositive
  /// The account has another currency.
  case otherCurrency(account: Currency, amount: Currency)
}

extension AccountError {
  /// Throws `badText` unless `text` has 1 to `limit` characters and no misleading one.
  static func check(_ text: String, upTo limit: Int) throws(AccountError) {
    guard (1...limit).contains(text.count), !text.misleads(), text.isStorable else { throw .badText }
  }

  /// Returns the text of a reason. Throws `badReason` if it is invalid.
  static func checked(reason: String) throws(AccountError) -> String {
    guard let reason = OperatorReason(reason) else { throw .badReason }
    return reason.text
  }
}
