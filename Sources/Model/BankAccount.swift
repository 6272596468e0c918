package import Dates

/// An account with its holder, for the bank's administration.
package struct BankAccount: Sendable, Equatable {
  package enum Kind: String, Sendable {
    /// An account of a customer in the ledger.
    case customer
    /// One of the bank's own accounts in the ledger.
    case `internal`
    /// A copy of an account that the bank's core keeps.
    case core
  }

  package let number: AccountNumber
  package let kind: Kind
  /// The balance. On PostgreSQL, the balance of the bank's own account includes new entries later.
  package let balance: Money
  /// The sum of the open holds.
  package let held: Money
  package let opened: Instant
  /// True if the account is closed to payments.
  package let disabled: Bool
  package let closed: Instant?
  /// The reason for which the account was disabled or closed.
  package let reason: String?
  package let product: String?
  /// The holder; nil for an account of the bank, and for an account without a stored holder.
  package let customer: CustomerID?

  package init(
    number: AccountNumber, kind: Kind, balance: Money, held: Money, opened: Instant, disabled: Bool, closed: Instant?,
    reason: String?, product: String?, customer: CustomerID?
  ) {
    self.number = number
    self.kind = kind
    self.balance = balance
    self.held = held
    self.opened = opened
    self.disabled = disabled
    self.closed = closed
    self.reason = reason
    (self.product, self.customer) = (product, customer)
  }

  package var currency: Currency { balance.currency }
}
