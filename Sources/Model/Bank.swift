/// A participant of the payment system, as the BIC directory has it.
///
/// Shared, not copied: a bank is handed on for the price of one reference instead of one for each of its texts.
package final class Bank: Sendable {
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

extension Bank: Equatable {
  /// Whether the directory says the same of both.
  package static func == (left: Bank, right: Bank) -> Bool {
    left.bic == right.bic && left.name == right.name && left.correspondentAccount == right.correspondentAccount
      && left.place == right.place && left.status == right.status
  }
}
