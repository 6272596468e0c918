import Synchronization

/// How many connections may be open, in all and from one address, and how many are: taken by the acceptor, freed by the
/// thread that closes one.
final class ConnectionQuota: Sendable {
  private struct Taken {
    var all = 0
    var bySite: [UInt64: Int] = [:]
  }

  /// Wakes the acceptor.
  let watch: Watch
  private let limit: Int
  private let limitPerSite: Int
  private let taken = Mutex(Taken())

  /// A quota of so many connections, and so many of one address; 0 of those sets no limit.
  init(limit: Int, perSite: Int) throws(ServerError) {
    self.limit = limit
    limitPerSite = perSite == 0 ? .max : perSite
    watch = try Watch()
  }

  /// How many connections are open.
  var count: Int { taken.withLock { $0.all } }

  /// Whether another connection may be accepted.
  var isLeft: Bool { taken.withLock { $0.all < limit } }

  /// Whether an address may have another connection.
  func isLeft(for site: Site) -> Bool {
    guard let place = site.place else { return true }
    return taken.withLock { $0.bySite[place, default: 0] < limitPerSite }
  }

  /// A connection of an address was accepted.
  func take(_ site: Site) {
    taken.withLock { taken in
      taken.all += 1
      if let place = site.place { taken.bySite[place, default: 0] += 1 }
    }
  }

  /// A connection of an address is closed; if it was the one too many, the acceptor is told.
  func free(_ site: Site) {
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

/// Whose a connection is, as far as its address says: one IPv4 address, or the first 64 bits of an IPv6 address, which one
/// customer of a network has as a whole.
struct Site: Sendable, Hashable {
  /// The address as a number; nil for a proxy that the operator trusts, behind which many ask.
  let place: UInt64?

  /// The site of an address as text.
  init(_ address: String, trusting proxies: [Network]) {
    let address = IPAddress(address)
    place =
      if let address { proxies.contains { $0.contains(address) } ? nil : address.site } else { 0 }
  }
}
