import ArgumentParser
import SQLite

/// How much the one writer of the database takes on.
struct WriteOptions: ParsableArguments {
  @Option(1...100_000, help: "Writes that share one transaction, and one wait for the disk, at most.")
  var writeBatch = WriteLimits().batch

  @Option(1...1_000_000, help: "Writes that wait for their turn; more are answered with 503.")
  var writeQueue = WriteLimits().queue

  /// The limits that the options write.
  var limits: WriteLimits { WriteLimits(batch: writeBatch, queue: writeQueue) }
}
