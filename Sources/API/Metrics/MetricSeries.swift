/// What a metric is.
enum MetricType: String, Sendable {
  case counter
  case gauge
  case histogram
}

/// A name and a value that tell the series of one metric apart.
package struct MetricLabel: Sendable, Equatable {
  /// Latin letters, digits and `_`.
  let name: String
  /// Any text.
  let value: String

  /// A label.
  package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// Where the samples of one series come from.
protocol MetricSeries: Sendable {
  /// Writes the samples under that name with these labels.
  func write(_ name: String, _ labels: [MetricLabel], to text: inout MetricsText)
}
