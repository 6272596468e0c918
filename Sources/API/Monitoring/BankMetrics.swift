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
      "valence_core_oldest_waiting_seconds", "The longest wait among them, in seconds."
    ) {
      try feed.health().oldest.inSeconds
    }
    registry.gauge(
      "valence_core_last_pull_timestamp_seconds", "When the bank's core last asked, since the epoch; absent before."
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
          "valence_engine_seconds", "Seconds that the engine took to draw a form, to evaluate it and to judge values.",
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
    registry.gauge("valence_sessions_cached", "Sessions that are remembered without asking the database.") {
      figures.cachedSessions
    }
    registry.gauge("valence_operations", "Operations that are served.") {
      Double(definitions.catalog.operations.count)
    }
    registry.gauge("valence_definitions_compile_seconds", "Seconds that reading and compiling the served ones took.") {
      definitions.catalog.compileTime.inSeconds
    }
    registry.gauge("valence_definitions_reload_failed", "1 where the last attempt to read them anew met faults.") {
      definitions.reloadFailure == nil ? 0 : 1
    }
    registry.gauge("valence_directory_banks", "Banks in the BIC directory.") {
      Double(services.banks.directory.count)
    }
  }

  private static func register(databaseOf figures: ServiceStatistics, in registry: MetricsRegistry) {
    registry.gauge("valence_database_file_bytes", "Bytes of the database's file.") { try figures.fileBytes() }
    registry.gauge("valence_database_log_bytes", "Bytes of the write-ahead log beside it.") { try figures.logBytes() }
    registry.gauge("valence_database_pages", "Pages of the file.") { try figures.pages() }
    registry.gauge("valence_database_free_pages", "Pages of it that hold nothing.") { try figures.freePages() }
    registry.gauge("valence_database_readers", "Connections that read.") { try figures.readers() }
    registry.gauge("valence_database_readers_busy", "Connections that read now.") { try figures.busyReaders() }
    registry.total("valence_database_reader_waits_total", "Reads that found every connection taken.") {
      try figures.readerWaits()
    }
    registry.total("valence_database_commits_total", "Transactions that the writer has committed.") { figures.commits }
    registry.gauge("valence_database_check_running", "1 while the file is checked for damage beside the service.") {
      figures.isChecked ? 1 : 0
    }
    for obstacle in [
      StorageFailureKind.full, .readOnly, .busy, .damaged, .failing, .unreachable, .denied, .missing,
    ] {
      registry.total(
        "valence_database_failures_total", "Failures to write or read the file, by reason.",
        [MetricLabel("reason", obstacle.rawValue)]
      ) { figures.failures(obstacle) }
    }
  }

  private static func register(queuesOf figures: ServiceStatistics, in registry: MetricsRegistry) {
    registry.gauge("valence_writes_waiting", "Writes that wait for their batch.") { figures.waitingWrites }
    registry.total("valence_writes_total", "Writes that were tried.") { figures.writes }
    registry.histogram("valence_write_batch_size", "Writes that shared a transaction.") {
      HistogramCounts(figures.batchSizes)
    }
    registry.histogram("valence_write_batch_seconds", "Seconds of a batch, its commit included.") {
      HistogramCounts(figures.batchSeconds)
    }
    registry.gauge("valence_hashing_waiting", "Passwords that wait to be hashed.") { figures.waitingHashes }
    registry.gauge("valence_hashing_running", "Passwords that are hashed now.") { figures.runningHashes }
  }
}
