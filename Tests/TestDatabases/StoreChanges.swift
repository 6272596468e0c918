import Dispatch
import PostgreSQLStorage
import SQLiteStorage
package import Storage
import Synchronization

/// Direct changes of a database by tests, on any engine.
extension Store {
  /// Runs `body` in a write with the rights of the owner. Returns its value after the COMMIT, or
  /// throws its error.
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

  /// Runs a statement that changes the schema, with the rights of the owner.
  package func alter(_ statement: Query) throws {
    if let file = self as? Database { try file.exclusively { _ = try $0.execute(statement, []) } }
    if let server = try TestDatabase.asOwner(of: self) {
      defer { server.close() }
      try server.administer { _ = try Connection($0).execute(statement, []) }
    }
  }

  /// Removes triggers from the database, with the rights of the owner.
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

/// The outcome of a write, for a thread that waits for it.
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
  /// The message of a rejected statement without PostgreSQL's code, so that it is the same for both
  /// engines.
  package var words: String {
    guard isOfServer, message.hasSuffix(" (\(sqlState.text))") else { return message }
    return String(message.dropLast(8))
  }
}
