/// A number that is read when it is scraped.
final class Gauge: MetricSeries {
  private let read: @Sendable () throws -> Double?

  /// A gauge that is read so.
  init(read: @escaping @Sendable () throws -> Double?) { self.read = read }

  /// Its one sample; none where there is nothing to read.
  func write(_ name: String, _ labels: [MetricLabel], to text: inout MetricsText) {
    guard let value = try? read() else { return }
    text.sample(name, labels, value)
  }
}
