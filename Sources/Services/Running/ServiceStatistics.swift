import DataAccess
import Platform
import Storage
import Secrets

/// Figures of the services' inner state for metrics, each read when it is asked for.
///
///     let figures = ServiceStatistics(services)
///     let bytes = try figures.fileBytes()
///     let waiting = figures.waitingWrites
package struct ServiceStatistics: Sendable {
  private let services: BankServices

  /// Creates the figures of these services.
  package init(_ services: BankServices) { self.services = services }

  /// Bytes of the database's file.
  package func fileBytes() throws -> Double { Double(try services.store.figures().fileBytes) }
  /// Bytes of the log beside it.
  package func logBytes() throws -> Double { Double(try services.store.figures().logBytes) }
  /// Pages of the file.
  package func pages() throws -> Double { Double(try services.store.figures().pages) }
  /// Pages that hold nothing.
  package func freePages() throws -> Double { Double(try services.store.figures().freePages) }
  /// Connections that read.
  package func readers() throws -> Double { Double(try services.store.figures().readers) }
  /// Connections that read now.
  package func busyReaders() throws -> Double { Double(try services.store.figures().busyReaders) }
  /// Times that a reader waited for a connection.
  package func readerWaits() throws -> Double { Double(try services.store.figures().readerWaits) }
  /// Times that the file met that obstacle.
  package func failures(_ obstacle: StorageFailureKind) -> Double {
    Double(services.store.health.failures.first { StorageFailureKind($0.key) == obstacle }?.value ?? 0)
  }

  /// True while the file is checked for damage beside the service.
  package var isChecked: Bool { services.store.health.check == .running }

  /// Transactions committed by the writer.
  package var commits: Double { Double(services.store.writeCounts.commits) }
  /// Writes that were tried.
  package var writes: Double { Double(services.store.writeCounts.writes) }
  /// Writes that wait for their batch.
  package var waitingWrites: Double { Double(services.store.writeCounts.waiting) }
  /// Writes in each batch.
  package var batchSizes: HistogramSnapshot { HistogramSnapshot(services.store.writeCounts.sizes) }
  /// Seconds of each batch.
  package var batchSeconds: HistogramSnapshot { HistogramSnapshot(services.store.writeCounts.seconds) }

  /// Passwords that wait to be hashed.
  package var waitingHashes: Double { Double(services.auth.pool.load.waiting) }
  /// Passwords that are hashed now.
  package var runningHashes: Double { Double(services.auth.pool.load.running) }

  /// Sessions that are remembered without a query.
  package var cachedSessions: Double { Double(services.auth.sessions.count) }
  /// Sessions that have not ended.
  package func openSessions() throws -> Double {
    let now = services.clock()
    return Double(try services.store.read { try SessionDAO($0).countOpen(at: now) })
  }

  /// Values by their bounds.
  package struct HistogramSnapshot: Sendable {
    /// The upper bounds, in rising order.
    package let bounds: [Double]
    /// Count of values at or below each bound and above the previous; the last counts those above all.
    package let counts: [Int]
    /// The sum of the values.
    package let sum: Double

    init(_ distribution: Distribution) {
      (bounds, counts, sum) = (distribution.bounds, distribution.counts, distribution.sum)
    }
  }
}
