import Atoms
import Services

/// A query in flight. Access it only while holding the lock of the registry's state.
final class PendingQuestion: @unchecked Sendable {
  /// The key of a query in flight.
  struct Key: Hashable {
    let identity: SystemQuestion.Identity
    /// True for queries that decide about a submission. They never join a query that was sent
    /// earlier for a form.
    let isAnew: Bool
  }

  var waiting: [@Sendable (LookupAnswer) -> Void] = []
  /// The request that sent the query, for the log.
  let request = CurrentRequest.mark
  /// False after the answers about the person or of the system were removed, because the answer
  /// can be outdated when it arrives.
  var isKept = true
}
