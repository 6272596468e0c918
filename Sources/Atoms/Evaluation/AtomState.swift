package import JSON

/// What an atom shows now.
package struct AtomState: Sendable {
  /// What is known of whether the value is right.
  package enum Judgement: Sendable {
    /// Nobody asked.
    case notJudged
    /// It is right.
    case right
    /// It breaks a rule.
    case wrong(Violation)
  }

  /// The atom's place in the operation.
  package let place: Int
  /// Whether it is drawn.
  package let shown: Bool
  /// Whether the person may change it.
  package let enabled: Bool
  /// Whether it must have a value.
  package let required: Bool
  /// Its value; null where it is hidden or empty.
  package let value: Value
  /// What was posted, where the client's text must not be rewritten or cannot be read.
  package let typed: Value?
  /// The caption, where it depends on something.
  package let caption: String?
  /// The options, where they depend on something.
  package let options: [Value]?
  /// Whether the value is right.
  package let judgement: Judgement
}

/// A condition that could not be evaluated; its atom is treated as the language's rule for failing closed says.
package struct EvaluationFailure: Sendable {
  /// The atom's id.
  package let atom: String
  /// Which of its dependencies.
  package let dependency: String
  /// What went wrong.
  package let message: String
}
