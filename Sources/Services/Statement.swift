package import Model

/// A page of what happened on an account, newest first, and what the whole period came to.
package struct Statement: Sendable {
  /// The page.
  package let page: Page<LedgerEntry, Int64>
  /// What the account received and paid in the period, all pages of it; nil where no period is asked for,
  /// or the person does not see the account.
  package let turnover: Turnover?
}
