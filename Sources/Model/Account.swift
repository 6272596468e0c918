/// An account as one person sees it.
package struct Account: Entity {
  /// The number.
  package let number: AccountNumber
  /// The person's name for it.
  package let caption: String
  /// The balance by the ledger.
  package let balance: Money
  /// The balance without the holds of payments that are signed and not executed yet.
  package let available: Money
  /// True if the person owns it; false if the person has access only.
  package let isOwner: Bool
  /// True if it is closed to payments.
  package let disabled: Bool

  package static let entity = Fields(
    "account",
    field("number", \.number, .key),
    field("caption", \.caption),
    field("balance", \.balance, .computed),
    field("available", \.available, .computed, .about("what of it is not held for signed payments")),
    field("isOwner", \.isOwner),
    field("disabled", \.disabled),
    make: Account.init)

  /// The account's currency.
  package var currency: Currency { balance.currency }
}
