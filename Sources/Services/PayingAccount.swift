package import Model
import Persistence

/// The rules of an account that is to pay.
package enum PayingAccount {
  /// The person's account, where it may pay: the person owns it and it is not closed. Throws a `PaymentRefusal`.
  package static func find(_ number: AccountNumber, of person: PersonID, _ transaction: Transaction) throws -> Account {
    guard let account = try AccountDAO(transaction).find(number, person: person) else {
      throw PaymentRefusal.payerUnknown
    }
    guard account.isOwner else { throw PaymentRefusal.payerNotOwned }
    guard !account.disabled else { throw PaymentRefusal.payerDisabled }
    return account
  }

  /// Throws a `PaymentRefusal` where the account cannot pay this much: it is in another currency, or has less that is
  /// not held already.
  package static func require(_ amount: Money, on account: Account) throws {
    guard account.currency == amount.currency else {
      throw PaymentRefusal.payerCurrency(account: account.currency, payment: amount.currency)
    }
    guard amount.minor > 0 else { throw PaymentRefusal.amountNotPositive }
    guard account.available.minor >= amount.minor else {
      throw PaymentRefusal.insufficientFunds(available: account.available, needed: amount)
    }
  }
}
