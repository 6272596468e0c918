package import Atoms
package import JSON
import Model
package import Services

/// A transfer between two of the person's own accounts.
package struct TransferEffect: OperationEffect {
  /// `transfer`.
  package static let name = "transfer"
  /// Two accounts and an amount in whichever currency they have.
  package static let shape = EffectShape([
    EffectShape.Input("from", kind: "accountPicker"), EffectShape.Input("to", kind: "accountPicker"),
    EffectShape.Input("amount", kind: "textInput", content: "amount"),
    EffectShape.Input("purpose", kind: "textInput", required: false),
  ])

  private let transfers: OwnTransfers

  /// Transfers by that service.
  package init(transfers: OwnTransfers) { self.transfers = transfers }

  /// The transfer that the values write.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect {
    guard let from = values["from"]?.string.flatMap({ AccountNumber($0) }) else { throw UnreadableValues(atom: "from") }
    guard let to = values["to"]?.string.flatMap({ AccountNumber($0) }) else { throw UnreadableValues(atom: "to") }
    guard let amount = values["amount"]?.string else { throw UnreadableValues(atom: "amount") }
    return transfers.effect(
      OwnTransfers.Order(
        from: from, to: to, amount: amount,
        purpose: values["purpose"]?.string ?? "Перевод между своими счетами"))
  }

  /// The atom that a refusal is about, and its sentence.
  package func violation(for refusal: any Error) -> Violation? {
    (refusal as? PaymentRefusal)?.violation(payer: "from", payee: "to", amount: "amount")
  }
}
