@testable import SQLiteStorage
@testable import Storage

extension Database {
  /// Returns the steps of SQLite's virtual machine so far, for all prepared statements.
  ///
  /// The steps of a request measure the rows that it reads, on any machine. Reads of other threads
  /// add their own steps.
  func steps() throws -> Int {
    let writing = try exclusively { $0.steps }
    return try writing + steps(ofReaders: readers.count)
  }

  /// Returns the steps of `count` connections for reading. Each is held until the last is read, so
  /// none counts twice.
  private func steps(ofReaders count: Int) throws -> Int {
    guard count > 0 else { return 0 }
    return try read { connection in
      let steps = (connection.engine as? SQLiteConnection)?.steps ?? 0
      return try steps + self.steps(ofReaders: count - 1)
    }
  }
}
