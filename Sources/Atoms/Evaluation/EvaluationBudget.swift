import Conditions

/// The work and the output that the values of one request may cost the server.
///
///     let steps = try EvaluationBudget.measured {
///       var evaluation = Evaluation(operation, question, in: .en, surroundings)
///       _ = evaluation.violations()
///     }.steps
package enum EvaluationBudget {
  /// The steps (`StepBudget`) that all evaluations of one request may take together.
  package static let steps = StepBudget.standard
  /// The size of the states or of the tree from one evaluation: 16 MiB, the limit of the JSON reader.
  package static let bytes = 16 << 20
  /// The seconds after which a client asks again for what was not known.
  package static let retryAfter = 5

  /// Runs `body`, which evaluates operations, within the budget and returns its result.
  ///
  /// Throws `TooMuchWork` if `body` spends the budget: its result or error then means nothing.
  package static func with<Result>(
    steps: Int = steps, _ body: () throws -> Result
  ) throws -> Result {
    try measured(steps: steps, body).result
  }

  /// Runs `body` as `with` does, and returns the steps that it took too.
  package static func measured<Result>(
    steps: Int = steps, _ body: () throws -> Result
  ) throws -> (result: Result, steps: Int) {
    var work = StepBudget(steps: steps)
    let result: Result
    do {
      result = try work.with(body)
    } catch {
      throw work.isSpent ? TooMuchWork() : error
    }
    guard !work.isSpent else { throw TooMuchWork() }
    return (result, work.taken)
  }

  /// True if the work that runs on this thread has spent its budget: its result means nothing.
  package static var isSpent: Bool { !StepBudget.take(0) }

  /// Spends all steps that are left, because the next ones would exceed what a request may ask for.
  package static func exhaust() { StepBudget.exhaust() }
}

/// The error of a request whose values ask for more work than a request may take.
package struct TooMuchWork: Error {
  /// Creates the error.
  init() {}
}
