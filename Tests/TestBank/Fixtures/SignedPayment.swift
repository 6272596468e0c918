package import JSON
import TestClient
package import Testing

extension Visitor {
  /// Submits a payment order and signs it with the person's matrix. Returns the submission's id.
  ///
  /// The submission is executed, or signed if the core executes it. `changes` replace values of
  /// `payment(_:)`.
  @discardableResult
  package func signedPayment(
    _ changes: Object = Object(), key: String = "payment", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let (id, sent) = try waitingPayment(changes, key: key, sourceLocation: sourceLocation)
    let signed = try sign(sent, sourceLocation: sourceLocation)
    try #require(signed.status == 200, "\(signed.raw.text)", sourceLocation: sourceLocation)
    return id
  }

  /// Signs a submission with the correct codes of the person's matrix.
  package func sign(_ sent: Answer, sourceLocation: SourceLocation = #_sourceLocation) throws -> Answer {
    try sign(sent.submissionID(sourceLocation: sourceLocation), codes(for: sent["next"]))
  }

  /// Returns codes of the person's matrix for a tree with a challenge: correct codes, or wrong
  /// ones.
  package func codes(for tree: Value?, wrong: Bool = false) -> Object {
    Self.codes(for: tree, matrix, wrong: wrong)
  }
}
