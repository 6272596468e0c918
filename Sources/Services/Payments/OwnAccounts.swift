import Dates
import Model
import DataAccess
import Storage

/// Rules for the account that receives money without a payment order: from another account of the
/// person, or from the bank.
enum OwnAccounts {
  /// Throws a `PaymentRefusal` unless the person owns the account `number`, and it can receive
  /// money in this currency.
  ///
  /// A signatory pays the holder's money by payment orders only. The person must therefore own
  /// `payer` too, and both accounts must have the same holder.
  ///
  /// - Parameter payer: The debited account; nil if the bank pays.
  static func requirePayee(
    _ number: AccountNumber, of person: PersonID, from payer: Account?, in currency: Currency, at instant: Instant,
    _ transaction: Transaction
  ) throws {
    let accounts = AccountDAO(transaction)
    if let payer {
      guard payer.role == .owner else { throw PaymentRefusal.payerNotOwned }
      guard payer.number != number else { throw PaymentRefusal.sameAccount }
    }
    guard let payee = try accounts.find(number, person: person, at: instant) else { throw PaymentRefusal.payeeUnknown }
    guard payee.role == .owner, try payer.map({ try accounts.haveSameHolder($0.number, number) }) ?? true else {
      throw PaymentRefusal.payeeNotOwned
    }
    guard !payee.disabled else { throw PaymentRefusal.payeeDisabled }
    guard payee.currency == currency else {
      throw PaymentRefusal.payeeCurrency(account: payee.currency, payment: currency)
    }
  }

  /// Returns the rejection of an execution that would credit a closed account; nil if the account
  /// can receive money.
  static func rejection(crediting number: AccountNumber, _ transaction: Transaction) throws -> ExecutionOutcome? {
    guard try AccountDAO(transaction).findCustomer(number)?.isClosed == true else { return nil }
    return .rejected(reason: PaymentRefusal.payeeDisabled.code)
  }
}
