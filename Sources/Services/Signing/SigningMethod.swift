package import Model

/// A way to sign: draws what a challenge asks, and judges answers.
///
/// `Signing` holds what all methods share: who may answer, until when, how often, and what the answer signs. A new
/// method is one case of `Challenge.Method`, one type that conforms to this, and its words in `SigningForm`.
package protocol SigningMethod: Sendable {
  /// The name in `sign:` of a definition, stored with each challenge.
  var name: Challenge.Method { get }

  /// True if a challenge of this method may ask for an input with that name.
  func isInput(_ name: String) -> Bool

  /// Draws and stores the question of a new challenge. Messages leave the bank after the commit.
  ///
  /// Throws a `SigningError` if there is nothing to ask.
  func ask(_ asking: Asking, _ transaction: Transaction, _ after: inout AfterCommit) throws -> Challenge.Question

  /// The question of a stored challenge of the person; nil if it can no longer be answered.
  func question(
    of challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws -> Challenge.Question?

  /// Judges an answer to exactly the inputs that a challenge asks, and notes what it was, before the caller closes the challenge.
  ///
  /// - An answer to other inputs, or to a challenge that asks nothing any more, is not judged.
  /// - It compares every part, each in constant time, so that nothing tells which part was wrong.
  /// - A repeated answer changes nothing.
  /// - Throws `SigningError.keyLost` when the key of what was asked is gone.
  func judge(
    _ answer: [String: String], to challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws -> AnswerVerdict
}

/// The verdict on an answer to a challenge.
package enum AnswerVerdict: Sendable, Equatable {
  /// Every part is right.
  case right
  /// A part is wrong.
  case wrong
  /// It equals the last one that was judged wrong.
  ///
  /// Judging it again would tell nobody more, so it costs no attempt, such as after a lost reply.
  case repeated
  /// The challenge does not ask for exactly these inputs now: nothing was judged.
  case notAsked
}

/// A challenge that is being drawn.
package struct Asking: Sendable {
  /// The terms that all challenges have.
  let terms: Challenge.Terms
  /// The submission to sign.
  package let submission: Submission
  /// The challenge's number among those of its submission, from 1.
  let number: Int
  /// The unanswered challenge that this one replaces; nil if there is none.
  package let replaced: ChallengeID?
  /// Words the message with a code.
  package let text: CodeText
}

/// Codes that a person is shown once, in the answer to a signature. They are stored nowhere.
package struct OneTimeDisplay: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  /// The codes of a new security matrix.
  package let matrix: [Cell: String]

  /// Discloses the codes of a new matrix.
  package init(matrix: [Cell: String]) { self.matrix = matrix }

  package var description: String { "[redacted]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
