/// One leg of a movement of money, as an account's statement shows it.
package struct LedgerEntry: Entity {
  /// What the statement shows.
  package typealias Fields = (
    // The movement's place in the ledger: later ones have greater numbers.
    id: Int64,
    // Above zero where the account received, below where it paid; and what was on the account then.
    amount: Money,
    balance: Money,
    // The account on the other side.
    counterpart: AccountNumber,
    at: Instant,
    purpose: String,
    // The submission that caused it; nil for an opening balance.
    submission: SubmissionID?,
    // The account it is an entry of.
    account: AccountNumber
  )
  package let fields: Fields
  package init(_ fields: Fields) { self.fields = fields }

  /// How an entry is read and shown.
  package static let entity = Declaration(
    of: Self.self, "entry",
    [
      .key(\.id), .computed(\.balance), .inner(\.account), .member(\.id, as: .text),
      .about(\.amount, "an exact decimal, below zero for what went out"),
      .about(\.balance, "what was on the account after it"), .about(\.counterpart, "the other account"),
    ],
    take: { $0.fields }, make: { ($0, $1, $2, $3, $4, $5, $6, $7) })
}
