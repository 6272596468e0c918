package import Atoms
package import JSON
import Model
package import Services

/// A payment order from one of the person's accounts.
package struct PaymentEffect: OperationEffect {
  /// `payment`.
  package static let name = "payment"
  /// The fields of a payment order: those of a quick one, and what a whole one may say besides.
  package static let shape = EffectShape(needed + further)

  private static let needed = [
    EffectShape.Input("from", kind: "accountPicker"), EffectShape.Input("name", kind: "textInput"),
    EffectShape.Input("inn", kind: "textInput", required: false),
    EffectShape.Input("kpp", kind: "textInput", required: false),
    EffectShape.Input("account", kind: "textInput"), EffectShape.Input("bic", kind: "textInput"),
    EffectShape.Input("purpose", kind: "textInput"),
    EffectShape.Input("amount", kind: "textInput", content: "amount", currency: "RUB"),
  ]

  private static let further =
    [
      EffectShape.Input("date", kind: "dateInput", required: false),
      EffectShape.Input("status", kind: "enum", required: false),
      EffectShape.Input("reason", kind: "enum", required: false),
      EffectShape.Input("priority", kind: "enum", required: false),
    ]
    + [
      "number", "transferKind", "payerName", "payerInn", "payerKpp", "correspondentAccount", "purposeCode", "uin",
      "reserve", "kbk", "oktmo", "period", "documentNumber", "documentDate", "taxKind",
    ].map { EffectShape.Input($0, kind: "textInput", required: false) }

  private let payments: Payments

  /// Payments by that service.
  package init(payments: Payments) { self.payments = payments }

  /// The order that the values write.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect {
    guard let payer = values["from"]?.string.flatMap({ AccountNumber($0) }) else {
      throw UnreadableValues(atom: "from")
    }
    guard let name = values["name"]?.string else { throw UnreadableValues(atom: "name") }
    guard let account = values["account"]?.string.flatMap({ AccountNumber($0) }) else {
      throw UnreadableValues(atom: "account")
    }
    guard let bic = values["bic"]?.string.flatMap({ BIC($0) }) else { throw UnreadableValues(atom: "bic") }
    guard let purpose = values["purpose"]?.string else { throw UnreadableValues(atom: "purpose") }
    guard let amount = values["amount"]?.string.flatMap({ Money($0, .rub) }) else {
      throw UnreadableValues(atom: "amount")
    }
    return payments.effect(
      PaymentOrder(
        payer: payer, payeeName: name, payeeINN: values["inn"]?.string, payeeKPP: values["kpp"]?.string,
        payeeAccount: account, payeeBIC: bic, purpose: purpose, amount: amount,
        details: try Self.details(values)))
  }

  /// What the values say besides; a value that is there must be one.
  private static func details(_ values: Object) throws(UnreadableValues) -> PaymentDetails {
    func text(_ atom: String) -> String? { values[atom]?.string }
    var details = PaymentDetails()
    if let date = text("date") {
      guard let day = CivilDate(date) else { throw UnreadableValues(atom: "date") }
      details.date = day
    }
    if let number = text("correspondentAccount") {
      guard let account = AccountNumber(number) else { throw UnreadableValues(atom: "correspondentAccount") }
      details.correspondentAccount = account
    }
    if let priority = values["priority"] {
      guard let number = priority.integer.flatMap({ Int(exactly: $0) }), (0...5).contains(number) else {
        throw UnreadableValues(atom: "priority")
      }
      details.priority = number
    }
    (details.number, details.transferKind) = (text("number"), text("transferKind"))
    (details.payerName, details.payerINN, details.payerKPP) = (text("payerName"), text("payerInn"), text("payerKpp"))
    (details.purposeCode, details.uin, details.reserve) = (text("purposeCode"), text("uin"), text("reserve"))
    details.budget = text("status").map { status in
      BudgetFields(
        status: status, kbk: text("kbk"), oktmo: text("oktmo"), reason: text("reason"), period: text("period"),
        documentNumber: text("documentNumber"), documentDate: text("documentDate"), taxKind: text("taxKind"))
    }
    return details
  }

  /// The atom that a refusal is about, and its sentence.
  package func violation(for refusal: any Error) -> Violation? {
    (refusal as? PaymentRefusal)?.violation(payer: "from", payee: "account", amount: "amount", bank: "bic")
  }
}
