package import Dates

/// A question that a signature answers: the codes in some cells of the person's matrix, or a code that was sent.
///
///     let terms = Challenge.Terms(
///       id: id, submission: submission, method: .matrix, session: session, digest: [], created: now,
///       expires: now + .seconds(300))
///     let challenge = Challenge(terms, Challenge.Question([.init("B3", length: 4), .init("E1", length: 4)]))
///     let names = challenge.inputs.map(\.id)  // ["B3", "E1"]
package struct Challenge: Sendable, Equatable {
  /// A way to sign.
  package enum Method: String, Sendable, CaseIterable {
    /// By codes in cells of the person's security matrix.
    case matrix
    /// By a one-time code that is sent to the person.
    case code
  }

  /// A code that a challenge asks for.
  package struct Input: Sendable, Equatable {
    /// The name of the code in an answer. The challenges of a submission share no names.
    package let id: String
    /// The number of digits.
    package let length: Int

    /// Creates a code of that many digits.
    package init(_ id: String, length: Int) { (self.id, self.length) = (id, length) }
  }

  /// The question of a challenge.
  package struct Question: Sendable, Equatable {
    /// The codes, in order.
    let inputs: [Input]
    /// The telephone number that they went to, but for its middle digits; nil if nothing was sent.
    package let sentTo: String?

    /// The size of the matrix whose cells they are; nil for another method.
    package let grid: Grid?

    /// Creates a question for these codes.
    package init(_ inputs: [Input], sentTo: String? = nil, in grid: Grid? = nil) {
      (self.inputs, self.sentTo, self.grid) = (inputs, sentTo, grid)
    }
  }

  /// The size of a security matrix.
  package struct Grid: Sendable, Equatable {
    /// The number of columns.
    package let columns: Int
    /// The number of rows.
    package let rows: Int

    /// Creates a size.
    package init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }
  }

  /// The properties that challenges of all methods have.
  package struct Terms: Sendable, Equatable {
    /// The challenge's identifier.
    package let id: ChallengeID
    /// The submission to sign.
    package let submission: SubmissionID
    /// The method of signing.
    package let method: Method
    /// The session that may answer.
    package let session: SessionID
    /// The digest of the submission as it was shown.
    package let digest: [UInt8]
    /// The time of creation.
    package let created: Instant
    /// From when on it is no longer taken.
    package let expires: Instant

    /// Creates the terms of a challenge.
    package init(
      id: ChallengeID, submission: SubmissionID, method: Method, session: SessionID, digest: [UInt8],
      created: Instant, expires: Instant
    ) {
      (self.id, self.submission, self.method, self.session) = (id, submission, method, session)
      (self.digest, self.created, self.expires) = (digest, created, expires)
    }
  }

  /// The properties that challenges of all methods have.
  package let terms: Terms
  /// The question.
  package let question: Question

  /// Creates a challenge.
  package init(_ terms: Terms, _ question: Question) { (self.terms, self.question) = (terms, question) }

  /// The challenge's identifier.
  package var id: ChallengeID { terms.id }
  /// The method of signing.
  package var method: Method { terms.method }
  /// The session that may answer.
  package var session: SessionID { terms.session }
  /// The codes that it asks, in order.
  package var inputs: [Input] { question.inputs }
}
