import Synchronization

/// A number that only grows.
package final class Counter: MetricSeries {
  private let count = Atomic<Int>(0)

  /// Counts on.
  package func add(_ number: Int = 1) { count.wrappingAdd(number, ordering: .relaxed) }

  /// Its one sample.
  func write(_ name: String, _ labels: [MetricLabel], to text: inout MetricsText) {
    text.sample(name, labels, Double(count.load(ordering: .relaxed)))
  }
}
