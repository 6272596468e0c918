@testable import SQLiteStorage
@testable import Storage

extension Database {
  /// Returns the steps that SQLite's virtual machine has taken so far for the prepared statements of all connections.
  ///
  /// The steps of a request measure the rows that it reads on any machine. Nothing else may use the database at the same time.
  func steps() throws -> Int {
    var steps = try exclusively { $0.steps }
    // As many reads as there are connections, one after the other, use each of them once.
    for _ in 0..<readers.count { steps += try read { ($0.engine as? SQLiteConnection)?.steps ?? 0 } }
    return steps
  }
}
