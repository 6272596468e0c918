import Services
import Synchronization

/// Every metric of the server, for whoever scrapes it (Prometheus text format, version 0.0.4).
///
/// A series is asked for once, when its part of the server is made, and kept there: counting costs one atomic addition,
/// and nothing is looked up by name while requests are served.
package final class MetricsRegistry: Sendable {
  private struct Family: Sendable {
    let name: String
    let help: String
    let type: MetricType
    var series: [(labels: [MetricLabel], source: any MetricSeries)]
  }

  private let families = Mutex<[Family]>([])

  /// A registry without metrics.
  package init() {}

  /// The counter of that name and these labels, a new one where there is none: what only grows.
  package func counter(_ name: String, _ help: String, _ labels: [MetricLabel] = []) -> Counter {
    let known = families.withLock { families in
      families.first { $0.name == name }?.series.first { $0.labels == labels }?.source as? Counter
    }
    if let known { return known }
    let counter = Counter()
    add(counter, name, help, .counter, labels)
    return counter
  }

  /// A new histogram with these upper bounds, in rising order.
  package func histogram(
    _ name: String, _ help: String, _ labels: [MetricLabel] = [], bounds: [Double]
  ) -> Histogram {
    let histogram = Histogram(bounds: bounds)
    add(histogram, name, help, .histogram, labels)
    return histogram
  }

  /// A new gauge that is read when it is scraped; nil, or what it throws, leaves its sample out.
  package func gauge(
    _ name: String, _ help: String, _ labels: [MetricLabel] = [], read: @escaping @Sendable () throws -> Double?
  ) {
    add(Gauge(read: read), name, help, .gauge, labels)
  }

  /// A new counter that is counted elsewhere and read when it is scraped.
  package func total(
    _ name: String, _ help: String, _ labels: [MetricLabel] = [], read: @escaping @Sendable () throws -> Double?
  ) {
    add(Gauge(read: read), name, help, .counter, labels)
  }

  /// A new histogram that is counted elsewhere and read when it is scraped.
  func histogram(_ name: String, _ help: String, read: @escaping @Sendable () -> ServiceFigures.Spread) {
    add(ReadHistogram(read: read), name, help, .histogram, [])
  }

  /// All samples as they are now.
  package var text: [UInt8] {
    let all = families.withLock { $0 }
    var text = MetricsText()
    for family in all {
      text.begin(family.name, family.help, family.type)
      for series in family.series { series.source.write(family.name, series.labels, to: &text) }
    }
    return text.bytes
  }

  /// Adds a series to the metric of that name.
  func add(
    _ series: any MetricSeries, _ name: String, _ help: String, _ type: MetricType, _ labels: [MetricLabel]
  ) {
    families.withLock { families in
      if let known = families.firstIndex(where: { $0.name == name }) {
        families[known].series.append((labels, series))
      } else {
        families.append(Family(name: name, help: help, type: type, series: [(labels, series)]))
      }
    }
  }
}
