package import Dates

/// The question that a signature answers: the codes in some cells of the person's matrix, or a
/// one-time code.
package struct Challenge: Sendable, Equatable {
  /// A method of signing.
  package enum Method: String, Sendable, CaseIterable {
    /// Codes in cells of the person's security matrix.
    case matrix
    /// A one-time code that is sent to the person.
    case code
  }

  /// A code that a challenge requires.
  package struct Input: Sendable, Equatable {
    /// The name of the code in an answer. It is unique among the challenges of a submission.
    package let id: String
    package let length: Int

    package init(_ id: String, length: Int) { (self.id, self.length) = (id, length) }
  }

  package struct Question: Sendable, Equatable {
    /// The required codes, in order.
    let inputs: [Input]
    /// The recipient's telephone number with its middle digits masked; nil if nothing was sent.
    package let sentTo: String?

    /// The size of the matrix that contains the cells; nil for another method.
    package let grid: Grid?

    package init(_ inputs: [Input], sentTo: String? = nil, in grid: Grid? = nil) {
      (self.inputs, self.sentTo, self.grid) = (inputs, sentTo, grid)
    }
  }

  package struct Grid: Sendable, Equatable {
    package let columns: Int
    package let rows: Int

    package init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }
  }

  /// The properties of challenges of all methods.
  package struct Terms: Sendable, Equatable {
    package let id: ChallengeID
    /// The submission to sign.
    package let submission: SubmissionID
    package let method: Method
    /// The only session that may answer.
    package let session: SessionID
    /// The digest of the submission as shown to the person.
    package let digest: [UInt8]
    package let created: Instant
    /// The time from which the challenge can no longer be answered.
    package let expires: Instant

    package init(
      id: ChallengeID, submission: SubmissionID, method: Method, session: SessionID, digest: [UInt8],
      created: Instant, expires: Instant
    ) {
      (self.id, self.submission, self.method, self.session) = (id, submission, method, session)
      (self.digest, self.created, self.expires) = (digest, created, expires)
    }
  }

  package let terms: Terms
  package let question: Question

  package init(_ terms: Terms, _ question: Question) { (self.terms, self.question) = (terms, question) }

  package var id: ChallengeID { terms.id }
  package var method: Method { terms.method }
  package var session: SessionID { terms.session }
  package var inputs: [Input] { question.inputs }
}
