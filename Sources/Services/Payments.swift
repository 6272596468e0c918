package import Model
import Persistence

/// Payments from a customer's account.
package struct Payments: Sendable {
  private let ownBIC: BIC
  private let banks: Banks
  private let clock: Clock

  /// The payments of the bank with `ownBIC` to those of the directory.
  package init(ownBIC: BIC, banks: Banks, clock: @escaping Clock) {
    self.ownBIC = ownBIC
    self.banks = banks
    self.clock = clock
  }

  /// What submitting, and then signing, this order does.
  package func effect(_ order: PaymentOrder) -> Effect {
    var effect = Effect(
      holdingOn: order.payer,
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
    effect.accounts = { [ownBIC] _ in [order.payer] + (order.payeeBIC == ownBIC ? [order.payeeAccount] : []) }
    return effect
  }

  /// Throws a `PaymentRefusal` where the payment cannot be made.
  private func check(_ order: PaymentOrder, person: PersonID, _ transaction: Transaction) throws {
    let payer = try PayingAccount.find(order.payer, of: person, transaction)
    try PayingAccount.require(order.amount, on: payer)
    if order.payeeBIC != ownBIC, banks.bank(order.payeeBIC)?.status(on: banks.today) == .closed {
      throw PaymentRefusal.payeeBankClosed
    }
    guard try destination(order, transaction) != order.payer else { throw PaymentRefusal.sameAccount }
    guard order.payeeBIC == ownBIC, let payee = try AccountDAO(transaction).findCustomer(order.payeeAccount) else {
      return
    }
    guard !payee.disabled else { throw PaymentRefusal.payeeDisabled }
    guard payee.balance.currency == order.amount.currency else {
      throw PaymentRefusal.payeeCurrency(account: payee.balance.currency, payment: order.amount.currency)
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
