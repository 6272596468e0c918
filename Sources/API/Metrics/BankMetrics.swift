import Model
import Operations
import Services

/// The metrics of the bank, each where it is counted.
package final class BankMetrics: Sendable {
  /// All of them.
  package let registry = MetricsRegistry()
  private let executed: Counter
  private let rejected: Counter
  private let waits: Histogram
  /// The work of the engine: what it works out when a form is drawn, asked again, and judged.
  let drawing: EngineMetrics
  let evaluating: EngineMetrics
  let judging: EngineMetrics

  /// The metrics of these services.
  init(_ services: BankServices, _ definitions: Definitions) {
    (drawing, evaluating, judging) = EngineMetrics.all(in: registry)
    ServiceMetrics.register(services, definitions, in: registry)
    ProcessMetrics.register(in: registry)
    let feed = services.coreFeed
    let acknowledged = "valence_core_acknowledgements_total"
    let help = "Acknowledgements of the bank's core, by the status that they gave."
    executed = registry.counter(acknowledged, help, [MetricLabel("status", "executed")])
    rejected = registry.counter(acknowledged, help, [MetricLabel("status", "rejected")])
    waits = registry.histogram(
      "valence_core_acknowledgement_seconds", "Seconds from a signature to the acknowledgement of the bank's core.",
      bounds: [1, 5, 15, 60, 300, 900, 3600, 14_400, 86_400, 259_200])
    registry.gauge("valence_core_waiting", "Signed submissions that the bank's core has not acknowledged.") {
      Double(try feed.health().waiting)
    }
    registry.gauge(
      "valence_core_oldest_waiting_seconds", "How long the one of them has waited that has waited longest."
    ) {
      try feed.health().oldest.inSeconds
    }
    registry.gauge(
      "valence_core_last_pull_timestamp_seconds", "When the bank's core last asked, since the epoch; absent before."
    ) {
      try feed.health().lastPull.map { Double($0.microseconds) / 1_000_000 }
    }
  }

  /// Counts an acknowledgement that was taken for the first time.
  func count(_ acknowledged: HandOver) {
    (acknowledged.submission.status == .rejected ? rejected : executed).add()
    guard let at = acknowledged.acknowledged else { return }
    waits.observe((at - acknowledged.signed).inSeconds)
  }
}

extension Duration {
  /// The duration in seconds.
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
