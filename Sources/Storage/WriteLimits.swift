/// The limits of the writer.
///
///     let limits = WriteLimits(batch: 64, queue: 1024)
///     let database = try Database.temporary(limits: limits)  // commits at most 64 writes at a time
package struct WriteLimits: Sendable {
  /// The most writes that share one transaction; 1 commits each alone.
  package var batch: Int
  /// The most writes that wait; beyond, a write is refused with `WriteQueueFull`.
  package var queue: Int

  /// The pages of the log of changes from which on they are moved into the file.
  package var logPages: Int

  /// True if they are moved beside the writes; false if a COMMIT does it, and takes so long.
  package var checkpointsInBackground: Bool

  /// At most 256 writes a batch, 4096 waiting and 12,000 pages (48 MB), which are moved beside the writes, unless told otherwise.
  package init(batch: Int = 256, queue: Int = 4096, logPages: Int = 12_000, checkpointsInBackground: Bool = true) {
    self.batch = max(1, batch)
    self.queue = max(1, queue)
    self.logPages = max(1, logPages)
    self.checkpointsInBackground = checkpointsInBackground
  }
}

/// The counts of the writer since the start.
package struct WriteCounts: Sendable, Equatable {
  /// Transactions begun.
  package let batches: Int
  /// Writes in them.
  package let writes: Int
  /// Transactions that were committed.
  package let commits: Int
  /// Writes that wait for their batch.
  package let waiting: Int
  /// The sizes of the batches, in writes.
  package let sizes: Distribution
  /// The durations of the batches from BEGIN to COMMIT, in seconds.
  package let seconds: Distribution
  /// The most writes that there were in one.
  package let largest: Int
  /// The processor time of the batches on the writer's thread, in seconds; 0 if the engine does not count it.
  package let processorSeconds: Double

  /// Creates counts.
  package init(
    batches: Int, writes: Int, commits: Int, waiting: Int, sizes: Distribution, seconds: Distribution, largest: Int,
    processorSeconds: Double = 0
  ) {
    (self.batches, self.writes, self.commits, self.waiting) = (batches, writes, commits, waiting)
    (self.sizes, self.seconds, self.largest) = (sizes, seconds, largest)
    self.processorSeconds = processorSeconds
  }
}

/// The queue of writes is full: nothing was done, and a later try may succeed.
package struct WriteQueueFull: Error, Equatable {
  /// The number of waiting writes.
  package let waiting: Int

  /// Creates the error of a queue with that many writes.
  package init(waiting: Int) { self.waiting = waiting }
}

/// The database has been closed to writes.
package struct DatabaseClosed: Error, Equatable {
  /// Creates the error.
  package init() {}
}
