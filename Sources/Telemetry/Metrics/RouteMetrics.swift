import Synchronization

/// The metrics of one route: responses by status, and latencies.
///
/// Counting a response takes three atomic additions. A route without requests writes no samples.
package final class RouteMetrics: Sendable {
  /// An atomic count. An array cannot contain `Atomic` itself, which is not copyable.
  private final class Cell: Sendable {
    let count = Atomic<Int>(0)
  }

  /// The inclusive upper bounds of the latency buckets, in microseconds.
  private static let bounds: [Int64] = [
    100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000,
    10_000_000,
  ]
  private static let boundTexts = bounds.map { "\(Double($0) / 1_000_000)" }
  /// The number of counted statuses, from 200 on.
  private static let statuses = 400

  private let labels: [MetricLabel]
  /// One cell per status.
  private let outcomes: [Cell]
  /// One cell per bound, one for latencies above all bounds, and one for the sum in microseconds.
  private let latencies: [Cell]

  /// Creates the metrics of the route with this method and pattern.
  init(_ method: String, _ pattern: String) {
    labels = [MetricLabel("method", method), MetricLabel("route", pattern)]
    outcomes = (0..<Self.statuses).map { _ in Cell() }
    latencies = (0..<(Self.bounds.count + 2)).map { _ in Cell() }
  }

  /// Counts a response. A status outside of 200...599 is counted only as a latency.
  package func count(status: Int, microseconds: Int64) {
    let outcome = status &- 200
    if outcome >= 0, outcome < Self.statuses { outcomes[outcome].count.wrappingAdd(1, ordering: .relaxed) }
    var bucket = 0
    while bucket < Self.bounds.count, microseconds > Self.bounds[bucket] { bucket &+= 1 }
    latencies[bucket].count.wrappingAdd(1, ordering: .relaxed)
    latencies[Self.bounds.count &+ 1].count.wrappingAdd(Int(microseconds), ordering: .relaxed)
  }

  /// The series of responses by status.
  var answers: any MetricSeries { Answers(route: self) }
  /// The series of latencies, in seconds.
  var seconds: any MetricSeries { Seconds(route: self) }

  private struct Answers: MetricSeries {
    let route: RouteMetrics

    func write(_ name: String, _ labels: [MetricLabel], to text: inout MetricsText) {
      for (offset, cell) in route.outcomes.enumerated() {
        let count = cell.count.load(ordering: .relaxed)
        if count > 0 { text.sample(name, labels + [MetricLabel("status", "\(offset + 200)")], Double(count)) }
      }
    }
  }

  private struct Seconds: MetricSeries {
    let route: RouteMetrics

    func write(_ name: String, _ labels: [MetricLabel], to text: inout MetricsText) {
      let counts = route.latencies.dropLast().map { $0.count.load(ordering: .relaxed) }
      let sum = Double(route.latencies[counts.count].count.load(ordering: .relaxed)) / 1_000_000
      guard counts.contains(where: { $0 > 0 }) else { return }
      text.histogram(name, labels, bounds: RouteMetrics.boundTexts, counts: counts, sum: sum)
    }
  }
}

extension RouteMetrics {
  /// Registers the metrics of the routes in order, and then the metrics of requests that reached no
  /// endpoint.
  package static func all(
    of patterns: [(method: String, pattern: String)], in registry: MetricsRegistry
  ) -> [RouteMetrics] {
    let routes = patterns.map { RouteMetrics($0.method, $0.pattern) } + [RouteMetrics("other", "none")]
    for route in routes {
      registry.add(
        route.answers, "valence_requests_total", "Responses, by route and status.", .counter, route.labels)
    }
    for route in routes {
      registry.add(
        route.seconds, "valence_request_seconds", "Seconds from the request line to the response, by route.",
        .histogram, route.labels)
    }
    return routes
  }
}
