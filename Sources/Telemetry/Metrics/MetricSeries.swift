import Synchronization

/// The types of metrics in the Prometheus text format.
package enum MetricType: String, Sendable {
  case counter
  case gauge
  case histogram
}

/// A label, which distinguishes the series of one metric.
package struct MetricLabel: Sendable, Equatable {
  /// Latin letters, digits and `_`.
  let name: String
  let value: String

  package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// The source of one series' samples.
package protocol MetricSeries: Sendable {
  /// Writes the current samples with this name and these labels.
  func write(_ name: String, _ labels: [MetricLabel], to text: inout MetricsText)
}

/// A counter: a number that only increases.
package final class Counter: MetricSeries {
  private let count = Atomic<Int>(0)

  /// Adds `number`, which must not be negative, in one atomic operation.
  package func add(_ number: Int = 1) { count.wrappingAdd(number, ordering: .relaxed) }

  package func write(_ name: String, _ labels: [MetricLabel], to text: inout MetricsText) {
    text.sample(name, labels, Double(count.load(ordering: .relaxed)))
  }
}

/// A number that a closure returns at each scrape.
final class Gauge: MetricSeries {
  private let read: @Sendable () throws -> Double?

  init(read: @escaping @Sendable () throws -> Double?) { self.read = read }

  /// Writes one sample, or none if the closure returns nil or throws.
  func write(_ name: String, _ labels: [MetricLabel], to text: inout MetricsText) {
    guard let value = try? read() else { return }
    text.sample(name, labels, value)
  }
}

/// A histogram: a count for each bucket, and the sum of all values.
package final class Histogram: MetricSeries {
  private final class Bucket: Sendable {
    let count = Atomic<Int>(0)
  }

  private let bounds: [Double]
  /// The bounds in millionths, for values in microseconds.
  private let limits: [Int64]
  /// One bucket per bound, and a last one for values above all bounds.
  private let buckets: [Bucket]
  /// The sum of all values, in millionths.
  private let sum = Atomic<Int>(0)

  /// Creates a histogram with inclusive upper bounds in ascending order.
  init(bounds: [Double]) {
    self.bounds = bounds
    limits = bounds.map { Int64(($0 * 1_000_000).rounded()) }
    buckets = (0...bounds.count).map { _ in Bucket() }
  }

  /// Counts a value of at least 0. A value above 1e12 adds 1e12 to the sum.
  package func observe(_ value: Double) {
    let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
    buckets[bucket].count.wrappingAdd(1, ordering: .relaxed)
    sum.wrappingAdd(Int(min(value, 1e12) * 1_000_000), ordering: .relaxed)
  }

  /// Counts a time in microseconds. The bounds are in seconds.
  package func observe(microseconds: Int64) {
    var bucket = 0
    while bucket < limits.count, microseconds > limits[bucket] { bucket &+= 1 }
    buckets[bucket].count.wrappingAdd(1, ordering: .relaxed)
    sum.wrappingAdd(Int(microseconds), ordering: .relaxed)
  }

  package func write(_ name: String, _ labels: [MetricLabel], to text: inout MetricsText) {
    text.histogram(
      name, labels, bounds: bounds.map { "\($0)" }, counts: buckets.map { $0.count.load(ordering: .relaxed) },
      sum: Double(sum.load(ordering: .relaxed)) / 1_000_000)
  }
}

/// The counts of a histogram at one scrape.
package struct HistogramCounts: Sendable {
  /// The inclusive upper bounds, in ascending order.
  let bounds: [Double]
  /// One count per bound, not cumulative, and a last one for values above all bounds.
  let counts: [Int]
  /// The sum of all values.
  let sum: Double

  package init(bounds: [Double], counts: [Int], sum: Double) {
    self.bounds = bounds
    self.counts = counts
    self.sum = sum
  }
}

/// A histogram whose counts a closure returns at each scrape.
struct ReadHistogram: MetricSeries {
  let read: @Sendable () -> HistogramCounts

  func write(_ name: String, _ labels: [MetricLabel], to text: inout MetricsText) {
    let spread = read()
    text.histogram(name, labels, bounds: spread.bounds.map { "\($0)" }, counts: spread.counts, sum: spread.sum)
  }
}
