/// A movement of money as the statement of one of its two accounts shows it.
package struct LedgerEntry: Entity {
  /// The place of the movement in the ledger: later ones have greater numbers.
  package let id: Int64
  /// The amount: above zero if the account received, below zero if it paid.
  package let amount: Money
  /// The balance of the account after the movement.
  package var balance: Money
  /// The other account.
  package let counterpart: AccountNumber
  /// The time of the movement.
  package let at: Instant
  /// The purpose.
  package let purpose: String
  /// The submission that caused it; nil for an opening balance.
  package let submission: SubmissionID?
  /// The account whose statement has the entry.
  package let account: AccountNumber

  package static let entity = Declaration(
    "entry",
    field("id", \.id, .key, .form(.text)),
    field("amount", \.amount, .about("an exact decimal, below zero for what went out")),
    field("balance", \.balance, .computed, .about("what was on the account after it")),
    field("counterpart", \.counterpart, .about("the other account")),
    field("at", \.at),
    field("purpose", \.purpose),
    field("submission", \.submission),
    field("account", \.account, .inner),
    make: LedgerEntry.init)
}
