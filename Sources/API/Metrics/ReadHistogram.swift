import Services

/// A histogram that is counted elsewhere and read when it is scraped.
struct ReadHistogram: MetricSeries {
  /// What is counted.
  let read: @Sendable () -> ServiceFigures.Spread

  /// A sample for each bound, the sum and the count.
  func write(_ name: String, _ labels: [MetricLabel], to text: inout MetricsText) {
    let spread = read()
    text.histogram(name, labels, bounds: spread.bounds.map { "\($0)" }, counts: spread.counts, sum: spread.sum)
  }
}
