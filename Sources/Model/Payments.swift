package import Dates

/// A payment from an account of a person to an account at any bank.
package struct PaymentOrder: Sendable, Equatable {
  /// The account that pays.
  package let payer: AccountNumber
  package let payeeName: String
  /// The payee's taxpayer number (INN).
  package let payeeINN: String?
  /// The payee's registration reason code (KPP).
  package let payeeKPP: String?
  /// The account that receives.
  package let payeeAccount: AccountNumber
  /// The bank of the payee's account.
  package let payeeBIC: BIC
  package let purpose: String
  package let amount: Money
  let details: PaymentDetails

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

/// The fields of a payment order (form 0401060 of Regulation 762-P) other than payer, payee, amount
/// and purpose.
package struct PaymentDetails: Sendable, Equatable {
  /// The number of the order (field 3).
  package var number: String?
  /// The day of the order (field 4).
  package var date: CivilDate?
  /// The kind of transfer (field 5).
  package var transferKind: String?
  /// The payer's name (field 8).
  package var payerName: String?
  /// The payer's taxpayer number (field 60).
  package var payerINN: String?
  /// The payer's code of registration reason (field 102).
  package var payerKPP: String?
  /// The correspondent account of the payee's bank, or the single treasury account (field 15).
  package var correspondentAccount: AccountNumber?
  /// The priority of payment if the balance is too low (field 21), 1 to 5.
  package var priority: Int?
  /// The code of the purpose (field 20).
  package var purposeCode: String?
  /// The unique identifier of the charge (field 22).
  package var uin: String?
  /// The reserve field (field 23).
  package var reserve: String?
  /// The fields of a payment to the budget; nil for any other payment.
  package var budget: BudgetFields?

  package init() {}
}

/// The fields of a payment to the budget (101 and 104 to 110).
package struct BudgetFields: Sendable, Equatable {
  /// The payer's status (field 101), which marks a payment to the budget.
  package let status: String
  /// The code of budget classification (field 104).
  let kbk: String?
  /// The municipality (field 105).
  let oktmo: String?
  /// The reason (field 106).
  package let reason: String?
  /// The tax period or the customs office (field 107).
  let period: String?
  /// The document's number (field 108).
  let documentNumber: String?
  /// The day of the document, in the format of the form (field 109).
  let documentDate: String?
  /// The type of payment (field 110).
  let taxKind: String?

  package init(
    status: String, kbk: String?, oktmo: String?, reason: String?, period: String?, documentNumber: String?,
    documentDate: String?, taxKind: String?
  ) {
    (self.status, self.kbk, self.oktmo, self.reason, self.period) = (status, kbk, oktmo, reason, period)
    (self.documentNumber, self.documentDate, self.taxKind) = (documentNumber, documentDate, taxKind)
  }
}

/// A movement of money to be written to the ledger: a balanced pair of entries.
package struct Transfer: Sendable, Equatable {
  /// The account that pays.
  package let debit: AccountNumber
  /// The account that receives.
  package let credit: AccountNumber
  /// The amount, above zero, in the currency of the account.
  package let amount: Money
  package let purpose: String
  /// The submission that causes it; nil if none does.
  package let submission: SubmissionID?
  /// The payer of incoming money; nil for other movements.
  package let other: OtherParty?

  package init(
    debit: AccountNumber, credit: AccountNumber, amount: Money, purpose: String, submission: SubmissionID?,
    other: OtherParty? = nil
  ) {
    self.other = other
    self.debit = debit
    self.credit = credit
    self.amount = amount
    self.purpose = purpose
    self.submission = submission
  }
}
