/// Money that another bank or the bank's cash desk has paid to a customer's account.
package struct IncomingMoney: Sendable, Equatable {
  /// The id in the system that reports it. Each id moves money once.
  package let id: String
  package let account: AccountNumber
  package let amount: Money
  package let payer: OtherParty
  package let purpose: String

  package init(id: String, account: AccountNumber, amount: Money, payer: OtherParty, purpose: String) {
    self.id = id
    self.account = account
    self.amount = amount
    (self.payer, self.purpose) = (payer, purpose)
  }

  /// The canonical bytes for the digest in the audit.
  package var canonical: [UInt8] {
    var bytes = CanonicalBytes(of: "valence incoming money 1")
    bytes.add(id)
    bytes.add(account.rawValue)
    bytes.add(amount.minor)
    bytes.add(amount.currency.rawValue)
    bytes.add(payer.name)
    bytes.add(payer.account)
    bytes.add(payer.bic?.rawValue)
    bytes.add(purpose)
    return bytes.bytes
  }
}

/// The other party of a movement of money, outside of this bank.
package struct OtherParty: Sendable, Equatable {
  package let name: String
  /// The account at the other bank, at most 34 characters; nil if it is unknown.
  package let account: String?
  package let bic: BIC?

  package init(name: String, account: String? = nil, bic: BIC? = nil) {
    self.name = name
    self.account = account
    self.bic = bic
  }
}
