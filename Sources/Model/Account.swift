/// An account as one person sees it.
package struct Account: Sendable, Equatable {
  /// The number.
  package let number: AccountNumber
  /// What the ledger makes of it, in the account's currency.
  package let balance: Money
  /// What of it is not held for payments that are signed and not executed yet.
  package let available: Money
  /// Whether the person owns it, or only has access.
  package let isOwner: Bool
  /// Whether it is closed to payments.
  package let disabled: Bool
  /// What the person calls it.
  package let caption: String

  /// An account.
  package init(
    number: AccountNumber, balance: Money, available: Money, isOwner: Bool, disabled: Bool, caption: String
  ) {
    self.number = number
    self.balance = balance
    self.available = available
    self.isOwner = isOwner
    self.disabled = disabled
    self.caption = caption
  }

  /// The account's currency.
  package var currency: Currency { balance.currency }
}
