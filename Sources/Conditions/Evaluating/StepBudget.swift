import Platform

/// The steps that one request may spend.
///
/// The definition limits most of the work. Work that grows with the values is charged where it is
/// done:
/// - each element of a list that a condition reads,
/// - each piece of a long text,
/// - the backtracking of patterns,
/// - the items of repeats, which the evaluator of forms charges.
///
/// Once the steps are spent, every further charge fails. The caller that started the work must
/// check `isSpent` and discard the result. Outside of `with`, steps are unlimited.
///
///     var work = StepBudget(steps: 1_000_000)
///     let holds = work.with { try? condition.holds(in: input) }
///     let answer = work.isSpent ? nil : holds
package struct StepBudget: ~Copyable {

  /// The default number of steps for one request.
  package static let standard = 5_000_000
  /// The number of UTF-8 bytes of a text that are charged as one element.
  static let bytesOfElement = 16
  /// The steps charged for one list element.
  static let stepsOfElement = 4
  /// Minimum element count that is charged. Shorter lists and texts are free, because the
  /// definition limits their cost.
  static let minimum = 16

  private var left: Int
  private let limit: Int

  /// The key of the thread-specific pointer to the remaining steps.
  private static let place: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// Creates a budget of that many steps.
  package init(steps: Int = standard) { (limit, left) = (steps, steps) }

  /// True if more steps were requested than the budget had.
  package var isSpent: Bool { left < 0 }
  /// The number of steps taken so far; one more than the initial number once the budget is spent.
  package var taken: Int { limit - left }

  /// Runs `body` within this budget; `body` must stay on the calling thread.
  package mutating func with<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = pthread_getspecific(StepBudget.place)
    defer { pthread_setspecific(StepBudget.place, outer) }
    return try withUnsafeMutablePointer(to: &left) { left in
      pthread_setspecific(StepBudget.place, left)
      return try body()
    }
  }

  /// Takes steps from the current budget; returns false if it has fewer steps left.
  package static func take(_ steps: Int) -> Bool {
    guard let current = pthread_getspecific(place)?.assumingMemoryBound(to: Int.self) else { return true }
    let left = current.pointee
    guard left >= 0 else { return false }
    // A spent budget stays at -1, so that no sum of charges overflows.
    current.pointee = steps > left ? -1 : left - steps
    return steps <= left
  }

  /// Spends all remaining steps, for work that would exceed the limit of every request.
  package static func exhaust() { _ = take(.max) }

  /// Takes the steps for reading elements; throws `EvaluationError` if the budget is spent.
  static func charge(_ elements: Int) throws(EvaluationError) {
    guard elements >= minimum else { return }
    guard take(elements * stepsOfElement) else { throw EvaluationError(.budget("the request")) }
  }

  /// Takes the steps for reading elements; returns false if the budget is spent.
  ///
  /// For callers that cannot throw: once the budget is spent, their result is discarded.
  @inline(__always)
  static func covers(_ elements: Int) -> Bool { elements < minimum || take(elements * stepsOfElement) }

  /// Takes the steps for reading a text; throws `EvaluationError` if the budget is spent.
  @inline(__always)
  static func charge(_ text: String) throws(EvaluationError) { try charge(text.utf8.count / bytesOfElement) }
}
