package import Dates
package import Model
import DataAccess
import Storage

/// A customer's account to open, with its first accesses and its opening balance.
package struct AccountOpening: Sendable {
  /// A person's access to the account.
  package struct Access: Sendable {
    let person: PersonID
    let role: AccountAccess.Role
    /// The person's name for the account.
    let caption: String
    /// The time from which the access is not valid; nil without a limit.
    let until: Instant?

    package init(person: PersonID, role: AccountAccess.Role, caption: String, until: Instant? = nil) {
      self.person = person
      self.role = role
      self.caption = caption
      self.until = until
    }
  }

  package let number: AccountNumber
  package let currency: Currency
  package let customer: CustomerID
  /// The bank's name for the product.
  package var product: String?
  /// True for an account that is closed to payments at first.
  package var disabled = false
  /// The amount that the bank's equity pays in; nil for an empty account.
  package var balance: Money?
  /// The purpose of the movement of the opening balance.
  package var purpose = "Входящий остаток"
  package var access: [Access] = []

  package init(_ number: AccountNumber, _ currency: Currency, of customer: CustomerID) {
    self.number = number
    self.currency = currency
    self.customer = customer
  }
}

extension AccountRegister {
  /// Opens customers' accounts in one transaction. Throws an `AccountError`.
  package func open(_ openings: [AccountOpening]) -> Deferred<Void> {
    .from {
      for opening in openings { try check(opening) }
      let people = Set(openings.flatMap { $0.access.map(\.person) }).sorted()
      let locks: [Lock] = people.map { .person($0) } + openings.map { .account($0.number) }
      return store.deferredWrite(locking: Locks(locks)) { transaction in
        for opening in openings { try insert(opening, transaction) }
      }
    }
  }

  private func check(_ opening: AccountOpening) throws(AccountError) {
    try checkCurrency(of: opening.number, opening.currency)
    try checkKey(of: opening.number)
    if let product = opening.product { try AccountError.check(product, upTo: 100) }
    if let balance = opening.balance {
      guard balance.minor > 0 else { throw .amountNotPositive }
      guard balance.currency == opening.currency else {
        throw .otherCurrency(account: opening.currency, amount: balance.currency)
      }
    }
  }

  private func insert(_ opening: AccountOpening, _ transaction: Transaction) throws {
    let (number, now) = (opening.number, clock())
    guard try CustomerDAO(transaction).find(opening.customer) != nil else { throw AccountError.customerUnknown }
    let table = AccountRegisterDAO(transaction)
    guard try table.find(number) == nil else { throw AccountError.taken(number) }
    try table.insert(
      number, opening.currency, of: opening.customer, product: opening.product, disabled: opening.disabled, at: now)
    try audit.record(.accountOpened, by: .system, of: .account(number), transaction)
    for access in opening.access {
      try grant(access.role, on: number, to: access.person, caption: access.caption, until: access.until, transaction)
    }
    guard let balance = opening.balance else { return }
    guard let equity = try AccountDAO(transaction).findInternal(.equity, opening.currency) else {
      throw AccountError.noInternal(duty: AccountDuty.equity.rawValue, opening.currency)
    }
    let movement = try LedgerDAO(transaction).insert(
      Transfer(debit: equity, credit: number, amount: balance, purpose: opening.purpose, submission: nil), at: now)
    try audit.recordMovement(movement, by: .system, transaction)
  }
}
