import Dates
import Model
import Secrets
import Synchronization

/// The sessions seen lately, by their tokens' tags.
final class SessionCache: Sendable {
  /// The time for which a session is remembered, and a logout in another process may go unnoticed.
  static let lifetime: Duration = .microseconds(lifetimeMicroseconds)
  private static let lifetimeMicroseconds: Int64 = 2_000_000

  private struct Entry {
    let caller: Caller
    let until: Instant
  }

  private struct Shard {
    var entries: [TokenTag: Entry] = [:]
    /// The number of deletions. A lookup that began before one does not restore its entry.
    var epoch = 0
  }

  private final class Place: Sendable {
    let shard = Mutex(Shard())
  }

  private let places = (0..<16).map { _ in Place() }
  private let capacity: Int

  /// Creates a cache of at most `capacity` sessions.
  init(capacity: Int = 65_536) { self.capacity = max(1, capacity / 16) }

  /// The number of entries.
  var count: Int { places.reduce(0) { $0 + $1.shard.withLock { $0.entries.count } } }

  /// The caller remembered for this tag, when that still holds.
  func find(_ tag: TokenTag, at now: Instant) -> Caller? {
    place(tag).shard.withLock { shard in
      // An entry ends after `lifetime` even if the clock was set back.
      guard let entry = shard.entries[tag], entry.until > now,
        entry.until.microseconds - now.microseconds <= Self.lifetimeMicroseconds
      else { return nil }
      return entry.caller
    }
  }

  /// To be asked before the database is, and given to `remember`.
  func epoch(of tag: TokenTag) -> Int { place(tag).shard.withLock { $0.epoch } }

  /// Remembers a caller whose session ends at `expires`, unless something was forgotten since `epoch`.
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

  /// Forgets a session that was ended.
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

  /// Forgets all sessions of a person: those that go on are found again.
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
