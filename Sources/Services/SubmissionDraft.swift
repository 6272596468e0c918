package import Model

/// What is submitted: values that an operation has judged right.
package struct SubmissionDraft: Sendable {
  /// The operation's id.
  package let operation: String
  /// The operation's version that judged the values.
  package let version: String
  /// The values, as canonical JSON.
  package let values: String
  /// The client's key for one tap, with the canonical text of the body it came with; nil where none is needed.
  package let idempotencyKey: (key: String, body: String)?
  /// How it is to be signed; nil where it is executed at once.
  package let sign: Challenge.Method?
  /// The name of the draft that it was made from and that is none any more.
  package let origin: String

  /// What is submitted.
  package init(
    operation: String, version: String, values: String, idempotencyKey: (key: String, body: String)?,
    sign: Challenge.Method?, from origin: String? = nil
  ) {
    self.operation = operation
    self.version = version
    self.values = values
    self.idempotencyKey = idempotencyKey
    self.sign = sign
    self.origin = origin ?? operation
  }
}
