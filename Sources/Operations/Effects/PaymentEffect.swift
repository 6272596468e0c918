package import Atoms
package import JSON
import Model
package import Services

/// A payment order from one of the person's accounts.
package struct PaymentEffect: OperationEffect {
  /// `payment`.
  package static let name = "payment"
  /// The fields of a quick payment order.
  package static let shape = EffectShape([
    EffectShape.Input("from", kind: "accountPicker"), EffectShape.Input("name", kind: "textInput"),
    EffectShape.Input("inn", kind: "textInput", required: false),
    EffectShape.Input("kpp", kind: "textInput", required: false),
    EffectShape.Input("account", kind: "textInput"), EffectShape.Input("bic", kind: "textInput"),
    EffectShape.Input("purpose", kind: "textInput"),
    EffectShape.Input("amount", kind: "textInput", content: "amount", currency: "RUB"),
  ])

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
        payeeAccount: account, payeeBIC: bic, purpose: purpose, amount: amount))
  }

  /// The atom that a refusal is about, and its sentence.
  package func violation(for refusal: any Error) -> Violation? {
    (refusal as? PaymentRefusal)?.violation(payer: "from", payee: "account", amount: "amount")
  }
}
