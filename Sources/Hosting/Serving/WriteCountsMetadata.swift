import Logging
import Storage

extension WriteCounts {
  /// The log fields.
  var metadata: Logger.Metadata {
    let mean = batches == 0 ? 0 : (Double(writes) / Double(batches) * 10).rounded() / 10
    var fields: Logger.Metadata = [
      "writes": "\(writes)", "batches": "\(batches)", "mean": "\(mean)", "largest": "\(largest)",
    ]
    // A remote engine does not count processor time.
    if processorSeconds > 0, writes > 0 {
      fields["processor"] = "\(Int((processorSeconds / Double(writes) * 1e6).rounded())) microseconds per write"
    }
    return fields
  }
}
