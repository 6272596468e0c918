/// A payment from one of a person's accounts to an account in some bank.
package struct PaymentOrder: Sendable, Equatable {
  /// The account that pays.
  package let payer: AccountNumber
  /// The payee's name.
  package let payeeName: String
  /// The payee's taxpayer number.
  package let payeeINN: String?
  /// The payee's code of registration reason.
  package let payeeKPP: String?
  /// The account that receives.
  package let payeeAccount: AccountNumber
  /// The bank that keeps it.
  package let payeeBIC: BIC
  /// What it is for.
  package let purpose: String
  /// How much.
  package let amount: Money
  /// What a whole payment order says besides.
  package let details: PaymentDetails

  /// A payment.
  package init(
    payer: AccountNumber, payeeName: String, payeeINN: String?, payeeKPP: String?, payeeAccount: AccountNumber,
    payeeBIC: BIC, purpose: String, amount: Money, details: PaymentDetails = PaymentDetails()
  ) {
    self.payer = payer
    self.payeeName = payeeName
    self.payeeINN = payeeINN
    self.payeeKPP = payeeKPP
    self.payeeAccount = payeeAccount
    self.payeeBIC = payeeBIC
    self.purpose = purpose
    self.amount = amount
    self.details = details
  }
}
