import BankSystems
import Operations
import Services
import Telemetry

/// The metrics of deliveries: backlog, age, attempts and outcomes.
///
/// The systems change with the definitions, so each metric has a sample for each effect with open
/// deliveries or for each system with attempts.
struct DeliveryMetrics: MetricSeries {
  private let samples: @Sendable () -> [(labels: [MetricLabel], value: Double)]

  static func register(_ deliveries: Deliveries, _ courier: DeliveryWorker, in registry: MetricsRegistry) {
    func add(
      _ name: String, _ help: String, _ type: MetricType,
      _ samples: @escaping @Sendable () -> [([MetricLabel], Double)]
    ) {
      registry.add(DeliveryMetrics(samples: samples), name, help, type, [])
    }
    let backlog: @Sendable (@escaping (Deliveries.Backlog) -> Double) -> [([MetricLabel], Double)] = { value in
      ((try? deliveries.backlog()) ?? []).map { open in
        ([MetricLabel("system", open.service), MetricLabel("effect", open.effect)], value(open))
      }
    }
    add("valence_deliveries_waiting", "Signed submissions with an open delivery to a system of the bank.", .gauge) {
      backlog { Double($0.waiting) }
    }
    add("valence_deliveries_unknown", "Open deliveries with an unknown outcome, which are not sent again.", .gauge) {
      backlog { Double($0.unknown) }
    }
    add("valence_deliveries_failing", "Open deliveries with at least ten attempts and no declared answer.", .gauge) {
      backlog { Double($0.failing) }
    }
    add(
      "valence_deliveries_oldest_seconds",
      "Time since the oldest submission with an open delivery was signed, in seconds.", .gauge
    ) {
      backlog { $0.oldest.inSeconds }
    }
    add("valence_delivery_attempts_total", "Delivery requests, by system.", .counter) {
      courier.counts.map { ([MetricLabel("system", $0.system)], Double($0.counts.attempts)) }
    }
    add(
      "valence_delivery_outcomes_total", "Outcomes of deliveries, including later contrary ones, by system.", .counter
    ) {
      courier.counts.flatMap { system, counts in
        // An alert detects the first contrary outcome only if the series was zero before.
        counts.outcomes.merging(["contrary": 0]) { count, _ in count }.sorted { $0.key < $1.key }.map {
          ([MetricLabel("system", system), MetricLabel("outcome", $0.key)], Double($0.value))
        }
      }
    }
  }

  func write(_ name: String, _ labels: [MetricLabel], to text: inout MetricsText) {
    for sample in samples() { text.sample(name, labels + sample.labels, sample.value) }
  }
}
