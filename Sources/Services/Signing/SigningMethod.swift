package import Model

/// A way to sign: what a challenge asks, and whether an answer is right. Who may answer, until when, how often, and what
/// is signed by it are the same for all of them and stand in `Signing`.
///
/// A new method is one case of `Challenge.Method`, one type that conforms to this, and its words in `SigningForm`.
package protocol SigningMethod: Sendable {
  /// The name in `sign:` of a definition, stored with each challenge.
  var name: Challenge.Method { get }

  /// Whether a challenge of this method may ask for something of that name.
  func isInput(_ name: String) -> Bool

  /// Draws what a new challenge asks and stores it; throws a `SigningError` where there is nothing to ask. What leaves
  /// the bank leaves it after the commit.
  func ask(_ asking: Asking, _ transaction: Transaction, _ after: inout AfterCommit) throws -> Challenge.Question

  /// What a stored challenge of the person asks; nil where that is no longer to be answered.
  func question(
    of challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws -> Challenge.Question?

  /// Whether an answer to exactly what is asked is right in all of it. Every part is compared, each in constant time, so
  /// that nothing tells which was wrong.
  func isRight(
    _ answer: [String: String], to challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws -> Bool

  /// Whether it is the very answer that was judged wrong last: judged again it would tell nobody more, so that it costs no
  /// attempt, as where its reply was lost.
  func isRepeated(
    _ answer: [String: String], to challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws -> Bool

  /// Notes that an answer was judged, before its challenge ends.
  func note(
    _ answer: [String: String], isRight: Bool, to challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws
}

extension SigningMethod {
  package func isRepeated(
    _ answer: [String: String], to challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws -> Bool { false }

  package func note(
    _ answer: [String: String], isRight: Bool, to challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws {}
}

/// A challenge that is being drawn.
package struct Asking: Sendable {
  /// What it has in common with all challenges.
  package let terms: Challenge.Terms
  /// What is to be signed.
  package let submission: Submission
  /// The how-manieth challenge of the submission it is.
  package let number: Int
  /// The challenge whose place it takes before that was answered; nil where there is none.
  package let replaced: ChallengeID?
  /// How a message with a code is worded.
  package let text: CodeText
}

/// What a person is shown once, in the answer to a signature, and what is kept nowhere.
package struct Disclosure: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  /// The codes of a new security matrix.
  package let matrix: [Cell: String]

  /// A new matrix's codes.
  package init(matrix: [Cell: String]) { self.matrix = matrix }

  package var description: String { "[redacted]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
