import Model
import Services
import Testing

extension TestBank {
  /// A payment of the demo's person in roubles that is signed by the matrix.
  ///
  /// The submission is executed, or signed if a core carries it out.
  @discardableResult
  func signedPayment(
    _ amount: String, from caption: String = "Текущий", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Submission {
    try signedPayment(order(amount, from: caption), sourceLocation: sourceLocation)
  }

  /// An order that is signed by the matrix.
  @discardableResult
  func signedPayment(
    _ order: PaymentOrder, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Submission {
    try #require(try pay(order).done, sourceLocation: sourceLocation)
  }
}
