package import Model
import DataAccess

/// Transfers between accounts of the same person.
package struct OwnTransfers: Sendable {
  /// The values of a transfer.
  package struct Order: Sendable {
    /// The account to debit.
    let from: AccountNumber
    /// The account to credit.
    let to: AccountNumber
    /// The amount as decimal text, in the currency of the debited account.
    let amount: String
    let purpose: String

    package init(from: AccountNumber, to: AccountNumber, amount: String, purpose: String) {
      self.from = from
      self.to = to
      self.amount = amount
      self.purpose = purpose
    }
  }

  private let clock: Clock

  init(clock: @escaping Clock) { self.clock = clock }

  /// Returns the effect of submitting and executing this order.
  package func effect(_ order: Order) -> Effect {
    var effect = Effect(
      holdingOn: order.from,
      check: { transaction, person in try amount(order, person: person, transaction) },
      execute: { transaction, submission in
        guard let amount = submission.amount else { return .rejected(reason: PaymentRefusal.amountNotPositive.code) }
        let transfer = Transfer(
          debit: order.from, credit: order.to, amount: amount, purpose: order.purpose, submission: submission.id)
        return .moved(try LedgerDAO(transaction).insert(transfer, at: clock()))
      })
    effect.accounts = { _ in [order.from, order.to] }
    return effect
  }

  /// Returns the amount to transfer. Throws a `PaymentRefusal` if the transfer is not possible.
  private func amount(_ order: Order, person: PersonID, _ transaction: Transaction) throws -> Money {
    let payer = try PayingAccount.find(order.from, of: person, transaction)
    guard let amount = Money(order.amount, payer.currency) else { throw PaymentRefusal.amountNotPositive }
    try PayingAccount.require(amount, on: payer)
    guard order.from != order.to else { throw PaymentRefusal.sameAccount }
    guard let payee = try AccountDAO(transaction).find(order.to, person: person) else {
      throw PaymentRefusal.payeeUnknown
    }
    guard payee.isOwner else { throw PaymentRefusal.payeeNotOwned }
    guard !payee.disabled else { throw PaymentRefusal.payeeDisabled }
    guard payee.currency == amount.currency else {
      throw PaymentRefusal.payeeCurrency(account: payee.currency, payment: amount.currency)
    }
    return amount
  }
}
