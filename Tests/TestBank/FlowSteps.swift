package import JSON

/// The values that a person enters in the flow `payments.steps`.
package enum FlowSteps {
  package static let payee: Value = [
    "name": "ООО Ромашка", "account": "40702810138250123017", "bic": "044525225",
  ]

  package static func amount(_ amount: Value = "100.50", by person: Visitor) throws -> Value {
    ["from": .string(try person.account("Текущий")), "purpose": "Оплата по счету 12", "amount": amount]
  }

  /// Returns the request bodies of the steps in order.
  package static func entered(by person: Visitor) throws -> KeyValuePairs<String, Value> {
    ["payee": ["values": payee], "amount": ["values": try amount(by: person)]]
  }
}
