import JSON
import TestClient
package import Testing

extension Visitor {
  /// Submits and signs the fee of a loan, which a `Lender` executes. Returns the submission's id.
  @discardableResult
  package func loan(
    _ amount: String = "100.50", key: String = "1", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let values: Value = ["from": .string(try account("Текущий")), "amount": .string(amount)]
    let sent = try submit(values, to: "loan.fee", key: key)
    let signed = try sign(sent, sourceLocation: sourceLocation)
    try #require(signed.status == 200, "\(signed.raw.text)", sourceLocation: sourceLocation)
    return try sent.submissionID(sourceLocation: sourceLocation)
  }
}
