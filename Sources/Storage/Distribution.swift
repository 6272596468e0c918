/// A histogram: the number of values up to each of some bounds, and their sum.
package struct Distribution: Sendable, Equatable {
  /// The upper bounds, in rising order.
  package let bounds: [Double]
  /// The number of values in each range, and last the number above all bounds.
  package private(set) var counts: [Int]
  /// The sum of the values.
  package private(set) var sum = 0.0

  /// Creates a distribution without values.
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
