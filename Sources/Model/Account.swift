/// An account as one person sees it.
package struct Account: Sendable, Equatable {
  /// The number.
  package let number: AccountNumber
  /// What the ledger makes of it, in the account's currency.
  package let balance: Money
  /// Whether the person owns it, or only has access.
  package let isOwner: Bool
  /// Whether it is closed to payments.
  package let disabled: Bool
  /// What the person calls it.
  package let caption: String

  /// An account.
  package init(number: AccountNumber, balance: Money, isOwner: Bool, disabled: Bool, caption: String) {
    self.number = number
    self.balance = balance
    self.isOwner = isOwner
    self.disabled = disabled
    self.caption = caption
  }

  /// The account's currency.
  package var currency: Currency { balance.currency }
}
