/// How many values lie at or below each of some bounds, and what they add up to.
package struct Distribution: Sendable, Equatable {
  /// The upper bounds, in rising order.
  package let bounds: [Double]
  /// How many values lie in each, and last how many above them all.
  package private(set) var counts: [Int]
  /// The sum of the values.
  package private(set) var sum = 0.0

  /// A distribution without values.
  package init(bounds: [Double]) {
    self.bounds = bounds
    counts = Array(repeating: 0, count: bounds.count + 1)
  }

  /// Counts a value.
  package mutating func add(_ value: Double) {
    counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
    sum += value
  }
}
