import Storage
import Synchronization

/// The rows that the batches of this process lock or are about to lock, by the writer that has them.
///
/// A writer whose batch waits for one row, such as the account of a customer whom all pay, holds up every other write of that batch.
/// So a write joins the writer that has its row: it waits there for no lock, and shares the COMMIT with the next ones on that row.
/// Other processes know nothing of it: the rows' locks in the database decide.
final class RowOwners: Sendable {
  /// The writers by `KeyHash`: two rows of one number are taken for the same, which costs a wait and no more.
  private let holders = Mutex<[UInt64: Int]>([:])

  /// Takes the rows of a write for a writer; returns true if it is to run the write.
  ///
  /// Calls `give` with another writer that has one of the rows, unless the write was given away before, so that none goes round. That
  /// writer's batch has not ended when `give` is called. Returns false if `give` does.
  func take(_ write: PostgreSQLQueuedWrite, for writer: Int, give: (Int) -> Bool) -> Bool {
    guard let rows = write.found, !rows.isEmpty else { return true }
    let numbers = rows.map { KeyHash.of($0) }
    return holders.withLock { holders in
      let place = numbers.firstIndex { (holders[$0] ?? writer) != writer }
      if let place, let other = holders[numbers[place]], !write.isHandedOver, give(other) { return false }
      for number in numbers where holders[number] == nil { holders[number] = writer }
      return true
    }
  }

  /// Forgets the rows of a writer whose batch has ended.
  func release(by writer: Int) {
    holders.withLock { holders in holders = holders.filter { $0.value != writer } }
  }
}
