package import Dates

/// A payment from one of a person's accounts to an account in some bank.
///
///     let order = PaymentOrder(
///       payer: payer, payeeName: "ООО Ромашка", payeeINN: nil, payeeKPP: nil, payeeAccount: account, payeeBIC: bic,
///       purpose: "Оплата по счету 12", amount: Money(minor: 100_50, .rub))
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
  /// The purpose.
  package let purpose: String
  /// The amount.
  package let amount: Money
  /// The other fields of a payment order.
  let details: PaymentDetails

  /// Creates a payment.
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

/// The fields of a payment order (form 0401060 of Regulation 762-P) besides payer, payee, amount and purpose.
package struct PaymentDetails: Sendable, Equatable {
  /// Its number (field 3).
  package var number: String?
  /// Its day (field 4).
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
  /// The order of payment if the account does not hold enough (field 21), 1 to 5.
  package var priority: Int?
  /// The code of the purpose (field 20).
  package var purposeCode: String?
  /// The unique identifier of the charge (field 22).
  package var uin: String?
  /// The reserve field (field 23).
  package var reserve: String?
  /// The fields of a payment into the budget; nil for any other payment.
  package var budget: BudgetFields?

  /// Creates empty details.
  package init() {}
}

/// The fields of a payment into the budget (101 and 104 to 110).
package struct BudgetFields: Sendable, Equatable {
  /// The payer's status (field 101), which marks a payment into the budget.
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
  /// The document's day, as the form writes it (field 109).
  let documentDate: String?
  /// The type of payment (field 110).
  let taxKind: String?

  /// Creates the fields of a payment of that status.
  package init(
    status: String, kbk: String?, oktmo: String?, reason: String?, period: String?, documentNumber: String?,
    documentDate: String?, taxKind: String?
  ) {
    (self.status, self.kbk, self.oktmo, self.reason, self.period) = (status, kbk, oktmo, reason, period)
    (self.documentNumber, self.documentDate, self.taxKind) = (documentNumber, documentDate, taxKind)
  }
}

/// A movement of money that is to be written to the ledger: a balanced pair of entries.
package struct Transfer: Sendable, Equatable {
  /// The account that pays.
  package let debit: AccountNumber
  /// The account that receives.
  package let credit: AccountNumber
  /// The amount, above zero, in the currency of the account.
  package let amount: Money
  /// The purpose.
  package let purpose: String
  /// The submission that causes it, if one does.
  package let submission: SubmissionID?

  /// Creates a movement of money.
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
