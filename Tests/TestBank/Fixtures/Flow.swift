package import JSON
import TestClient
package import Testing

extension Visitor {
  /// The flow `payments.steps` at its step `amount`, with the payee entered.
  @discardableResult
  package func flowAtAmount() throws -> Answer {
    try go(try post("/flows/payments.steps", nil), "next", FlowSteps.payee)
  }

  /// The flow `payments.steps` at its last step `confirm`, with a payment of `amount` entered.
  @discardableResult
  package func flowAtLastStep(
    _ amount: Value = "100.50", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Answer {
    let last = try go(try flowAtAmount(), "next", try FlowSteps.amount(amount, by: self))
    try #require(last["flow"]?["step"] == "confirm", "\(last.raw.text)", sourceLocation: sourceLocation)
    return last
  }

  /// Runs an action of a flow's step with values.
  package func go(
    _ step: Answer, _ action: String = "next", _ values: Value = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Answer {
    try post(try #require(step.href(action), sourceLocation: sourceLocation), ["values": values])
  }
}

extension Visitor.Answer {
  /// Returns the address of an action of a flow's step; nil if the step does not have the action.
  package func href(_ action: String) -> String? {
    let acting = (self["atoms"]?.array ?? []).compactMap { $0["action"] } + (self["actions"]?.array ?? [])
    return acting.first { $0["name"]?.string == action }?["href"]?.string
  }
}
