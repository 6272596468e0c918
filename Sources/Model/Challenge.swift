/// A question that a signature answers: the codes in some cells of the person's matrix, or a code that was sent.
package struct Challenge: Sendable, Equatable {
  /// A way to sign.
  package enum Method: String, Sendable, CaseIterable {
    /// By codes in cells of the person's security matrix.
    case matrix
    /// By a one-time code that is sent to the person.
    case code
  }

  /// What became of a challenge.
  package enum Outcome: String, Sendable {
    /// It was answered rightly.
    case right
    /// It was answered wrongly.
    case wrong
    /// Another challenge took its place before it was answered.
    case superseded
  }

  /// One code that is asked.
  package struct Input: Sendable, Equatable {
    /// What an answer names it by; no two challenges of a submission ask the same.
    package let id: String
    /// How many digits it has.
    package let length: Int

    /// A code of so many digits.
    package init(_ id: String, length: Int) { (self.id, self.length) = (id, length) }
  }

  /// What a challenge asks.
  package struct Question: Sendable, Equatable {
    /// The codes, in order.
    package let inputs: [Input]
    /// The telephone number that they went to, but for its middle digits; nil where nothing was sent.
    package let sentTo: String?

    /// A question for these codes.
    package init(_ inputs: [Input], sentTo: String? = nil) { (self.inputs, self.sentTo) = (inputs, sentTo) }
  }

  /// What all challenges have, whatever they ask.
  package struct Terms: Sendable, Equatable {
    /// The challenge's identifier.
    package let id: ChallengeID
    /// What is to be signed.
    package let submission: SubmissionID
    /// How it is signed.
    package let method: Method
    /// The session that may answer.
    package let session: SessionID
    /// The digest of what is to be signed, as it was shown.
    package let digest: [UInt8]
    /// When it was drawn.
    package let created: Instant
    /// From when on it is no longer taken.
    package let expires: Instant

    /// The terms of a challenge.
    package init(
      id: ChallengeID, submission: SubmissionID, method: Method, session: SessionID, digest: [UInt8],
      created: Instant, expires: Instant
    ) {
      (self.id, self.submission, self.method, self.session) = (id, submission, method, session)
      (self.digest, self.created, self.expires) = (digest, created, expires)
    }
  }

  /// What it has in common with all challenges.
  package let terms: Terms
  /// What it asks.
  package let question: Question

  /// A challenge.
  package init(_ terms: Terms, _ question: Question) { (self.terms, self.question) = (terms, question) }

  /// The challenge's identifier.
  package var id: ChallengeID { terms.id }
  /// How it is signed.
  package var method: Method { terms.method }
  /// The session that may answer.
  package var session: SessionID { terms.session }
  /// The codes that it asks, in order.
  package var inputs: [Input] { question.inputs }
}
