import Foundation
import DataAccess
package import PostgreSQLStorage
package import SQLiteStorage
import Secrets
package import Storage
import Synchronization

/// The database of a test, with all migrations: a temporary file or, with
/// `VALENCE_TEST_ENGINE=postgresql` in the environment, a database on the tests' own server.
///
/// With `VALENCE_TEST_WRITES=twice`, each write of the services runs twice.
package enum TestDatabase {
  /// True if tests use a server.
  package static let isOnServer = ProcessInfo.processInfo.environment["VALENCE_TEST_ENGINE"] == "postgresql"

  private static let areRepeated = ProcessInfo.processInfo.environment["VALENCE_TEST_WRITES"] == "twice"

  /// Returns the store for the services of a test.
  package static func written(_ store: any Store) -> any Store { areRepeated ? RepeatingStore(store) : store }

  /// Creates the database of one test.
  package static func make(readers: Int = 2, limits: WriteLimits = WriteLimits()) throws -> any Store {
    isOnServer ? try onServer(readers: readers, limits: limits) : try file(readers: readers, limits: limits)
  }

  /// Creates a database file, regardless of the environment.
  package static func file(readers: Int = 2, limits: WriteLimits = WriteLimits()) throws -> Database {
    try Database.temporary(copying: migrated.get().path, readers: readers, limits: limits)
  }

  /// Creates a database on the server, regardless of the environment.
  package static func onServer(readers: Int = 2, limits: WriteLimits = WriteLimits()) throws -> PostgreSQLStore {
    try template.get()
    let server = try OwnServer.shared.get()
    let address: ServerAddress
    if let name = used.withLock({ $0.takeEnded() }) {
      address = try server.address(of: name)
      try PostgreSQLStore.administer(address) { try $0.run(script: emptying) }
    } else {
      address = try server.database(like: templateName)
    }
    let store = try open(server.address(of: address.database, as: login), readers: readers, limits: limits)
    used.withLock { $0.add(address.database, store) }
    return store
  }

  /// Opens a database on a server as the program does.
  package static func open(
    _ address: ServerAddress, readers: Int = 2, limits: WriteLimits = WriteLimits()
  ) throws -> PostgreSQLStore {
    try PostgreSQLStore(address, locking: LockedTable.bank, writers: 2, readers: readers, limits: limits)
  }

  /// Opens the database of a store as its owner. Returns nil if the store already uses the owner,
  /// or uses a file.
  static func asOwner(of store: any Store) throws -> PostgreSQLStore? {
    guard let store = store as? PostgreSQLStore, store.address.user == login else { return nil }
    return try PostgreSQLStore(
      OwnServer.shared.get().address(of: store.address.database), locking: LockedTable.bank, writers: 1, readers: 1)
  }

  /// Opens the database of a store as another process does.
  package static func again(_ store: any Store, readers: Int = 1) throws -> any Store {
    if let server = store as? PostgreSQLStore { return try open(server.address, readers: readers) }
    guard let file = store as? Database else { throw Unknown() }
    return try Database(path: file.path, readers: readers)
  }

  private struct Unknown: Error {}

  /// Restores the initial content of a database, which is then reused for another test.
  private static let emptying = """
    DO $$ DECLARE name text; BEGIN
      SET LOCAL session_replication_role = replica;
      FOR name IN SELECT CAST(CAST(oid AS regclass) AS text) FROM pg_class
        WHERE relnamespace = CAST('public' AS regnamespace) AND relkind = 'r' AND relname NOT IN ('migration', 'batch_lock', 'chain_head')
      LOOP EXECUTE 'DELETE FROM ' || name; END LOOP;
      PERFORM setval(CAST(oid AS regclass), 1, false) FROM pg_class
        WHERE relnamespace = CAST('public' AS regnamespace) AND relkind = 'S';
      UPDATE chain_head SET sequence = 0, hash = CASE chain WHEN 'audit' THEN decode(repeat('00', 32), 'hex') END;
    END $$
    """

  /// Prevents the reuse of a database whose schema a test has changed.
  static func spoil(_ store: PostgreSQLStore) { used.withLock { $0.forget(store) } }

  private static let migrations = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../migrations").standardizedFileURL.path
  /// A closed database file with all migrations, which is copied for each test.
  private static let migrated = Result {
    let migrator = Migrator(try Migration.load(directory: "\(migrations)/sqlite")) { Digest(of: $0).bytes }
    let database = try Database.temporary(readers: 1)
    try database.exclusively { _ = try migrator.apply(to: $0) }
    database.close()
    return database
  }
  private static let templateName = "bank"
  /// The login of the tests' stores. It has the rights of a server.
  private static let login = "serving"
  private static let template = Result {
    let migrator = Migrator(try Migration.load(directory: "\(migrations)/postgresql")) { Digest(of: $0).bytes }
    let address = try OwnServer.shared.get().database(named: templateName)
    try PostgreSQLStore.administer(address) { connection in
      _ = try migrator.apply(to: connection)
      try connection.run(script: "CREATE ROLE \(login) LOGIN IN ROLE valence_serve")
    }
  }
  private static let used = Mutex(UsedDatabases())
}

/// The databases of tests on the server. A database without an open store is reused.
private struct UsedDatabases: Sendable {
  private struct Used: Sendable {
    let name: String
    weak let store: PostgreSQLStore?
  }

  private var all: [Used] = []

  mutating func add(_ name: String, _ store: PostgreSQLStore) { all.append(Used(name: name, store: store)) }

  mutating func forget(_ store: PostgreSQLStore) { all.removeAll { $0.store === store } }

  mutating func takeEnded() -> String? { all.firstIndex { $0.store == nil }.map { all.remove(at: $0).name } }
}
