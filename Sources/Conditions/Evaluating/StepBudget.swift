import Platform

/// The budget of steps that one request may spend, whatever its values are.
///
/// The definition itself bounds most of the work. Work that grows with the values is charged where it is done:
/// - each element of a list that a condition walks,
/// - each piece of a long text,
/// - the backtracking of patterns,
/// - the items of repeats, which the evaluator of forms charges.
///
/// A step is 15 to 35 nanoseconds of work (a sum over 400,000 elements, a search through 1.6 MB, a pattern that fails
/// after 500,000 tries), so that the `standard` budget is one or two tenths of a second.
///
/// Once the steps are spent, every further charge throws, so that the work ends soon. Its result then means nothing: the
/// caller that began the work checks `isSpent` and drops the result. Outside of `with` there is no limit.
///
///     var work = StepBudget(steps: 1_000_000)
///     let holds = work.with { try? condition.holds(in: input) }
///     let answer = work.isSpent ? nil : holds
package struct StepBudget: ~Copyable {

  /// The steps of one request by default.
  package static let standard = 5_000_000
  /// The UTF-8 bytes of a text that count as one element.
  static let bytesOfElement = 16
  /// The steps of one element of a list, which is read by its key and computed with.
  static let stepsOfElement = 4
  /// Minimum element count that is charged.
  ///
  /// The cost of a shorter list or text is part of the condition that reads it, which the definition bounds.
  static let minimum = 16

  private var left: Int
  private let limit: Int

  /// Where the calling thread finds the steps that are left: a budget costs no allocation, and a charge no more than
  /// the look for it. A task-local value took three allocations for each request.
  private static let place: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// Creates a budget of that many steps.
  package init(steps: Int = standard) { (limit, left) = (steps, steps) }

  /// True if more steps were asked for than the budget has.
  package var isSpent: Bool { left < 0 }
  /// The number of steps taken so far; `limit + 1` once the budget is spent.
  package var taken: Int { limit - left }

  /// Runs `body`, which stays on the calling thread, within this budget.
  package mutating func with<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = pthread_getspecific(StepBudget.place)
    defer { pthread_setspecific(StepBudget.place, outer) }
    return try withUnsafeMutablePointer(to: &left) { left in
      pthread_setspecific(StepBudget.place, left)
      return try body()
    }
  }

  /// Takes steps from the current budget; returns false if it has fewer, or is already spent.
  package static func take(_ steps: Int) -> Bool {
    guard let current = pthread_getspecific(place)?.assumingMemoryBound(to: Int.self) else { return true }
    let left = current.pointee
    guard left >= 0 else { return false }
    // A spent budget stays at -1, so that no sum of charges overflows.
    current.pointee = steps > left ? -1 : left - steps
    return steps <= left
  }

  /// Spends the current budget, for a caller whose next step would exceed the limit of any request.
  package static func exhaust() { _ = take(.max) }

  /// Takes the steps of a walk over that many elements; throws `EvaluationError` if the budget is spent.
  static func charge(_ elements: Int) throws(EvaluationError) {
    guard elements >= minimum else { return }
    guard take(elements * stepsOfElement) else { throw EvaluationError(.budget("the request")) }
  }

  /// Takes the steps of a walk over that many elements, for a caller that cannot throw.
  ///
  /// Returns false if the budget is spent. The caller may then give any answer, because nobody uses it.
  @inline(__always)
  static func covers(_ elements: Int) -> Bool { elements < minimum || take(elements * stepsOfElement) }

  /// Takes the steps of a walk over a text; throws `EvaluationError` if the budget is spent.
  @inline(__always)
  static func charge(_ text: String) throws(EvaluationError) { try charge(text.utf8.count / bytesOfElement) }
}
