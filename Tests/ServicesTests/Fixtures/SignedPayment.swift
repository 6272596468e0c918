import Model
import Services
import Testing

extension TestBank {
  /// Submits a payment of the demo person in roubles and signs it by matrix.
  ///
  /// The submission is executed, or signed if a core executes it.
  @discardableResult
  func signedPayment(
    _ amount: String, from caption: String = "Текущий", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Submission {
    try signedPayment(order(amount, from: caption), sourceLocation: sourceLocation)
  }

  /// Submits an order and signs it by matrix.
  @discardableResult
  func signedPayment(
    _ order: PaymentOrder, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Submission {
    try #require(try pay(order).done, sourceLocation: sourceLocation)
  }
}
