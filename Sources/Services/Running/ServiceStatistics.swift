import DataAccess
import Platform
import Storage
import Secrets

/// Measurements of the services' internal state, for metrics. Each is read on access.
package struct ServiceStatistics: Sendable {
  private let services: BankServices

  package init(_ services: BankServices) { self.services = services }

  /// Size of the database, in bytes.
  package func fileBytes() throws -> Double { Double(try services.store.figures().fileBytes) }
  /// Size of the write-ahead log, in bytes.
  package func logBytes() throws -> Double { Double(try services.store.figures().logBytes) }
  /// Pages of the database.
  package func pages() throws -> Double { Double(try services.store.figures().pages) }
  /// Unused pages of the database.
  package func freePages() throws -> Double { Double(try services.store.figures().freePages) }
  /// Connections for reading.
  package func readers() throws -> Double { Double(try services.store.figures().readers) }
  /// Connections for reading that are in use.
  package func busyReaders() throws -> Double { Double(try services.store.figures().busyReaders) }
  /// Number of times that a reader had to wait for a connection.
  package func readerWaits() throws -> Double { Double(try services.store.figures().readerWaits) }
  /// Number of failures of this kind since the start.
  package func failures(_ obstacle: StorageFailureKind) -> Double {
    Double(services.store.health.failures.first { StorageFailureKind($0.key) == obstacle }?.value ?? 0)
  }

  /// True while the database is checked for damage in the background.
  package var isChecked: Bool { services.store.health.check == .running }

  /// Committed transactions.
  package var commits: Double { Double(services.store.writeCounts.commits) }
  /// Attempted writes.
  package var writes: Double { Double(services.store.writeCounts.writes) }
  /// Writes that wait for their batch.
  package var waitingWrites: Double { Double(services.store.writeCounts.waiting) }
  /// Writes per batch.
  package var batchSizes: HistogramSnapshot { HistogramSnapshot(services.store.writeCounts.sizes) }
  /// Duration of a batch, in seconds.
  package var batchSeconds: HistogramSnapshot { HistogramSnapshot(services.store.writeCounts.seconds) }

  /// Passwords that wait to be hashed.
  package var waitingHashes: Double { Double(services.auth.pool.load.waiting) }
  /// Passwords that are being hashed.
  package var runningHashes: Double { Double(services.auth.pool.load.running) }

  /// Cached sessions.
  package var cachedSessions: Double { Double(services.auth.sessions.count) }
  /// Sessions that have not reached their expiry.
  package func openSessions() throws -> Double {
    let now = services.clock()
    return Double(try services.store.read { try SessionDAO($0).countOpen(at: now) })
  }

  /// A distribution of values in intervals.
  package struct HistogramSnapshot: Sendable {
    /// The upper bounds in ascending order.
    package let bounds: [Double]
    /// The number of values above the previous bound and up to this one. The last element counts
    /// the values above all bounds.
    package let counts: [Int]
    package let sum: Double

    init(_ distribution: Distribution) {
      (bounds, counts, sum) = (distribution.bounds, distribution.counts, distribution.sum)
    }
  }
}
