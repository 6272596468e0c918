/// One leg of a movement of money, as an account's statement shows it.
package struct LedgerEntry: Sendable, Equatable {
  /// The movement's place in the ledger: later ones have greater numbers.
  package let id: Int64
  /// The account it is an entry of.
  package let account: AccountNumber
  /// The account on the other side.
  package let counterpart: AccountNumber
  /// Above zero where the account received, below where it paid.
  package let amount: Money
  /// What was on the account after it.
  package let balance: Money
  /// When it was written.
  package let at: Instant
  /// The submission that caused it; nil for an opening balance.
  package let submission: SubmissionID?
  /// What it was for.
  package let purpose: String

  /// An entry.
  package init(
    id: Int64, account: AccountNumber, counterpart: AccountNumber, amount: Money, balance: Money,
    at: Instant, submission: SubmissionID?, purpose: String
  ) {
    self.id = id
    self.account = account
    self.counterpart = counterpart
    self.amount = amount
    self.balance = balance
    self.at = at
    self.submission = submission
    self.purpose = purpose
  }
}
