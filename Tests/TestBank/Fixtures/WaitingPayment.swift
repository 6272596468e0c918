package import JSON
import TestClient
package import Testing

extension Visitor {
  /// Submits a payment order that awaits its signature. Returns the submission's id and the
  /// response.
  ///
  /// `changes` replace values of `payment(_:)`.
  package func waitingPayment(
    _ changes: Object = Object(), key: String = "payment", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (id: String, sent: Answer) {
    let sent = try submit(try payment(changes), key: key)
    try #require(sent.status == 201, "\(sent.raw.text)", sourceLocation: sourceLocation)
    return (try sent.submissionID(sourceLocation: sourceLocation), sent)
  }
}

extension Visitor.Answer {
  /// Returns the id of the submission in a response.
  package func submissionID(sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    try #require(self["submission"]?["id"]?.string, "\(raw.text)", sourceLocation: sourceLocation)
  }
}
