import Operations
import Services

/// The metrics of the database, the queues, the sessions and the definitions: all are read when they are scraped.
enum ServiceMetrics {
  /// Adds them to the registry.
  static func register(_ services: BankServices, _ definitions: Definitions, in registry: MetricsRegistry) {
    let figures = ServiceFigures(services)
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
    registry.gauge("valence_definitions_reload_failed", "1 where the last attempt to read them anew failed.") {
      definitions.reloadFailed == nil ? 0 : 1
    }
    registry.gauge("valence_directory_banks", "Banks in the BIC directory.") {
      Double(services.banks.directory.count)
    }
  }

  private static func register(databaseOf figures: ServiceFigures, in registry: MetricsRegistry) {
    registry.gauge("valence_database_file_bytes", "Bytes of the database's file.") { try figures.fileBytes() }
    registry.gauge("valence_database_log_bytes", "Bytes of the write-ahead log beside it.") { try figures.logBytes() }
    registry.gauge("valence_database_pages", "Pages of the file.") { try figures.pages() }
    registry.gauge("valence_database_free_pages", "Pages of it that hold nothing.") { try figures.freePages() }
    registry.gauge("valence_database_readers", "Connections that read.") { try figures.readers() }
    registry.gauge("valence_database_readers_busy", "Connections that read now.") { try figures.busyReaders() }
    registry.total("valence_database_reader_waits_total", "How often a reader found every connection taken.") {
      try figures.readerWaits()
    }
    registry.total("valence_database_commits_total", "Transactions that the writer has committed.") { figures.commits }
    for obstacle in [StorageObstacle.full, .readOnly, .busy, .damaged, .failing] {
      registry.total(
        "valence_database_failures_total", "How often the file could not be written or read, by the reason.",
        [MetricLabel("reason", obstacle.rawValue)]
      ) { figures.failures(obstacle) }
    }
  }

  private static func register(queuesOf figures: ServiceFigures, in registry: MetricsRegistry) {
    registry.gauge("valence_writes_waiting", "Writes that wait for their batch.") { figures.waitingWrites }
    registry.total("valence_writes_total", "Writes that were tried.") { figures.writes }
    registry.histogram("valence_write_batch_size", "Writes that shared a transaction.") { figures.batchSizes }
    registry.histogram("valence_write_batch_seconds", "Seconds of a batch, its commit included.") {
      figures.batchSeconds
    }
    registry.gauge("valence_hashing_waiting", "Passwords that wait to be hashed.") { figures.waitingHashes }
    registry.gauge("valence_hashing_running", "Passwords that are hashed now.") { figures.runningHashes }
  }
}
