import Synchronization

/// How many connections may be open, and how many are: taken by the acceptor, freed by the thread that closes one.
final class ConnectionQuota: Sendable {
  /// Wakes the acceptor.
  let watch: Watch
  private let limit: Int
  private let taken = Atomic(0)

  /// A quota of so many connections.
  init(limit: Int) throws(ServerError) {
    self.limit = limit
    watch = try Watch()
  }

  /// How many connections are open.
  var count: Int { taken.load(ordering: .relaxed) }

  /// Whether another connection may be accepted.
  var isLeft: Bool { taken.load(ordering: .acquiring) < limit }

  /// A connection was accepted.
  func take() { taken.wrappingAdd(1, ordering: .acquiringAndReleasing) }

  /// A connection is closed; if it was the one too many, the acceptor is told.
  func free() {
    if taken.wrappingSubtract(1, ordering: .acquiringAndReleasing).oldValue >= limit { watch.wake() }
  }
}
