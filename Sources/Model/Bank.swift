/// A participant of the payment system, as the BIC directory has it.
package struct Bank: Sendable, Equatable {
  /// Whether payments can go there.
  package enum Status: String, Sendable {
    /// In force, without restrictions.
    case active
    /// In force, with a restriction of the Bank of Russia.
    case restricted
    /// Being wound up, closed, or without its licence.
    case closed
  }

  /// The code.
  package let bic: BIC
  /// The name.
  package let name: String
  /// The correspondent account with the Bank of Russia, where it has one.
  package let correspondentAccount: AccountNumber?
  /// The town, with its kind: `г Москва`.
  package let place: String?
  /// Whether payments can go there.
  package let status: Status

  /// A participant.
  package init(bic: BIC, name: String, correspondentAccount: AccountNumber?, place: String?, status: Status) {
    self.bic = bic
    self.name = name
    self.correspondentAccount = correspondentAccount
    self.place = place
    self.status = status
  }
}
