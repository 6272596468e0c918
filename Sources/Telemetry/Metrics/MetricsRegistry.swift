package import HTTPServer
import Platform
import Synchronization

/// All metrics of the server, in the Prometheus text format, version 0.0.4.
///
/// Each part of the server registers its series once and keeps references to them, so counting
/// needs no lookup by name.
package final class MetricsRegistry: Sendable {
  private struct Family: Sendable {
    let name: String
    let help: String
    let type: MetricType
    var series: [(labels: [MetricLabel], source: any MetricSeries)]
  }

  private let families = Mutex<[Family]>([])

  package init() {}

  /// Returns the counter with this name and these labels; registers it if it is new.
  package func counter(_ name: String, _ help: String, _ labels: [MetricLabel] = []) -> Counter {
    families.withLock { families in
      let known = families.first { $0.name == name }?.series.first { $0.labels == labels }?.source as? Counter
      if let known { return known }
      let counter = Counter()
      Self.add(counter, name, help, .counter, labels, to: &families)
      return counter
    }
  }

  /// Registers a histogram with inclusive upper bounds in ascending order.
  package func histogram(
    _ name: String, _ help: String, _ labels: [MetricLabel] = [], bounds: [Double]
  ) -> Histogram {
    let histogram = Histogram(bounds: bounds)
    add(histogram, name, help, .histogram, labels)
    return histogram
  }

  /// Registers a gauge whose value `read` returns at each scrape.
  ///
  /// If `read` returns nil or throws, the sample is omitted.
  package func gauge(
    _ name: String, _ help: String, _ labels: [MetricLabel] = [], read: @escaping @Sendable () throws -> Double?
  ) {
    add(Gauge(read: read), name, help, .gauge, labels)
  }

  /// Registers a counter whose value `read` returns at each scrape.
  ///
  /// If `read` returns nil or throws, the sample is omitted.
  package func total(
    _ name: String, _ help: String, _ labels: [MetricLabel] = [], read: @escaping @Sendable () throws -> Double?
  ) {
    add(Gauge(read: read), name, help, .counter, labels)
  }

  /// Registers a histogram whose counts `read` returns at each scrape.
  package func histogram(_ name: String, _ help: String, read: @escaping @Sendable () -> HistogramCounts) {
    add(ReadHistogram(read: read), name, help, .histogram, [])
  }

  /// The current samples of all metrics as text, grouped by metric.
  package var text: [UInt8] {
    let all = families.withLock { $0 }
    var text = MetricsText()
    for family in all {
      text.begin(family.name, family.help, family.type)
      for series in family.series { series.source.write(family.name, series.labels, to: &text) }
    }
    return text.bytes
  }

  /// Adds a series to the metric with this name; registers the metric if it is new.
  package func add(
    _ series: any MetricSeries, _ name: String, _ help: String, _ type: MetricType, _ labels: [MetricLabel]
  ) {
    families.withLock { Self.add(series, name, help, type, labels, to: &$0) }
  }

  private static func add(
    _ series: any MetricSeries, _ name: String, _ help: String, _ type: MetricType, _ labels: [MetricLabel],
    to families: inout [Family]
  ) {
    if let known = families.firstIndex(where: { $0.name == name }) {
      families[known].series.append((labels, series))
    } else {
      families.append(Family(name: name, help: help, type: type, series: [(labels, series)]))
    }
  }
}

/// Writes samples in the Prometheus text format.
package struct MetricsText {
  private(set) var bytes: [UInt8] = []

  /// Writes the help and the type of a metric. Its samples must follow.
  mutating func begin(_ name: String, _ help: String, _ type: MetricType) {
    line("# HELP \(name) \(help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n"))")
    line("# TYPE \(name) \(type.rawValue)")
  }

  package mutating func sample(_ name: String, _ labels: [MetricLabel], _ value: Double) {
    let number = value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    guard !labels.isEmpty else { return line("\(name) \(number)") }
    let written = labels.map { label in
      let value = label.value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
      return "\(label.name)=\"\(value)\""
    }
    line("\(name){\(written.joined(separator: ","))} \(number)")
  }

  /// Writes the samples of a histogram: the cumulative buckets, the sum and the count.
  ///
  /// - Parameter counts: One count per bound, not cumulative, and a last one for values above all
  ///   bounds.
  mutating func histogram(_ name: String, _ labels: [MetricLabel], bounds: [String], counts: [Int], sum: Double) {
    var total = 0
    for (place, count) in counts.enumerated() {
      total += count
      let bound = place < bounds.count ? bounds[place] : "+Inf"
      sample("\(name)_bucket", labels + [MetricLabel("le", bound)], Double(total))
    }
    sample("\(name)_sum", labels, sum)
    sample("\(name)_count", labels, Double(total))
  }

  private mutating func line(_ text: String) {
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\n"))
  }
}

/// Responds to `GET /metrics` and `HEAD /metrics` on the metrics listener.
///
/// Any other path returns 404, and any other method 405. If samples may require a database on
/// another machine, a dedicated thread reads them and further requests wait in its queue. If the
/// queue is full, returns 503.
package struct MetricsPage: Sendable {
  private let registry: MetricsRegistry
  private let waiting: WorkerPool?

  /// Creates the page. `isRemote` is true if samples may require a database on another machine.
  package init(_ registry: MetricsRegistry, isRemote: Bool) {
    self.registry = registry
    waiting = isRemote ? WorkerPool("valence.metrics", width: 1, capacity: 16) : nil
  }

  package func respond(to request: Request) -> Reply {
    guard request.path == "/metrics" else { return .now(Self.refusal(404, "not found; only /metrics is served\n")) }
    guard request.method == .get || request.method == .head else {
      var refusal = Self.refusal(405, "GET\n")
      refusal.headers.append(("Allow", "GET, HEAD"))
      return .now(refusal)
    }
    guard let waiting else { return .now(samples) }
    return .later(
      Job { done in
        if !waiting.run({ done(samples) }) { done(Self.refusal(503, "the database responds too slowly\n")) }
      })
  }

  private var samples: Response {
    Response(
      status: 200,
      headers: [("Content-Type", "text/plain; version=0.0.4; charset=utf-8"), ("Cache-Control", "no-store")],
      body: registry.text)
  }

  private static func refusal(_ status: Int, _ text: String) -> Response {
    let wait = status == 503 ? [("Retry-After", "1")] : []
    return Response(status: status, headers: [("Content-Type", "text/plain")] + wait, body: Array(text.utf8))
  }
}
