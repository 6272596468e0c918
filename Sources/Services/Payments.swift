package import Model
import Persistence

/// Payments from a customer's account.
package struct Payments: Sendable {
  private let ownBIC: BIC
  private let clock: Clock

  /// The payments of the bank with `ownBIC`.
  package init(ownBIC: BIC, clock: @escaping Clock) {
    self.ownBIC = ownBIC
    self.clock = clock
  }

  /// What submitting, and then signing, this order does.
  package func effect(_ order: PaymentOrder) -> Effect {
    Effect(
      hold: Hold(order.amount, on: order.payer),
      check: { transaction, person in
        try check(order, person: person, transaction)
        return order.amount
      },
      execute: { transaction, submission in
        // Whether it may be done was checked with the signature; that the money is there the ledger holds itself.
        try LedgerDAO(transaction).insert(
          Transfer(
            debit: order.payer, credit: try destination(order, transaction), amount: order.amount,
            purpose: order.purpose, submission: submission.id),
          at: clock())
        return .executed
      })
  }

  /// Throws a `PaymentRefusal` where the payment cannot be made.
  private func check(_ order: PaymentOrder, person: PersonID, _ transaction: Transaction) throws {
    let accounts = AccountDAO(transaction)
    let currency = order.amount.currency
    guard let payer = try accounts.find(order.payer, person: person) else { throw PaymentRefusal.payerUnknown }
    guard payer.isOwner else { throw PaymentRefusal.payerNotOwned }
    guard !payer.disabled else { throw PaymentRefusal.payerDisabled }
    guard payer.currency == currency else {
      throw PaymentRefusal.payerCurrency(account: payer.currency, payment: currency)
    }
    guard order.amount.minor > 0 else { throw PaymentRefusal.amountNotPositive }
    guard payer.available.minor >= order.amount.minor else {
      throw PaymentRefusal.insufficientFunds(available: payer.available, needed: order.amount)
    }
    guard try destination(order, transaction) != order.payer else { throw PaymentRefusal.sameAccount }
    guard order.payeeBIC == ownBIC, let payee = try accounts.findCustomer(order.payeeAccount) else { return }
    guard !payee.disabled else { throw PaymentRefusal.payeeDisabled }
    guard payee.balance.currency == currency else {
      throw PaymentRefusal.payeeCurrency(account: payee.balance.currency, payment: currency)
    }
  }

  /// The account in our ledger that receives the money.
  private func destination(_ order: PaymentOrder, _ transaction: Transaction) throws -> AccountNumber {
    let accounts = AccountDAO(transaction)
    if order.payeeBIC == ownBIC {
      guard let payee = try accounts.findCustomer(order.payeeAccount) else { throw PaymentRefusal.payeeUnknown }
      return payee.number
    }
    guard let settlement = try accounts.findInternal(.settlement, order.amount.currency) else {
      throw PaymentRefusal.currencyNotPayable(order.amount.currency)
    }
    return settlement
  }
}
