/// A movement of money as it stands in the ledger, each column as it is stored, whatever somebody has written there.
package struct Movement: Sendable, Equatable {
  /// Its place in the ledger.
  package let id: Int64
  /// The submission that caused it; nil where none did.
  package let submission: String?
  /// The account that paid.
  package let debit: String
  /// The account that received.
  package let credit: String
  /// How much, in minor units.
  package let amount: Int64
  /// The currency's code.
  package let currency: String
  /// What it is for.
  package let purpose: String
  /// When, in microseconds since 1970.
  package let at: Int64

  /// A movement as it is stored.
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
