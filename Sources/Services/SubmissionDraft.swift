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
  /// What a flow has gathered, where it was: the name of its draft, and the text of which these are the values; nil where
  /// it was made from the operation's own form.
  package let gathered: (name: String, text: String)?
  /// How long its values are kept once it is signed; nil where nobody says, as of an accounting document.
  package let kept: KeptSpan?

  /// What is submitted.
  package init(
    operation: String, version: String, values: String, idempotencyKey: (key: String, body: String)?,
    sign: Challenge.Method?, gathered: (name: String, text: String)? = nil, kept: KeptSpan? = nil
  ) {
    self.kept = kept
    self.operation = operation
    self.version = version
    self.values = values
    self.idempotencyKey = idempotencyKey
    self.sign = sign
    self.gathered = gathered
  }
}
