/// Money of an account that is set aside from a signature until the execution or the refusal.
package struct Hold: Sendable, Equatable {
  /// The account that it is held on.
  package let account: AccountNumber
  /// How much, above zero, in the account's currency.
  package let amount: Money

  /// A hold.
  package init(_ amount: Money, on account: AccountNumber) {
    self.account = account
    self.amount = amount
  }
}
