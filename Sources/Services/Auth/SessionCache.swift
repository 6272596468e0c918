import Dates
import Model
import Secrets
import Synchronization

/// A cache of recently used sessions, by the tags of their tokens.
final class SessionCache: Sendable {
  /// The time for which a session is cached. A logout in another process can go unnoticed for this
  /// time.
  static let lifetime: Duration = .microseconds(lifetimeMicroseconds)
  private static let lifetimeMicroseconds: Int64 = 2_000_000

  private struct Entry {
    let caller: Caller
    let until: Instant
  }

  private struct Shard {
    var entries: [TokenTag: Entry] = [:]
    /// The number of removals. A lookup that began before a removal does not restore the removed
    /// entry.
    var epoch = 0
  }

  private final class Place: Sendable {
    let shard = Mutex(Shard())
  }

  private let places = (0..<16).map { _ in Place() }
  private let capacity: Int

  /// Creates a cache for at most `capacity` sessions.
  init(capacity: Int = 65_536) { self.capacity = max(1, capacity / 16) }

  var count: Int { places.reduce(0) { $0 + $1.shard.withLock { $0.entries.count } } }

  /// Returns the cached caller of a token; nil if no valid entry exists.
  func find(_ tag: TokenTag, at now: Instant) -> Caller? {
    place(tag).shard.withLock { shard in
      // An entry must end after `lifetime` even if the clock was set back.
      guard let entry = shard.entries[tag], entry.until > now,
        entry.until.microseconds - now.microseconds <= Self.lifetimeMicroseconds
      else { return nil }
      return entry.caller
    }
  }

  /// Returns the number of removals. Must be read before the database, and passed to `remember`.
  func epoch(of tag: TokenTag) -> Int { place(tag).shard.withLock { $0.epoch } }

  /// Caches a caller whose session ends at `expires`, unless an entry was removed since `epoch`.
  func remember(_ caller: Caller, _ tag: TokenTag, until expires: Instant, at now: Instant, epoch: Int) {
    place(tag).shard.withLock { shard in
      guard shard.epoch == epoch else { return }
      if shard.entries.count >= capacity {
        shard.entries = shard.entries.filter { $0.value.until > now }
        if shard.entries.count >= capacity { shard.entries.removeAll(keepingCapacity: true) }
      }
      shard.entries[tag] = Entry(caller: caller, until: min(expires, now + Self.lifetime))
    }
  }

  /// Removes a session that has ended.
  func forget(_ session: SessionID) {
    for place in places {
      place.shard.withLock { shard in
        shard.epoch += 1
        if let key = shard.entries.first(where: { $0.value.caller.session == session })?.key {
          shard.entries[key] = nil
        }
      }
    }
  }

  /// Removes all sessions of a person. Sessions that continue are read from the database again.
  func forget(_ person: PersonID) {
    for place in places {
      place.shard.withLock { shard in
        shard.epoch += 1
        shard.entries = shard.entries.filter { $0.value.caller.person != person }
      }
    }
  }

  private func place(_ tag: TokenTag) -> Place { places[Int(tag.last & 15)] }
}
