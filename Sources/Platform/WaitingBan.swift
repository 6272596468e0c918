import Synchronization

/// Forbids the calling thread to wait for another machine while it runs something, and knows whether it would have waited.
///
///     let ban = WaitingBan()
///     let reply = ban.hold { answer(request) }
///     if ban.wasMet { later { answer(request) } }  // on a thread that may wait
package final class WaitingBan: Sendable {
  private static let current = CallLocal<WaitingBan>()
  private let met = Atomic(false)

  /// Creates a ban that nobody has met.
  package init() {}

  /// True if something under the ban wanted to wait, and was refused.
  package var wasMet: Bool { met.load(ordering: .relaxed) }

  /// True if something under the present ban of this thread wanted to wait.
  package static var isMet: Bool { current.value?.wasMet ?? false }

  /// True if this thread may not wait now. The caller wants to wait, and must not.
  package static func meet() -> Bool {
    guard let ban = current.value else { return false }
    ban.met.store(true, ordering: .relaxed)
    return true
  }

  /// Runs `body`, which stays on the calling thread, under the ban.
  package func hold<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.current.with(self, body)
  }
}
