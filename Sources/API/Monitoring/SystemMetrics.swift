import BankSystems
import Operations
import HTTPClient
import Telemetry

/// The metrics of the bank's systems: requests, failures and open circuits.
///
/// The systems change with the definitions, so each metric has a sample for each active system.
struct SystemMetrics: MetricSeries {
  private let systems: BankSystemRegistry
  private let samples: @Sendable (BankSystemRegistry) -> [(labels: [MetricLabel], value: Double)]

  static func register(_ systems: BankSystemRegistry, in registry: MetricsRegistry) {
    func add(
      _ name: String, _ help: String, _ type: MetricType,
      _ samples: @escaping @Sendable (BankSystemRegistry) -> [([MetricLabel], Double)]
    ) {
      registry.add(SystemMetrics(systems: systems, samples: samples), name, help, type, [])
    }
    add("valence_system_requests_total", "Requests to a system of the bank, including retries.", .counter) {
      $0.figures.map { ([MetricLabel("system", $0.name)], Double($0.counts.sent)) }
    }
    add("valence_system_failures_total", "Requests to a system of the bank without an answer, by reason.", .counter) {
      $0.figures.flatMap { system in
        var reasons = system.counts.failures.map { (name: $0.key.rawValue, count: $0.value) }
        if system.unusable > 0 { reasons.append(("unusable", system.unusable)) }
        return reasons.sorted { $0.name < $1.name }.map { reason in
          ([MetricLabel("system", system.name), MetricLabel("reason", reason.name)], Double(reason.count))
        }
      }
    }
    add("valence_system_paused", "1 while the circuit of a system of the bank is open for all callers.", .gauge) {
      $0.figures.map { ([MetricLabel("system", $0.name)], $0.isCircuitOpen ? 1 : 0) }
    }
    add("valence_system_recorded", "1 while recorded answers replace a system of the bank.", .gauge) {
      $0.figures.map { ([MetricLabel("system", $0.name)], $0.isRecorded ? 1 : 0) }
    }
    add("valence_system_kept_bytes", "Size of the cached answers of all systems in bytes.", .gauge) {
      [([], Double($0.bytesKept))]
    }
  }

  func write(_ name: String, _ labels: [MetricLabel], to text: inout MetricsText) {
    for sample in samples(systems) { text.sample(name, labels + sample.labels, sample.value) }
  }
}
