/// An account as one person sees it.
package struct Account: Entity {
  package let number: AccountNumber
  /// The person's name for the account.
  package let caption: String
  /// The balance in the ledger.
  package let balance: Money
  /// The balance minus the holds of payments that are signed but not executed yet.
  package let available: Money
  /// True if the person may pay from the account.
  package let isOwner: Bool
  /// The rights of the person.
  package let role: AccountAccess.Role
  /// True if the account is closed to payments.
  package let disabled: Bool

  package static let entity = Fields(
    "account",
    field("number", \.number, .key),
    field("caption", \.caption),
    field("balance", \.balance, .computed),
    field("available", \.available, .computed, .about("the balance minus holds for signed payments")),
    field("isOwner", \.isOwner, .about("true if the person may pay from the account: as its owner or as a signatory")),
    field("role", \.role, .computed),
    field("disabled", \.disabled),
    make: Account.init)

  package var currency: Currency { balance.currency }
}
