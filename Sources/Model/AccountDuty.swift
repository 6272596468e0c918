/// The purpose of one of the bank's own accounts.
package enum AccountDuty: String, Sendable, CaseIterable {
  /// The account for payments to and from other banks.
  case settlement
  /// The account that funds opening balances.
  case equity
}
