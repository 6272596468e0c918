import Storage
import Synchronization

/// The rows that the batches of this process lock or are about to lock, by writer.
///
/// A batch that waits for one row, such as an account that receives many payments, delays all its
/// other writes. A write therefore joins the writer that has its row. There it waits for no lock
/// and shares the COMMIT with other writes of that row. Other processes are not considered, because
/// the locks in the database are decisive.
final class RowOwners: Sendable {
  /// The writers by `KeyHash`. Rows with the same hash are treated as one, which causes only
  /// unnecessary waits.
  private let holders = Mutex<[UInt64: Int]>([:])

  /// Takes the rows of a write for `writer`. Returns true if `writer` must run the write.
  ///
  /// If another writer has one of the rows and the write has not been handed over before, calls
  /// `give` with that writer. The other writer's batch has not ended at that time. If `give`
  /// returns true, returns false and takes no rows.
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

  /// Releases the rows of a writer whose batch has ended.
  func release(by writer: Int) {
    holders.withLock { holders in holders = holders.filter { $0.value != writer } }
  }
}
