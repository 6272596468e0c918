/// An account as one person sees it.
package struct Account: Entity {
  /// What the person sees.
  package typealias Fields = (
    number: AccountNumber,
    // What the person calls it.
    caption: String,
    // What the ledger makes of it, and what of that is not held for payments that are signed and not executed yet.
    balance: Money,
    available: Money,
    // Whether the person owns it, or only has access.
    isOwner: Bool,
    // Whether it is closed to payments.
    disabled: Bool
  )
  package let fields: Fields
  package init(_ fields: Fields) { self.fields = fields }

  /// How an account is read and shown.
  package static let entity = Declaration(
    of: Self.self, "account",
    [
      .key(\.number), .computed(\.balance, \.available),
      .about(\.available, "what of it is not held for signed payments"),
    ],
    take: { $0.fields }, make: { ($0, $1, $2, $3, $4, $5) })

  /// The account's currency.
  package var currency: Currency { fields.balance.currency }
}
