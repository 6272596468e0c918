import Synchronization

/// Forbids blocking database calls on the calling thread while a closure runs, and records
/// attempts. The caller can then repeat the work on a thread that may block.
package final class WaitingBan: Sendable {
  private static let current = CallLocal<WaitingBan>()
  private let met = Atomic(false)

  package init() {}

  /// True if a blocking call was attempted and rejected under this ban.
  package var wasMet: Bool { met.load(ordering: .relaxed) }

  /// True if a blocking call was attempted under the current ban of this thread.
  package static var isMet: Bool { current.value?.wasMet ?? false }

  /// Called before a blocking call. Returns true if a ban is active, and records the attempt. The
  /// caller must not block then.
  package static func meet() -> Bool {
    guard let ban = current.value else { return false }
    ban.met.store(true, ordering: .relaxed)
    return true
  }

  /// Runs `body` on the calling thread under this ban.
  package func hold<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.current.with(self, body)
  }
}
