package import Dates

/// A movement of money as stored in the ledger, column by column and unchecked, for verification.
package struct Movement: Sendable, Equatable {
  /// The position in the ledger.
  package let id: Int64
  /// The submission that caused it; nil if none did.
  package let submission: String?
  /// The account that paid.
  package let debit: String
  /// The account that received.
  package let credit: String
  /// The amount in minor units.
  package let amount: Int64
  /// The code of the currency.
  package let currency: String
  let purpose: String
  /// The time in microseconds since 1970.
  package let at: Int64

  package init(
    id: Int64, submission: String?, debit: String, credit: String, amount: Int64, currency: String, purpose: String,
    at: Int64
  ) {
    (self.id, self.submission, self.debit, self.credit) = (id, submission, debit, credit)
    (self.amount, self.currency, self.purpose, self.at) = (amount, currency, purpose, at)
  }

  /// The canonical bytes for the digest in the audit.
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

/// A movement of money in the statement of one of its two accounts.
package struct LedgerEntry: Entity {
  /// The position of the movement in the ledger. Later movements have greater numbers.
  package let id: Int64
  /// The amount: above zero if the account received, below zero if it paid.
  package let amount: Money
  /// The balance of the account after the movement.
  package var balance: Money
  package let counterpart: AccountNumber
  package let at: Instant
  package let purpose: String
  /// The submission that caused it; nil for an opening balance and for incoming money.
  package let submission: SubmissionID?
  /// The account of the statement.
  package let account: AccountNumber
  /// The payer of incoming money; nil for other movements.
  package let other: OtherParty?

  /// The direction of the money from the account's point of view.
  package enum Direction: String, Sendable, CaseIterable {
    case incoming
    case outgoing
  }

  package static let entity = Fields(
    "entry",
    field("id", \.id, .key, .form(.text)),
    field("amount", \.amount, .about("an exact decimal, negative for an outgoing amount")),
    field("balance", \.balance, .computed, .about("the balance of the account after the movement")),
    field("counterpart", \.counterpart, .about("the other account")),
    field("at", \.at),
    field("purpose", \.purpose),
    field("submission", \.submission),
    field("account", \.account, .inner),
    field("other", \.other, .about("the payer of incoming money from another bank")),
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

/// Money on an account that is reserved from the signature until the execution or the rejection.
package struct Hold: Sendable, Equatable {
  /// The account with the reserved money.
  package let account: AccountNumber
  /// The amount, above zero, in the currency of the account.
  package let amount: Money

  package init(_ amount: Money, on account: AccountNumber) {
    self.account = account
    self.amount = amount
  }
}
