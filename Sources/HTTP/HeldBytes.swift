import Synchronization

/// The bytes that wait in memory for clients: answers that are not taken, and bodies that are not whole. Whoever lets much
/// wait loses the connections that have waited longest: an answer that is being read is gone in a moment.
final class HeldBytes: Sendable {
  private struct Held {
    var all = 0
    var bySite: [UInt64: Int] = [:]
    /// What was given back since the arenas were trimmed.
    var freed = 0
  }

  /// Fewer bytes of one connection are not counted: the limit of connections bounds them.
  static let least = 16 * 1024
  /// So many must have been given back before the arenas are worth trimming.
  private static let worthwhile = 4 * 1024 * 1024

  private let limit: Int
  private let limitPerSite: Int
  private let held = Mutex(Held())

  /// A count with these bounds: bytes in all, and bytes of one address.
  init(limit: Int, perSite: Int) { (self.limit, limitPerSite) = (limit, perSite) }

  /// From now on `link` holds so many bytes. Ends the connections that have to go for it.
  func hold(_ bytes: Int, by link: Link, among links: Links) {
    let bytes = bytes < HeldBytes.least ? 0 : bytes
    let before = link.hold(bytes)
    if bytes == before { return }
    let (ofSite, ofAll) = held.withLock { held in
      held.all += bytes - before
      if bytes < before { held.freed += before - bytes }
      guard let place = link.site.place else { return (0, held.all - limit) }
      let sum = held.bySite[place, default: 0] + bytes - before
      held.bySite[place] = sum == 0 ? nil : sum
      return (sum - limitPerSite, held.all - limit)
    }
    if bytes < before { return }
    if ofSite > 0 { links.cutOff(holding: ofSite, of: link.site, but: link) }
    if ofAll > 0 { links.cutOff(holding: ofAll, of: nil, but: link) }
  }

  /// The library frees so many bytes of a connection that is closed.
  func giveBack(_ bytes: Int) { held.withLock { $0.freed += bytes } }

  /// Whether so much was given back that the arenas are worth trimming; asked once, it begins anew.
  func takeFreed() -> Bool {
    held.withLock { held in
      guard held.freed >= Self.worthwhile else { return false }
      held.freed = 0
      return true
    }
  }
}
