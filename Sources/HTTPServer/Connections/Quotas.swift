import Synchronization

/// Counts and bounds open connections, in all and per address. The acceptor takes, the thread that closes a connection
/// frees.
final class ConnectionQuota: Sendable {
  private struct Taken {
    var all = 0
    var bySite: [UInt64: Int] = [:]
  }

  /// Wakes the acceptor.
  let watch: WakePipe
  private let limit: Int
  private let limitPerSite: Int
  private let taken = Mutex(Taken())

  /// Bounds all connections by `limit` and those of one address by `perSite`, where 0 sets no limit.
  init(limit: Int, perSite: Int) throws(ServerError) {
    self.limit = limit
    limitPerSite = perSite == 0 ? .max : perSite
    watch = try WakePipe()
  }

  /// Count of open connections.
  var count: Int { taken.withLock { $0.all } }

  /// True if another connection may be accepted.
  var isLeft: Bool { taken.withLock { $0.all < limit } }

  /// Returns true if the site may have another connection; always for a trusted proxy.
  func isLeft(for site: ClientNetwork) -> Bool {
    guard let place = site.place else { return true }
    return taken.withLock { $0.bySite[place, default: 0] < limitPerSite }
  }

  /// Counts an accepted connection.
  func take(_ site: ClientNetwork) {
    taken.withLock { taken in
      taken.all += 1
      if let place = site.place { taken.bySite[place, default: 0] += 1 }
    }
  }

  /// Takes a closed connection off the count, and wakes the acceptor if the limit was reached.
  func free(_ site: ClientNetwork) {
    let wasFull = taken.withLock { taken in
      defer { taken.all -= 1 }
      if let place = site.place {
        let left = taken.bySite[place, default: 1] - 1
        taken.bySite[place] = left == 0 ? nil : left
      }
      return taken.all >= limit
    }
    if wasFull { watch.wake() }
  }
}

/// Counts and bounds the bytes in memory that wait for clients: answers not taken and bodies not whole. Over a bound
/// the connections that have waited longest are ended: an answer that is being read is gone in a moment.
final class BufferedBytes: Sendable {
  private struct Held {
    var all = 0
    var bySite: [UInt64: Int] = [:]
    /// Bytes freed since the last trim of the allocator's arenas.
    var freed = 0
  }

  /// Fewer bytes of one connection are not counted: the limit of connections bounds them.
  static let minimum = 16 * 1024
  /// Minimum of freed bytes that makes a trim of the arenas worthwhile.
  private static let worthwhile = 4 * 1024 * 1024

  private let limit: Int
  private let limitPerSite: Int
  private let held = Mutex(Held())

  /// Bounds all bytes by `limit` and those of one address by `perSite`.
  init(limit: Int, perSite: Int) { (self.limit, limitPerSite) = (limit, perSite) }

  /// Sets the bytes that `link` holds, and ends other connections if a bound is exceeded.
  func hold(_ bytes: Int, by link: ClientConnection, among links: OpenConnections) {
    let bytes = bytes < BufferedBytes.minimum ? 0 : bytes
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

  /// Counts bytes that libmicrohttpd frees with a closed connection.
  func giveBack(_ bytes: Int) { held.withLock { $0.freed += bytes } }

  /// Returns true if a trim of the arenas is worthwhile, and then restarts the count.
  func takeFreed() -> Bool {
    held.withLock { held in
      guard held.freed >= Self.worthwhile else { return false }
      held.freed = 0
      return true
    }
  }
}
