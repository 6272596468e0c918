/// The limits of a writer.
package struct WriteLimits: Sendable {
  /// Maximum number of writes that share one transaction. 1 commits each write separately.
  package var batch: Int
  /// Maximum number of queued writes. Further writes fail with `WriteQueueFull`.
  package var queue: Int

  /// The length of SQLite's write-ahead log, in pages, at which a checkpoint is due.
  package var logPages: Int

  /// True if checkpoints run on a separate thread; false if a COMMIT runs them.
  package var checkpointsInBackground: Bool

  /// Creates limits; raises the three numbers to at least 1. The default 12,000 pages are 48 MB.
  package init(batch: Int = 256, queue: Int = 4096, logPages: Int = 12_000, checkpointsInBackground: Bool = true) {
    self.batch = max(1, batch)
    self.queue = max(1, queue)
    self.logPages = max(1, logPages)
    self.checkpointsInBackground = checkpointsInBackground
  }
}

/// Counters of a writer since the start.
package struct WriteCounts: Sendable, Equatable {
  /// Batches begun.
  package let batches: Int
  /// Writes in these batches.
  package let writes: Int
  /// Committed transactions.
  package let commits: Int
  /// Queued writes.
  package let waiting: Int
  /// The sizes of the batches, in writes.
  package let sizes: Distribution
  /// The durations of the batches from BEGIN to COMMIT, in seconds.
  package let seconds: Distribution
  /// The size of the largest batch, in writes.
  package let largest: Int
  /// The processor time of the batches on the writer's thread, in seconds; 0 if the engine does not
  /// measure it.
  package let processorSeconds: Double

  package init(
    batches: Int, writes: Int, commits: Int, waiting: Int, sizes: Distribution, seconds: Distribution, largest: Int,
    processorSeconds: Double = 0
  ) {
    (self.batches, self.writes, self.commits, self.waiting) = (batches, writes, commits, waiting)
    (self.sizes, self.seconds, self.largest) = (sizes, seconds, largest)
    self.processorSeconds = processorSeconds
  }
}

/// The queue of writes is full. Nothing was done, and a retry may succeed.
package struct WriteQueueFull: Error, Equatable {
  /// The number of queued writes.
  package let waiting: Int

  package init(waiting: Int) { self.waiting = waiting }
}

/// The store is closed and rejects writes.
package struct DatabaseClosed: Error, Equatable {
  package init() {}
}
