import Synchronization

/// Counts and limits the open connections, in total and per address.
///
/// The acceptor adds connections. The thread that closes a connection removes it.
final class ConnectionQuota: Sendable {
  private struct Taken {
    var all = 0
    var bySite: [UInt64: Int] = [:]
  }

  let watch: WakePipe
  private let limit: Int
  private let limitPerSite: Int
  private let taken = Mutex(Taken())

  /// Sets the total limit and the limit per address; a `perSite` of 0 disables the latter.
  init(limit: Int, perSite: Int) throws(ServerError) {
    self.limit = limit
    limitPerSite = perSite == 0 ? .max : perSite
    watch = try WakePipe()
  }

  var count: Int { taken.withLock { $0.all } }

  /// True if the total limit allows another connection.
  var isLeft: Bool { taken.withLock { $0.all < limit } }

  /// Returns true if the limit per address allows another connection. Always true for a trusted
  /// proxy.
  func isLeft(for site: ClientNetwork) -> Bool {
    guard let place = site.place else { return true }
    return taken.withLock { $0.bySite[place, default: 0] < limitPerSite }
  }

  func take(_ site: ClientNetwork) {
    taken.withLock { taken in
      taken.all += 1
      if let place = site.place { taken.bySite[place, default: 0] += 1 }
    }
  }

  /// Removes a closed connection. Wakes the acceptor if the total limit was reached.
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

/// Counts and limits the bytes held in memory for clients: unsent responses and incomplete bodies.
///
/// Above a limit, the connections whose phase began first are shut down. Clients that read quickly
/// are rarely among them.
final class BufferedBytes: Sendable {
  private struct Held {
    var all = 0
    var bySite: [UInt64: Int] = [:]
    /// Bytes freed since the last trim of the allocator's arenas.
    var freed = 0
  }

  /// The smallest counted size. The connection limit bounds smaller buffers.
  static let minimum = 16 * 1024
  /// The number of freed bytes that triggers a trim of the arenas.
  private static let trimThreshold = 4 * 1024 * 1024

  private let limit: Int
  private let limitPerSite: Int
  private let held = Mutex(Held())

  /// Sets the total limit and the limit per address, in bytes.
  init(limit: Int, perSite: Int) { (self.limit, limitPerSite) = (limit, perSite) }

  /// Sets the bytes held for `link`. If a limit is exceeded, shuts down other connections.
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

  /// Returns true if the arenas should be trimmed, and resets the counter in that case.
  func takeFreed() -> Bool {
    held.withLock { held in
      guard held.freed >= Self.trimThreshold else { return false }
      held.freed = 0
      return true
    }
  }
}
