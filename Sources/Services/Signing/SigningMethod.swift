package import Model

/// A method of signing, which creates questions and verifies answers.
///
/// `Signing` implements the rules that all methods share: the session, the expiry, the attempts and
/// the signed data. A new method consists of a case of `Challenge.Method`, a type that conforms to
/// this protocol, and its texts in `SigningForm`.
package protocol SigningMethod: Sendable {
  /// The name in `sign:` of a definition, stored with each challenge.
  var name: Challenge.Method { get }

  /// True if a challenge of this method can have an input with that name.
  func isInput(_ name: String) -> Bool

  /// Creates and stores the question of a new challenge. Messages are sent after the commit.
  ///
  /// Throws a `SigningError` if no question can be created.
  func ask(_ asking: Asking, _ transaction: Transaction, _ after: inout AfterCommit) throws -> Challenge.Question

  /// Returns the question of a stored challenge of the person; nil if it can no longer be answered.
  func question(
    of challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws -> Challenge.Question?

  /// Verifies an answer and stores the result, before the caller closes the challenge.
  ///
  /// - An answer with other inputs, or to a challenge without a question, is not verified.
  /// - Every part is compared in constant time, so that timing does not disclose which part was
  ///   wrong.
  /// - A repeated answer changes nothing.
  /// - Throws `SigningError.keyLost` if the key of the question's codes is lost.
  func judge(
    _ answer: [String: String], to challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws -> AnswerVerdict
}

/// The result of verifying an answer.
package enum AnswerVerdict: Sendable, Equatable {
  /// Every part is correct.
  case right(AnsweredQuestion)
  /// A part is wrong.
  case wrong
  /// The answer equals the last wrong answer.
  ///
  /// It discloses nothing new, so it costs no attempt. This occurs after a lost response.
  case repeated
  /// The inputs differ from the inputs of the challenge, so nothing was verified.
  case notAsked
}

/// The values from which a question is created.
package struct Asking: Sendable {
  /// The terms of the challenge.
  let terms: Challenge.Terms
  /// The submission to sign.
  package let submission: Submission
  /// The number of the challenge within the submission, from 1.
  let number: Int
  /// The unanswered challenge that this one replaces; nil for the first.
  package let replaced: ChallengeID?
  /// Returns the text of a message with a code.
  package let text: CodeText
}

/// Codes that are shown to a person once, in the response to a signature. They are not stored.
package struct OneTimeDisplay: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  /// The codes of a new security matrix.
  package let matrix: [Cell: String]

  package init(matrix: [Cell: String]) { self.matrix = matrix }

  package var description: String { "[redacted]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
