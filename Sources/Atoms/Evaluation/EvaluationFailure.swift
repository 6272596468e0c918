/// A condition that could not be evaluated; its atom is treated as the language's rule for failing closed says.
package struct EvaluationFailure: Sendable {
  /// The atom's id.
  package let atom: String
  /// Which of its dependencies.
  package let dependency: String
  /// What went wrong.
  package let message: String
}
