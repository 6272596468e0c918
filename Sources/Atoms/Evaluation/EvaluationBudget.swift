import Conditions

/// Limits for the work and the output that the values of one request can cause.
package enum EvaluationBudget {
  /// The maximum steps (`StepBudget`) of all evaluations of one request.
  package static let steps = StepBudget.standard
  /// The maximum size in bytes of the states or the tree of one evaluation: 16 MiB, the limit of
  /// the JSON reader.
  package static let bytes = 16 << 20
  /// Seconds after which a client retries if a value was unknown.
  package static let retryAfter = 5

  /// Runs `body` within the budget and returns its result.
  ///
  /// - Throws: `TooMuchWork` if `body` exceeds the budget. The result or error of `body` is then
  ///   discarded.
  package static func with<Result>(
    steps: Int = steps, _ body: () throws -> Result
  ) throws -> Result {
    try measured(steps: steps, body).result
  }

  /// Runs `body` like `with`, and also returns the steps that it used.
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

  /// True if the current thread has exceeded its budget. The result of its work must then be
  /// discarded.
  package static var isSpent: Bool { !StepBudget.take(0) }

  /// Marks the budget of the current thread as exceeded.
  package static func exhaust() { StepBudget.exhaust() }
}

/// The error of a request whose values require more work than its budget.
package struct TooMuchWork: Error {
  init() {}
}
