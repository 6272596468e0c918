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
      check: { transaction, person in
        _ = try destination(order, person: person, transaction)
        return order.amount
      },
      execute: { transaction, submission in try execute(order, submission, transaction) })
  }

  private func execute(
    _ order: PaymentOrder, _ submission: Submission, _ transaction: Transaction
  ) throws -> ExecutionOutcome {
    let destination: AccountNumber
    do {
      destination = try self.destination(order, person: submission.person, transaction)
    } catch let refusal as PaymentRefusal {
      return .rejected(reason: refusal.code)
    }
    try LedgerDAO(transaction).insert(
      Transfer(
        debit: order.payer, credit: destination, amount: order.amount, purpose: order.purpose,
        submission: submission.id),
      at: clock())
    return .executed
  }

  /// The account in our ledger that receives the money; throws a `PaymentRefusal` where the payment cannot be made.
  private func destination(
    _ order: PaymentOrder, person: PersonID, _ transaction: Transaction
  ) throws -> AccountNumber {
    let accounts = AccountDAO(transaction)
    let currency = order.amount.currency
    guard let payer = try accounts.find(order.payer, person: person) else { throw PaymentRefusal.payerUnknown }
    guard payer.isOwner else { throw PaymentRefusal.payerNotOwned }
    guard !payer.disabled else { throw PaymentRefusal.payerDisabled }
    guard payer.currency == currency else {
      throw PaymentRefusal.payerCurrency(account: payer.currency, payment: currency)
    }
    guard order.amount.minor > 0 else { throw PaymentRefusal.amountNotPositive }
    guard payer.balance.minor >= order.amount.minor else {
      throw PaymentRefusal.insufficientFunds(available: payer.balance, needed: order.amount)
    }
    guard order.payeeBIC == ownBIC else {
      guard let settlement = try accounts.findInternal(.settlement, currency) else {
        throw PaymentRefusal.currencyNotPayable(currency)
      }
      return settlement
    }
    guard order.payeeAccount != order.payer else { throw PaymentRefusal.sameAccount }
    guard let payee = try accounts.findCustomer(order.payeeAccount) else { throw PaymentRefusal.payeeUnknown }
    guard !payee.disabled else { throw PaymentRefusal.payeeDisabled }
    guard payee.balance.currency == currency else {
      throw PaymentRefusal.payeeCurrency(account: payee.balance.currency, payment: currency)
    }
    return payee.number
  }
}
