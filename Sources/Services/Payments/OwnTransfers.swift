package import Model
import DataAccess

/// Transfers between accounts that the person owns and that have the same holder.
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
        if let rejection = try OwnAccounts.rejection(crediting: order.to, transaction) { return rejection }
        let transfer = Transfer(
          debit: order.from, credit: order.to, amount: amount, purpose: order.purpose, submission: submission.id)
        return .moved(try LedgerDAO(transaction).insert(transfer, at: clock()))
      })
    effect.accounts = { _ in [order.from, order.to] }
    return effect
  }

  /// Returns the amount to transfer. Throws a `PaymentRefusal` if the transfer is not possible.
  private func amount(_ order: Order, person: PersonID, _ transaction: Transaction) throws -> Money {
    let payer = try PayingAccount.find(order.from, of: person, at: clock(), transaction)
    guard let amount = Money(order.amount, payer.currency) else { throw PaymentRefusal.amountNotPositive }
    try PayingAccount.require(amount, on: payer)
    try OwnAccounts.requirePayee(
      order.to, of: person, from: payer, in: amount.currency, at: clock(), transaction)
    return amount
  }
}
