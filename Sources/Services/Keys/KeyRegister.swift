package import Dates
import Model
import DataAccess
package import Secrets
package import Storage

/// The secret keys of a database. All servers of the database must have the same keys and use the
/// same current key.
///
/// The database stores a fingerprint of each key from its first use. A server does not start if it
/// lacks a key that is not declared lost, or has a different key with the same id.
///
/// The current key is the most recently activated one. With PostgreSQL an operator activates it,
/// and the activation is rejected while a running server lacks the key. With SQLite, which has one
/// server, it is the first key in the key file.
package struct KeyRegister: Sendable {
  /// Reasons why a key is not activated.
  package enum Refusal: Error, Equatable, CustomStringConvertible {
    /// The key file does not contain the key.
    case unknown(id: String, path: String)
    /// The key is already active.
    case active(id: String)
    /// These running servers do not have the key.
    case missing(id: String, servers: [String])
    /// The database is an SQLite file, whose server uses the first key of its key file.
    case ofFile(id: String)

    package var description: String {
      switch self {
      case .unknown(let id, let path): "the secret key file \(path) has no key \(id)"
      case .active(let id): "the key \(id) is already active"
      case .missing(let id, let servers):
        "running servers lack the key \(id): \(servers.joined(separator: ", ")); add it at the end of each server's key file, "
          + "restart each server, and then activate the key"
      case .ofFile(let id):
        "an SQLite database has one server: put the key \(id) first in its key file and restart the server"
      }
    }
  }

  private let store: any Store

  /// Creates the register in `store`, which must have all migrations.
  package init(store: any Store) { self.store = store }

  /// Records that a key was added to a key file.
  package func noteAdded(_ id: String, audit: Audit) throws {
    try store.deferredWrite(locking: [.keys]) { transaction in
      try audit.record(.keyAdded, by: .system, of: .key(id), transaction)
    }.wait()
  }

  /// Returns the keys of a file, with the active key of the database as the current one. On first
  /// use, activates the first key of the file.
  ///
  /// Throws `KeyCustody.Failure` if the file lacks a key of the database that is not declared lost,
  /// or has a different one with the same id.
  func settled(_ keys: SecretKeys, of path: String) throws -> SecretKeys {
    let isShared = store.isRemote
    if let settled = try store.read({ try Self.settled(keys, of: path, isShared, SecretKeyDAO($0).all()) }) {
      return settled
    }
    return try store.deferredWrite(locking: [.keys]) { transaction in
      let table = SecretKeyDAO(transaction)
      let known = try table.all()
      // Another process may have activated it.
      if let settled = try Self.settled(keys, of: path, isShared, known) { return settled }
      try Self.activate(keys.current, known, table)
      return keys
    }.wait()
  }

  /// Returns the keys with the active one as the current; nil if the first key of the file must be
  /// activated.
  private static func settled(
    _ keys: SecretKeys, of path: String, _ isShared: Bool, _ known: [SecretKeyDAO.Known]
  ) throws -> SecretKeys? {
    try require(known, in: keys, of: path)
    guard let active = Self.active(known, keys), isShared || active == keys.current.id else { return nil }
    return keys.making(with: active)
  }

  /// Throws `KeyCustody.Failure` if the file lacks a key of the database that is not declared lost,
  /// or has a different one.
  static func require(_ known: [SecretKeyDAO.Known], in keys: SecretKeys, of path: String) throws {
    let all = known.filter { !keys.lost.contains($0.id) }
    let absent = all.map(\.id).filter { keys[$0] == nil }
    guard absent.isEmpty else { throw KeyCustody.Failure.incomplete(path: path, ids: absent) }
    if let other = all.first(where: { keys[$0.id]?.fingerprint != $0.fingerprint }) {
      throw KeyCustody.Failure.different(path: path, id: other.id)
    }
  }

  private static func active(_ known: [SecretKeyDAO.Known], _ keys: SecretKeys) -> String? {
    known.filter { $0.activated != nil && !keys.lost.contains($0.id) }
      .max { ($0.activated?.microseconds ?? 0) < ($1.activated?.microseconds ?? 0) }?.id
  }

  private static func activate(_ key: SecretKey, _ known: [SecretKeyDAO.Known], _ table: SecretKeyDAO) throws {
    let (now, newest) = (Instant.systemNow, known.compactMap(\.activated?.microseconds).max() ?? 0)
    // The time must follow the previous activation, even if this clock is behind.
    let activated = Instant(microseconds: max(now.microseconds, newest + 1))
    try table.add(key.id, key.fingerprint, at: now)
    try table.activate(key.id, at: activated)
  }

  /// Activates another key of the file. Each server uses it from its next start on.
  ///
  /// Throws a `Refusal` or `KeyCustody.Failure`.
  package func activate(_ id: String, of keys: SecretKeys, of path: String, audit: Audit) throws {
    guard let key = keys[id] else { throw Refusal.unknown(id: id, path: path) }
    if !store.isRemote { throw Refusal.ofFile(id: id) }
    try store.deferredWrite(locking: [.keys]) { transaction in
      let table = SecretKeyDAO(transaction)
      let known = try table.all()
      try Self.require(known, in: keys, of: path)
      if Self.active(known, keys) == id { throw Refusal.active(id: id) }
      let holders = try table.holders(at: nil, within: KeyHolding.isUp.inMicroseconds)
      let those = Set(holders.filter { $0.key == id && $0.fingerprint == key.fingerprint }.map(\.server))
      let others = Set(holders.filter { !those.contains($0.server) }.map(\.name))
      guard others.isEmpty else { throw Refusal.missing(id: id, servers: others.sorted()) }
      try Self.activate(key, known, table)
      try audit.record(.keyActivated, by: .system, of: .key(id), transaction)
    }.wait()
  }

  /// A key and its state.
  package struct Entry: Sendable, Equatable {
    package let id: String
    /// The time at which the key was activated; nil if it never was.
    package let activated: Instant?
    /// True if the key is the active one.
    package let isActive: Bool
    /// True if the key file contains the key.
    package let isInFile: Bool
    /// True if the key file declares the key lost.
    package let isLost: Bool
    /// True if the key file has a different key with this id than the database.
    package let isOther: Bool
    /// The running servers that have the key.
    package let servers: [String]
    /// The running servers that do not have the key.
    package let others: [String]
  }

  /// Returns the keys of the database, of its servers and of the file. `keys` is nil without a
  /// file.
  package func entries(_ keys: SecretKeys?) throws -> [Entry] {
    let isShared = store.isRemote
    let (known, holders) = try store.read { connection in
      let table = SecretKeyDAO(connection)
      return (try table.all(), isShared ? try table.holders(at: nil, within: KeyHolding.isUp.inMicroseconds) : [])
    }
    let (lost, all) = (keys?.lost ?? [], keys?.all ?? [])
    let active = known.filter { !lost.contains($0.id) }.max {
      ($0.activated?.microseconds ?? -1) < ($1.activated?.microseconds ?? -1)
    }
    var ids = all.map(\.id)
    for id in known.map(\.id) + holders.map(\.key) + lost.sorted() where !ids.contains(id) { ids.append(id) }
    let names = Dictionary(holders.map { ($0.server, $0.name) }) { first, _ in first }
    return ids.map { id in
      let found = known.first { $0.id == id }
      let fingerprint = found?.fingerprint ?? keys?[id]?.fingerprint
      let those = Set(holders.filter { $0.key == id && $0.fingerprint == fingerprint }.map(\.server))
      return Entry(
        id: id, activated: found?.activated, isActive: found?.activated != nil && active?.id == id,
        isInFile: keys?[id] != nil, isLost: lost.contains(id),
        isOther: found != nil && keys?[id].map { $0.fingerprint != found?.fingerprint } == true,
        servers: those.compactMap { names[$0] }.sorted(),
        others: names.filter { !those.contains($0.key) }.map(\.value).sorted())
    }
  }
}

/// The registration of a running server and its keys in the database.
package struct KeyHolding: Sendable {
  /// The time since its last registration after which a server counts as stopped.
  static let isUp: Duration = .seconds(10)
  private static let isGone: Duration = .seconds(24 * 3600)

  private let store: any Store
  private let keys: SecretKeys
  private let clock: HoldingClock
  private let name: String
  private let path: String
  private let server = Digest(of: Randomness.bytes(32)).digits(ofBytes: 8)

  /// Creates the registration of a server with these keys, from the file at `path`.
  init(store: any Store, keys: SecretKeys, clock: @escaping HoldingClock, name: String, path: String) {
    (self.store, self.keys, self.clock, self.name, self.path) = (store, keys, clock, name, path)
  }

  /// Registers the server and its keys. Throws `KeyCustody.Failure` if the server lacks a key of
  /// the database that is not declared lost, or has a different one.
  package func publish() -> Deferred<Void> {
    store.deferredWrite(locking: [.keys]) { [self] transaction in
      let (table, present) = (SecretKeyDAO(transaction), clock())
      try KeyRegister.require(try table.all(), in: keys, of: path)
      try table.removeUnseen(at: present, for: Self.isGone.inMicroseconds)
      for key in keys.all {
        try table.put(
          SecretKeyDAO.Holder(server: server, name: name, key: key.id, fingerprint: key.fingerprint), at: present)
      }
    }
  }

  /// Removes the registration of a stopping server.
  package func end() -> Deferred<Void> {
    store.deferredWrite(locking: [.keys]) { [server] in try SecretKeyDAO($0).remove(server) }
  }
}

extension BankServices {
  /// Returns the registration of this server and its keys, from the file at `path`.
  package func keyHolding(named name: String, of path: String) -> KeyHolding {
    KeyHolding(store: store, keys: keys, clock: holding, name: name, path: path)
  }
}
