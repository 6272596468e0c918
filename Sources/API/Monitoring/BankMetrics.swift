import Dates
import HTTPServer
import Model
import BICDirectory
import BankSystems
import Operations
import Services
package import Telemetry

/// The metrics of the server.
package final class BankMetrics: Sendable {
  package let registry = MetricsRegistry()
  private let executed: Counter
  private let rejected: Counter
  private let waits: Histogram
  /// The duration of rendering, evaluating and validating forms.
  let drawing: EngineMetrics
  let evaluating: EngineMetrics
  let judging: EngineMetrics

  init(
    _ services: BankServices, _ definitions: ServingDefinitions, _ systems: BankSystemRegistry,
    _ courier: DeliveryWorker
  ) {
    (drawing, evaluating, judging) = EngineMetrics.all(in: registry)
    ServiceMetrics.register(services, definitions, in: registry)
    ProcessMetrics.register(in: registry)
    SystemMetrics.register(systems, in: registry)
    DeliveryMetrics.register(services.deliveries, courier, in: registry)
    MessageMetrics.register(services.messages, in: registry)
    let feed = services.coreFeed
    let acknowledged = "valence_core_acknowledgements_total"
    let help = "Acknowledgements by the bank's core, by status."
    executed = registry.counter(acknowledged, help, [MetricLabel("status", "executed")])
    rejected = registry.counter(acknowledged, help, [MetricLabel("status", "rejected")])
    waits = registry.histogram(
      "valence_core_acknowledgement_seconds", "Seconds from a signature to its acknowledgement by the bank's core.",
      bounds: [1, 5, 15, 60, 300, 900, 3600, 14_400, 86_400, 259_200])
    registry.gauge("valence_core_waiting", "Signed submissions that the bank's core has not acknowledged.") {
      Double(try feed.health().waiting)
    }
    registry.gauge(
      "valence_core_oldest_waiting_seconds",
      "Age of the oldest signed submission that the bank's core has not acknowledged, in seconds."
    ) {
      try feed.health().oldest.inSeconds
    }
    registry.gauge(
      "valence_core_last_pull_timestamp_seconds",
      "Time of the last request of the bank's core, in seconds since the epoch; absent before the first."
    ) {
      try feed.health().lastPull.map { Double($0.microseconds) / 1_000_000 }
    }
  }

  /// Counts the first acknowledgement of a submission and the time since its signature.
  func count(_ acknowledged: CoreFeedEntry) {
    (acknowledged.submission.status == .rejected ? rejected : executed).add()
    guard let at = acknowledged.acknowledged else { return }
    waits.observe((at - acknowledged.signed).inSeconds)
  }
}

extension HistogramCounts {
  fileprivate init(_ snapshot: ServiceStatistics.HistogramSnapshot) {
    self.init(bounds: snapshot.bounds, counts: snapshot.counts, sum: snapshot.sum)
  }
}

extension Duration {
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

/// The duration of one kind of work on forms.
struct EngineMetrics: Sendable {
  private let seconds: Histogram

  static func all(in registry: MetricsRegistry) -> (drawing: Self, evaluating: Self, judging: Self) {
    func one(_ kind: String) -> Self {
      Self(
        seconds: registry.histogram(
          "valence_engine_seconds", "Seconds to render a form, to evaluate it and to validate values.",
          [MetricLabel("work", kind)],
          bounds: [0.000_025, 0.000_05, 0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25]))
    }
    return (one("draw"), one("evaluate"), one("judge"))
  }

  /// Counts work that started at `began` and ends now.
  func count(since began: Moment) { seconds.observe(microseconds: began.microsecondsAgo) }
}

/// The metrics of the database, the queues, the sessions and the definitions. They are read at each
/// scrape.
enum ServiceMetrics {
  static func register(_ services: BankServices, _ definitions: ServingDefinitions, in registry: MetricsRegistry) {
    let figures = ServiceStatistics(services)
    register(databaseOf: figures, in: registry)
    register(queuesOf: figures, in: registry)
    registry.gauge("valence_sessions_open", "Sessions that have not ended.") { try figures.openSessions() }
    registry.gauge("valence_sessions_cached", "Sessions in the cache.") {
      figures.cachedSessions
    }
    registry.gauge("valence_operations", "Active operations.") {
      Double(definitions.catalog.operations.count)
    }
    registry.gauge("valence_definitions_compile_seconds", "Seconds to read and compile the active definitions.") {
      definitions.catalog.compileTime.inSeconds
    }
    registry.gauge("valence_definitions_reload_failed", "1 if the last reload of the definitions failed.") {
      definitions.reloadFailure == nil ? 0 : 1
    }
    registry.gauge("valence_directory_banks", "Banks in the BIC directory.") {
      Double(services.banks.directory.count)
    }
  }

  private static func register(databaseOf figures: ServiceStatistics, in registry: MetricsRegistry) {
    registry.gauge("valence_database_file_bytes", "Size of the database file in bytes.") { try figures.fileBytes() }
    registry.gauge("valence_database_log_bytes", "Size of the write-ahead log in bytes.") { try figures.logBytes() }
    registry.gauge("valence_database_pages", "Pages of the database file.") { try figures.pages() }
    registry.gauge("valence_database_free_pages", "Unused pages of the database file.") { try figures.freePages() }
    registry.gauge("valence_database_readers", "Read connections.") { try figures.readers() }
    registry.gauge("valence_database_readers_busy", "Read connections in use.") { try figures.busyReaders() }
    registry.total("valence_database_reader_waits_total", "Reads that waited for a connection.") {
      try figures.readerWaits()
    }
    registry.total("valence_database_commits_total", "Transactions committed by the writer.") { figures.commits }
    registry.gauge(
      "valence_database_check_running", "1 while the integrity check of the database file runs in the background."
    ) {
      figures.isChecked ? 1 : 0
    }
    for obstacle in [
      StorageFailureKind.full, .readOnly, .busy, .damaged, .failing, .unreachable, .denied, .missing,
    ] {
      registry.total(
        "valence_database_failures_total", "Failed database reads and writes, by reason.",
        [MetricLabel("reason", obstacle.rawValue)]
      ) { figures.failures(obstacle) }
    }
  }

  private static func register(queuesOf figures: ServiceStatistics, in registry: MetricsRegistry) {
    registry.gauge("valence_writes_waiting", "Writes in the queue.") { figures.waitingWrites }
    registry.total("valence_writes_total", "Attempted writes.") { figures.writes }
    registry.histogram("valence_write_batch_size", "Writes in one transaction.") {
      HistogramCounts(figures.batchSizes)
    }
    registry.histogram("valence_write_batch_seconds", "Duration of a batch in seconds, including the commit.") {
      HistogramCounts(figures.batchSeconds)
    }
    registry.gauge("valence_hashing_waiting", "Passwords in the queue for hashing.") { figures.waitingHashes }
    registry.gauge("valence_hashing_running", "Passwords being hashed.") { figures.runningHashes }
  }
}
