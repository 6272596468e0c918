import Conditions

/// How much of the server one request may take by its values.
package enum EvaluationBudget {
  /// The steps that its evaluations may take together.
  package static let steps = Work.standard
  /// The bytes of the states or of the tree of one evaluation: as many as a reader of JSON takes.
  package static let bytes = 16 << 20

  /// Does something that evaluates operations, and throws `TooMuchWork` where that asked for more than it may have:
  /// whatever came of it then, a result or an error, says nothing.
  package static func with<Result>(
    steps: Int = steps, _ body: () throws -> Result
  ) throws -> Result {
    try measured(steps: steps, body).result
  }

  /// The same, with the steps that it took.
  package static func measured<Result>(
    steps: Int = steps, _ body: () throws -> Result
  ) throws -> (result: Result, steps: Int) {
    let work = Work(steps: steps)
    let result = Swift.Result { try work.with(body) }
    guard !work.isSpent else { throw TooMuchWork() }
    return (try result.get(), work.taken)
  }

  /// Takes all that is left of it: what comes next would be more than a request may ask for.
  package static func exhaust() { Work.exhaust() }
}

/// The values of a request ask for more work than a request may take.
package struct TooMuchWork: Error {
  /// The error.
  package init() {}
}
