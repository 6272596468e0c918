import Synchronization

/// How often values fall below each of some bounds, and what they add up to.
package final class Histogram: MetricSeries {
  private final class Bucket: Sendable {
    let count = Atomic<Int>(0)
  }

  private let bounds: [Double]
  /// One for each bound, and one for what is above them all.
  private let buckets: [Bucket]
  /// In millionths.
  private let sum = Atomic<Int>(0)

  /// A histogram with these upper bounds, in rising order.
  init(bounds: [Double]) {
    self.bounds = bounds
    buckets = (0...bounds.count).map { _ in Bucket() }
  }

  /// Counts a value, which is not negative.
  package func observe(_ value: Double) {
    let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
    buckets[bucket].count.wrappingAdd(1, ordering: .relaxed)
    sum.wrappingAdd(Int(min(value, 1e12) * 1_000_000), ordering: .relaxed)
  }

  /// A sample for each bound, the sum and the count.
  func write(_ name: String, _ labels: [MetricLabel], to text: inout MetricsText) {
    var total = 0
    for (place, bucket) in buckets.enumerated() {
      total += bucket.count.load(ordering: .relaxed)
      let bound = place < bounds.count ? "\(bounds[place])" : "+Inf"
      text.sample("\(name)_bucket", labels + [MetricLabel("le", bound)], Double(total))
    }
    text.sample("\(name)_sum", labels, Double(sum.load(ordering: .relaxed)) / 1_000_000)
    text.sample("\(name)_count", labels, Double(total))
  }
}
