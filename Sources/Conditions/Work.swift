import Synchronization

/// The steps that what is worked out for one request may take, whatever its values are.
///
/// A definition bounds most of the work by itself. What grows with the values is charged where it is done: each element of
/// a list that a condition goes through, each piece of a long text, the backtracking of patterns, and by whoever
/// evaluates forms the items of repeats. A step is a stretch of 15 to 35 nanoseconds (a sum over 400,000 elements, a search
/// through 1.6 MB, a pattern that fails after 500,000 tries), so that all of them are a tenth or two of a second.
///
/// Once the steps are spent, every further charge throws, so that what is left comes to an end soon. Its result says
/// nothing: whoever has begun the work looks at `isSpent` and drops it. Outside of `with` there is no limit.
package final class Work: Sendable {
  @TaskLocal private static var current: Work?

  /// The steps of one request.
  package static let standard = 5_000_000
  /// The bytes of a text that count as one element.
  static let bytesOfElement = 16
  /// The steps of one element of a list, which is read by its key and computed with.
  static let stepsOfElement = 4
  /// A list or text of fewer steps belongs to the condition that reads it, which the definition bounds.
  static let least = 16

  private let left: Atomic<Int>
  private let limit: Int

  /// Work of at most so many steps.
  package init(steps: Int = standard) {
    limit = steps
    left = Atomic(steps)
  }

  /// Whether more was asked for than there is.
  package var isSpent: Bool { left.load(ordering: .relaxed) < 0 }
  /// The steps taken so far.
  package var taken: Int { limit - left.load(ordering: .relaxed) }

  /// Does something as this work.
  package func with<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Work.$current.withValue(self, operation: body)
  }

  /// Takes steps; false where they are spent, or were before. One thread does the work at a time.
  package static func take(_ steps: Int) -> Bool {
    guard let current else { return true }
    let left = current.left.load(ordering: .relaxed)
    guard left >= 0 else { return false }
    // What is spent stays spent, and no sum of charges leaves the range of a number.
    current.left.store(steps > left ? -1 : left - steps, ordering: .relaxed)
    return steps <= left
  }

  /// Takes all that is left: what comes next would be more than any request may ask for.
  package static func exhaust() { _ = take(.max) }

  /// Takes the steps of going through so many elements.
  static func charge(_ elements: Int) throws(EvaluationError) {
    guard elements >= least else { return }
    guard take(elements * stepsOfElement) else { throw EvaluationError(.budget("the request")) }
  }

  /// Takes the steps of looking at so many elements where nothing can be thrown; false where they are not left, and then
  /// whatever is answered is not used.
  @inline(__always)
  static func covers(_ elements: Int) -> Bool { elements < least || take(elements * stepsOfElement) }

  /// Takes the steps of going through a text.
  @inline(__always)
  static func charge(_ text: String) throws(EvaluationError) { try charge(text.utf8.count / bytesOfElement) }
}
