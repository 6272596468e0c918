import Synchronization

/// How often values fall below each of some bounds, and what they add up to.
package final class Histogram: MetricSeries {
  private final class Bucket: Sendable {
    let count = Atomic<Int>(0)
  }

  private let bounds: [Double]
  /// The bounds in millionths.
  private let limits: [Int64]
  /// One for each bound, and one for what is above them all.
  private let buckets: [Bucket]
  /// In millionths.
  private let sum = Atomic<Int>(0)

  /// A histogram with these upper bounds, in rising order.
  init(bounds: [Double]) {
    self.bounds = bounds
    limits = bounds.map { Int64(($0 * 1_000_000).rounded()) }
    buckets = (0...bounds.count).map { _ in Bucket() }
  }

  /// Counts a value, which is not negative.
  package func observe(_ value: Double) {
    let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
    buckets[bucket].count.wrappingAdd(1, ordering: .relaxed)
    sum.wrappingAdd(Int(min(value, 1e12) * 1_000_000), ordering: .relaxed)
  }

  /// Counts a time.
  func observe(microseconds: Int64) {
    var bucket = 0
    while bucket < limits.count, microseconds > limits[bucket] { bucket &+= 1 }
    buckets[bucket].count.wrappingAdd(1, ordering: .relaxed)
    sum.wrappingAdd(Int(microseconds), ordering: .relaxed)
  }

  /// A sample for each bound, the sum and the count.
  func write(_ name: String, _ labels: [MetricLabel], to text: inout MetricsText) {
    text.histogram(
      name, labels, bounds: bounds.map { "\($0)" }, counts: buckets.map { $0.count.load(ordering: .relaxed) },
      sum: Double(sum.load(ordering: .relaxed)) / 1_000_000)
  }
}
