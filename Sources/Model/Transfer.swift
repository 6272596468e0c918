/// A movement of money that is to be written to the ledger: a balanced pair of entries.
package struct Transfer: Sendable, Equatable {
  /// The account that pays.
  package let debit: AccountNumber
  /// The account that receives.
  package let credit: AccountNumber
  /// How much, above zero.
  package let amount: Money
  /// What it is for.
  package let purpose: String
  /// The submission that causes it, if one does.
  package let submission: SubmissionID?

  /// A movement of money.
  package init(
    debit: AccountNumber, credit: AccountNumber, amount: Money, purpose: String, submission: SubmissionID?
  ) {
    self.debit = debit
    self.credit = credit
    self.amount = amount
    self.purpose = purpose
    self.submission = submission
  }
}
