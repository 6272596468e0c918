package import Model
import DataAccess
import RussianPayments
import Storage

/// The accounts of customers and of the bank: opening, closing and their state.
///
/// Each write is audited. A rejected write changes nothing.
package struct AccountRegister: Sendable {
  let store: any Store
  let audit: Audit
  let clock: Clock
  private let ownBIC: BIC

  init(store: any Store, ownBIC: BIC, audit: Audit, clock: @escaping Clock) {
    self.store = store
    self.ownBIC = ownBIC
    self.audit = audit
    self.clock = clock
  }

  /// Returns the account; nil if it does not exist.
  package func find(_ number: AccountNumber) throws -> BankAccount? {
    try store.read { try AccountRegisterDAO($0).find(number) }
  }

  /// Returns a page of the accounts in the order of their numbers, after the number `after`.
  package func all(after: String? = nil, limit: Int) throws -> Page<BankAccount, AccountNumber> {
    let found = try store.read { try AccountRegisterDAO($0).all(after: after ?? "", limit: limit + 1) }
    return Page(found, limit: limit) { $0.number }
  }

  /// Returns a page of the customer's accounts in the order of their numbers, after the number
  /// `after`.
  package func all(
    of customer: CustomerID, after: String? = nil, limit: Int
  ) throws -> Page<BankAccount, AccountNumber> {
    let found = try store.read { try AccountRegisterDAO($0).all(of: customer, after: after ?? "", limit: limit + 1) }
    return Page(found, limit: limit) { $0.number }
  }

  /// Returns the bank's own account for a duty; nil if it does not exist.
  package func find(_ duty: AccountDuty, _ currency: Currency) throws -> AccountNumber? {
    try store.read { try AccountDAO($0).findInternal(duty, currency) }
  }

  /// Opens one of the bank's own accounts. Throws an `AccountError`.
  ///
  /// The control key of a correspondent account (301..) is not verified, because another bank
  /// assigns its number.
  package func open(_ number: AccountNumber, for duty: AccountDuty, _ currency: Currency) -> Deferred<Void> {
    .from {
      try checkCurrency(of: number, currency)
      if !number.rawValue.hasPrefix("301") { try checkKey(of: number) }
      return store.deferredWrite(locking: [.account(number)]) { [clock, audit] transaction in
        let accounts = AccountDAO(transaction)
        if let other = try accounts.findInternal(duty, currency) { throw AccountError.dutyTaken(other) }
        guard try AccountRegisterDAO(transaction).find(number) == nil else { throw AccountError.taken(number) }
        try accounts.insertInternal(number, duty, currency, at: clock())
        try audit.record(.accountOpened, by: .system, of: .account(number), transaction)
      }
    }
  }

  /// Stores the holder of an account that an earlier release opened without one. Throws an
  /// `AccountError`.
  package func assign(_ number: AccountNumber, to customer: CustomerID) -> Deferred<Void> {
    store.deferredWrite(locking: [.account(number)]) { [audit] transaction in
      let account = try openAccount(number, transaction)
      guard try CustomerDAO(transaction).find(customer) != nil else { throw AccountError.customerUnknown }
      guard account.customer == nil, try AccountRegisterDAO(transaction).setCustomer(number, customer) else {
        throw AccountError.held(number)
      }
      try audit.record(.accountAssigned, by: .system, of: .account(number), transaction)
    }
  }

  /// Closes an account to payments, or opens it again. Throws an `AccountError`.
  package func setDisabled(_ disabled: Bool, _ number: AccountNumber, reason: String? = nil) -> Deferred<Void> {
    .from {
      let reason = try reason.map(AccountError.checked(reason:))
      return store.deferredWrite(locking: [.account(number)]) { [audit] transaction in
        let account = try openAccount(number, transaction)
        guard account.disabled != disabled else { throw AccountError.unchanged(number) }
        try AccountRegisterDAO(transaction).setDisabled(number, disabled, reason: reason)
        try audit.record(
          disabled ? .accountDisabled : .accountEnabled, by: .system, of: .account(number), transaction)
      }
    }
  }

  /// Closes an account permanently. Throws an `AccountError`, in particular if the account has
  /// money or holds.
  package func close(_ number: AccountNumber, reason: String? = nil) -> Deferred<Void> {
    .from {
      let reason = try reason.map(AccountError.checked(reason:))
      return store.deferredWrite(locking: [.account(number)]) { [clock, audit] transaction in
        let account = try openAccount(number, transaction)
        guard account.balance.minor == 0, account.held.minor == 0 else {
          throw AccountError.notEmpty(balance: account.balance, held: account.held)
        }
        try AccountRegisterDAO(transaction).close(number, reason: reason, at: clock())
        try audit.record(.accountClosed, by: .system, of: .account(number), transaction)
      }
    }
  }

  /// Returns the customer's account. Throws an `AccountError` if it is another account or closed.
  func openAccount(_ number: AccountNumber, _ transaction: Transaction) throws -> BankAccount {
    guard let account = try AccountRegisterDAO(transaction).find(number) else { throw AccountError.unknown(number) }
    guard account.kind == .customer else { throw AccountError.notOfCustomer(number) }
    guard account.closed == nil else { throw AccountError.closed(number) }
    return account
  }

  func checkKey(of number: AccountNumber) throws(AccountError) {
    guard AccountRule.verify(number.rawValue, bic: ownBIC.rawValue) == nil else { throw .badKey(number, ownBIC) }
  }

  func checkCurrency(of number: AccountNumber, _ currency: Currency) throws(AccountError) {
    guard let digits = currency.accountDigits else { throw .unknownCurrency(currency) }
    guard number.rawValue.dropFirst(5).prefix(3) == digits else {
      throw .otherCurrencyCode(number, currency, expected: digits)
    }
  }
}
