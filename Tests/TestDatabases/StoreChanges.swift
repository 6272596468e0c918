import Dispatch
import PostgreSQLStorage
import SQLiteStorage
package import Storage
import Synchronization

/// What tests do to a database beside the services, whichever engine it is.
extension Store {
  /// Runs `body` in a write, as somebody with all rights may, and returns when it is committed; throws what it throws.
  @discardableResult
  package func change<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) throws -> Value {
    if let owner = try TestDatabase.asOwner(of: self) {
      defer { owner.close() }
      return try owner.change(body)
    }
    let ended = Ended<Value>()
    write(locking: [], body, afterCommit: nil) { ended.set($0) }
    return try ended.wait().get()
  }

  /// Changes the schema for a while, as somebody with all rights may.
  package func alter(_ statement: Query) throws {
    if let file = self as? Database { try file.exclusively { _ = try $0.execute(statement, []) } }
    if let server = try TestDatabase.asOwner(of: self) {
      defer { server.close() }
      try server.administer { _ = try Connection($0).execute(statement, []) }
    }
  }

  /// Takes triggers out of the database, as somebody with all rights may.
  package func drop(triggers names: String...) throws {
    if let file = self as? Database {
      try file.exclusively { connection in
        for name in names { try connection.execute(Query("DROP TRIGGER \(SQLFragment(names: [name]))"), []) }
      }
    }
    guard let served = self as? PostgreSQLStore, let server = try TestDatabase.asOwner(of: self) else { return }
    defer { server.close() }
    TestDatabase.spoil(served)
    try server.administer { connection in
      for name in names {
        try connection.run(
          script: """
            DO $$ DECLARE its_table text; BEGIN
              SELECT CAST(tgrelid AS regclass) INTO STRICT its_table FROM pg_trigger WHERE tgname = '\(name)' AND NOT tgisinternal;
              EXECUTE format('DROP TRIGGER \(name) ON %s', its_table);
            END $$
            """)
      }
    }
  }
}

/// The outcome of a write, for the thread that waits for it.
private final class Ended<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let isSet = DispatchSemaphore(value: 0)

  func set(_ result: Result<Value, any Error>) {
    self.result.withLock { $0 = result }
    isSet.signal()
  }

  func wait() throws -> Result<Value, any Error> {
    isSet.wait()
    return try result.withLock { result in
      guard let result else { throw CancellationError() }
      return result
    }
  }
}

extension StoreError {
  /// The words of a refused statement, which both engines have alike: PostgreSQL's code stands behind them.
  package var words: String {
    guard isOfServer, message.hasSuffix(" (\(sqlState.text))") else { return message }
    return String(message.dropLast(8))
  }
}
