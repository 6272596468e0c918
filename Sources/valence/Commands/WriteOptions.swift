import ArgumentParser
import Logging
import SQLite

/// How the writer of the database works.
struct WriteOptions: ParsableArguments {
  @Option(1...4096, help: "The most writes that share a transaction and its fsync; 1 gives each its own.")
  var writeBatch = WriteLimits().batch

  /// The limits that the options say.
  var limits: WriteLimits { WriteLimits(batch: writeBatch) }
}

extension WriteCounts {
  /// What the log tells of them.
  var metadata: Logger.Metadata {
    let mean = batches == 0 ? 0 : (Double(writes) / Double(batches) * 10).rounded() / 10
    return ["writes": "\(writes)", "batches": "\(batches)", "mean": "\(mean)", "largest": "\(largest)"]
  }
}
