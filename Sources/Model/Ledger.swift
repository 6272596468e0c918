package import Dates

/// A movement of money as the ledger stores it, column by column and unchecked, for verification.
package struct Movement: Sendable, Equatable {
  /// Its place in the ledger.
  package let id: Int64
  /// The submission that caused it; nil if none did.
  package let submission: String?
  /// The account that paid.
  package let debit: String
  /// The account that received.
  package let credit: String
  /// The amount in minor units.
  package let amount: Int64
  /// The currency's code.
  package let currency: String
  /// The purpose.
  let purpose: String
  /// The time in microseconds since 1970.
  package let at: Int64

  /// Creates a movement as it is stored.
  package init(
    id: Int64, submission: String?, debit: String, credit: String, amount: Int64, currency: String, purpose: String,
    at: Int64
  ) {
    (self.id, self.submission, self.debit, self.credit) = (id, submission, debit, credit)
    (self.amount, self.currency, self.purpose, self.at) = (amount, currency, purpose, at)
  }

  /// The bytes that are digested for the audit.
  package var canonical: [UInt8] {
    var bytes = CanonicalBytes(of: "valence movement 1")
    bytes.add(id)
    bytes.add(submission)
    bytes.add(debit)
    bytes.add(credit)
    bytes.add(amount)
    bytes.add(currency)
    bytes.add(purpose)
    bytes.add(at)
    return bytes.bytes
  }
}

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

  /// The way of the money, as the account sees it.
  package enum Direction: String, Sendable, CaseIterable {
    /// The account received.
    case incoming
    /// The account paid.
    case outgoing
  }

  package static let entity = Fields(
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

/// The money that an account received and paid in a period.
package struct Turnover: Sendable, Equatable {
  /// The balance before the first entry of the period.
  package let opening: Money
  /// The money received, zero or above.
  package let received: Money
  /// The money paid, zero or above.
  package let paid: Money

  /// Creates a turnover.
  package init(opening: Money, received: Money, paid: Money) {
    self.opening = opening
    self.received = received
    self.paid = paid
  }

  /// The balance after the last entry of the period.
  package var closing: Money {
    Money(minor: opening.minor + received.minor - paid.minor, opening.currency)
  }
}

/// Money of an account that is set aside from a signature until the execution or the refusal.
package struct Hold: Sendable, Equatable {
  /// The account that it is held on.
  package let account: AccountNumber
  /// The amount, above zero, in the currency of the account.
  package let amount: Money

  /// Creates a hold.
  package init(_ amount: Money, on account: AccountNumber) {
    self.account = account
    self.amount = amount
  }
}
