/// A question that a signature answers: the codes in some cells of the person's matrix.
package struct Challenge: Sendable, Equatable {
  /// What became of a challenge.
  package enum Outcome: String, Sendable {
    /// It was answered rightly.
    case right
    /// It was answered wrongly.
    case wrong
    /// Another challenge took its place before it was answered.
    case superseded
  }

  /// The challenge's identifier.
  package let id: ChallengeID
  /// What is to be signed.
  package let submission: SubmissionID
  /// The matrix that is asked.
  package let matrix: MatrixID
  /// The session that may answer.
  package let session: SessionID
  /// The cells, in order.
  package let cells: [Cell]
  /// The digest of what is to be signed, as it was shown.
  package let digest: [UInt8]
  /// When it was drawn.
  package let created: Instant
  /// From when on it is no longer taken.
  package let expires: Instant
  /// What became of it; nil while it is open.
  package let outcome: Outcome?

  /// A challenge.
  package init(
    id: ChallengeID, submission: SubmissionID, matrix: MatrixID, session: SessionID, cells: [Cell], digest: [UInt8],
    created: Instant, expires: Instant, outcome: Outcome?
  ) {
    self.id = id
    self.submission = submission
    self.matrix = matrix
    self.session = session
    self.cells = cells
    self.digest = digest
    self.created = created
    self.expires = expires
    self.outcome = outcome
  }
}
