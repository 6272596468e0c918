import ArgumentParser
import ArgumentParser
import Logging
import SQLite
import Storage

/// How much the one writer of the database takes on.
struct WriteOptions: ParsableArguments {
  @Option(
    1...4096, help: "Writes that share one transaction, and one wait for the disk, at most; 1 gives each its own.")
  var writeBatch = WriteLimits().batch

  @Option(1...1_000_000, help: "Writes that wait for their turn; more are answered with 503.")
  var writeQueue = WriteLimits().queue

  /// The limits that the options write.
  var limits: WriteLimits { WriteLimits(batch: writeBatch, queue: writeQueue) }
}

extension WriteCounts {
  /// What the log tells of them.
  var metadata: Logger.Metadata {
    let mean = batches == 0 ? 0 : (Double(writes) / Double(batches) * 10).rounded() / 10
    return ["writes": "\(writes)", "batches": "\(batches)", "mean": "\(mean)", "largest": "\(largest)"]
  }
}
