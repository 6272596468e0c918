/// A histogram: the number of values in each range, and their sum.
package struct Distribution: Sendable, Equatable {
  /// The upper bounds of the ranges, inclusive, in increasing order.
  package let bounds: [Double]
  /// The number of values in each range. The last element counts the values above all bounds.
  package private(set) var counts: [Int]
  package private(set) var sum = 0.0

  package init(bounds: [Double]) {
    self.bounds = bounds
    counts = Array(repeating: 0, count: bounds.count + 1)
  }

  package mutating func add(_ value: Double) {
    counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
    sum += value
  }
}
