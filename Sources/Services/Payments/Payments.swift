import Dates
package import Model
import DataAccess
import Synchronization

/// Payments from a customer's account.
package struct Payments: Sendable {
  private let ownBIC: BIC
  private let banks: Banks
  private let settlements = SettlementAccounts()
  private let clock: Clock

  /// Creates payments by the bank with `ownBIC`, to its own customers and to the banks in the
  /// directory.
  init(ownBIC: BIC, banks: Banks, clock: @escaping Clock) {
    self.ownBIC = ownBIC
    self.banks = banks
    self.clock = clock
  }

  /// Returns the effect of submitting and executing this order.
  package func effect(_ order: PaymentOrder) -> Effect {
    var effect = Effect(
      holdingOn: order.payer,
      check: { transaction, person in
        try check(order, person: person, transaction)
        return order.amount
      },
      execute: { transaction, submission in
        // The signature has already checked the payment. The ledger ensures that the account has
        // the money. The bank's core executes later. The payee's account can be closed by then.
        let payee = try destination(order, transaction)
        if payee.isClosed { return .rejected(reason: PaymentRefusal.payeeDisabled.code) }
        let transfer = Transfer(
          debit: order.payer, credit: payee.number, amount: order.amount, purpose: order.purpose,
          submission: submission.id)
        return .moved(try LedgerDAO(transaction).insert(transfer, at: clock()))
      })
    effect.accounts = { [ownBIC] _ in [order.payer] + (order.payeeBIC == ownBIC ? [order.payeeAccount] : []) }
    return effect
  }

  /// Throws a `PaymentRefusal` if the payment is not possible.
  private func check(_ order: PaymentOrder, person: PersonID, _ transaction: Transaction) throws {
    let payer = try PayingAccount.find(order.payer, of: person, at: clock(), transaction)
    try PayingAccount.require(order.amount, on: payer)
    if order.payeeBIC != ownBIC, banks.bank(order.payeeBIC)?.status(on: banks.today) == .closed {
      throw PaymentRefusal.payeeBankClosed
    }
    guard try destination(order, transaction).number != order.payer else { throw PaymentRefusal.sameAccount }
    guard order.payeeBIC == ownBIC, let payee = try AccountDAO(transaction).findCustomer(order.payeeAccount) else {
      return
    }
    guard !payee.disabled else { throw PaymentRefusal.payeeDisabled }
    guard payee.balance.currency == order.amount.currency else {
      throw PaymentRefusal.payeeCurrency(account: payee.balance.currency, payment: order.amount.currency)
    }
  }

  /// Returns the account in the ledger that receives the money, and whether it is closed
  /// permanently.
  private func destination(
    _ order: PaymentOrder, _ transaction: Transaction
  ) throws -> (number: AccountNumber, isClosed: Bool) {
    if order.payeeBIC == ownBIC {
      guard let payee = try AccountDAO(transaction).findCustomer(order.payeeAccount) else {
        throw PaymentRefusal.payeeUnknown
      }
      return (payee.number, payee.isClosed)
    }
    guard let settlement = try settlements.find(order.amount.currency, transaction) else {
      throw PaymentRefusal.currencyNotPayable(order.amount.currency)
    }
    return (settlement, false)
  }
}

/// The bank's own accounts for payments to other banks. Each is read once, because none is replaced
/// while a server runs.
private final class SettlementAccounts: Sendable {
  private let known = Mutex<[Currency: AccountNumber]>([:])

  /// Returns the account for a currency; nil if the bank has none.
  func find(_ currency: Currency, _ transaction: Transaction) throws -> AccountNumber? {
    if let account = known.withLock({ $0[currency] }) { return account }
    let account = try AccountDAO(transaction).findInternal(.settlement, currency)
    if let account { known.withLock { $0[currency] = account } }
    return account
  }
}

/// Rules for the account that pays.
enum PayingAccount {
  /// Returns the person's account. Throws a `PaymentRefusal` if the person may not pay from it, or
  /// if it is closed to payments.
  static func find(
    _ number: AccountNumber, of person: PersonID, at instant: Instant, _ transaction: Transaction
  ) throws -> Account {
    guard let account = try AccountDAO(transaction).find(number, person: person, at: instant) else {
      throw PaymentRefusal.payerUnknown
    }
    guard account.isOwner else { throw PaymentRefusal.payerNotOwned }
    guard !account.disabled else { throw PaymentRefusal.payerDisabled }
    return account
  }

  /// Throws a `PaymentRefusal` in these cases:
  ///
  /// - The account has another currency.
  /// - The amount is not positive.
  /// - The available balance, after holds, is less than the amount.
  static func require(_ amount: Money, on account: Account) throws {
    guard account.currency == amount.currency else {
      throw PaymentRefusal.payerCurrency(account: account.currency, payment: amount.currency)
    }
    guard amount.minor > 0 else { throw PaymentRefusal.amountNotPositive }
    guard account.available.minor >= amount.minor else {
      throw PaymentRefusal.insufficientFunds(available: account.available, needed: amount)
    }
  }
}

/// Reasons why a payment is not made. No money has moved.
package enum PaymentRefusal: Refusal, Equatable {
  /// The person has no account with the payer's number.
  case payerUnknown
  /// The person sees the payer's account but may not pay from it.
  case payerNotOwned
  /// The payer's account is closed to payments.
  case payerDisabled
  /// The currency of the payer's account differs from the payment's.
  case payerCurrency(account: Currency, payment: Currency)
  /// The amount is not positive.
  case amountNotPositive
  /// The available balance of the payer's account, after holds, is less than the payment.
  case insufficientFunds(available: Money, needed: Money)
  /// The payee's account is the payer's account.
  case sameAccount
  /// The payee's account does not exist at this bank. In a transfer between own accounts: the
  /// person does not see it.
  case payeeUnknown
  /// The person sees the payee's account but does not own it, or it has another holder than the
  /// payer's account.
  case payeeNotOwned
  /// The payee's account at this bank is closed to payments.
  case payeeDisabled
  /// The payee's account at this bank has another currency.
  case payeeCurrency(account: Currency, payment: Currency)
  /// The payee's bank is closed: it was liquidated, or it lost its licence or its account.
  case payeeBankClosed
  /// The bank makes no payments to other banks in this currency.
  case currencyNotPayable(Currency)

  /// The reason as a code. It is stored with a submission that is rejected for this reason.
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
