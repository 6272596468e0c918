package import Model

/// A method of signing: the question of a challenge, and the check of an answer.
///
/// The rest is the same for all methods and stands in `Signing`: the person, the time limit, the attempts, and the
/// signed data. A new method is one case of `Challenge.Method`, one type that conforms to this, and its words in
/// `SigningForm`.
package protocol SigningMethod: Sendable {
  /// The name in `sign:` of a definition, stored with each challenge.
  var name: Challenge.Method { get }

  /// True if a challenge of this method may have an input of that name.
  func isInput(_ name: String) -> Bool

  /// Makes the question of a new challenge and stores it. Messages leave the bank after the commit.
  ///
  /// Throws a `SigningError` if there is no question to ask.
  func ask(_ asking: Asking, _ transaction: Transaction, _ after: inout AfterCommit) throws -> Challenge.Question

  /// Returns the question of a stored challenge of the person; nil if it can no longer be answered.
  func question(
    of challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws -> Challenge.Question?

  /// True if all parts of an answer to exactly the question are right. Compares every part, each in constant time, so
  /// that nothing tells which was wrong.
  func isRight(
    _ answer: [String: String], to challenge: ChallengeID, person: PersonID, _ transaction: Transaction
  ) throws -> Bool

  /// True if the answer equals the one that was last judged wrong, as after a lost reply. It costs no attempt, because
  /// judging it again would disclose nothing.
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
  /// The properties that challenges of all methods have.
  package let terms: Challenge.Terms
  /// The submission to sign.
  package let submission: Submission
  /// The how-manieth challenge of the submission it is.
  package let number: Int
  /// The challenge that it replaces unanswered; nil without one.
  package let replaced: ChallengeID?
  /// Makes the message with a code.
  package let text: CodeText
}

/// Data that a person is shown once, in the answer to a signature, and that are stored nowhere.
package struct Disclosure: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  /// The codes of a new security matrix.
  package let matrix: [Cell: String]

  /// Creates a new matrix's codes.
  package init(matrix: [Cell: String]) { self.matrix = matrix }

  package var description: String { "[redacted]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
