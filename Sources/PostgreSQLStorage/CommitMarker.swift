import Platform
import Storage

/// A batch's marker: a row that the batch inserts. If the response to its COMMIT is lost, the
/// marker shows whether the COMMIT succeeded.
///
/// A query of a missing marker inserts the row itself, so that the batch can no longer be
/// committed. `made` is true for rows of batches and false for rows of queries. A repeated query
/// therefore returns the same result.
struct CommitMarker: Bindable {
  private let high: UInt64
  private let low: UInt64

  /// The time in milliseconds for which markers are kept: longer than any of them is queried.
  private static let kept: Int64 = 7 * 86_400_000
  /// The number of batches after which old markers are removed, and the maximum number of removed
  /// markers: four times as many as were added.
  static let removals: (every: Int, maximum: Int) = (32, 128)

  var stored: StoredValue { .identifier(high, low) }

  /// Creates the marker of a new batch. It begins with the time, so that rows are inserted and
  /// removed at the ends of the index.
  init() { self.init(milliseconds: SystemClock.microseconds / 1000, random: .random(in: .min ... .max)) }

  private init(milliseconds: Int64, random: UInt64) {
    // UUID version 7 (RFC 9562).
    high = UInt64(milliseconds) << 16 | 0x7000 | UInt64.random(in: 0...0xfff)
    low = random & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
  }

  /// Markers below this one are no longer needed.
  static var oldest: CommitMarker { CommitMarker(milliseconds: SystemClock.microseconds / 1000 - kept, random: 0) }
}

extension PostgreSQLConnection {
  /// Queues the insertion of the marker into the open transaction.
  func leave(_ mark: CommitMarker) throws(StoreError) {
    try queue("INSERT INTO batch_mark (id, made) VALUES ($1, true)", mark)
  }

  /// Returns true if the batch with that marker was committed. If it was not, it can never be
  /// committed.
  ///
  /// If a backend is still running the batch, the insertion of the same row waits for that backend.
  /// The outcome is certain only after the COMMIT of another new row. That COMMIT waits for the
  /// disk and the standby, as the lost one should have done.
  func isCommitted(_ mark: CommitMarker) throws -> Bool {
    disconnect()
    try begin()
    do {
      try queue("INSERT INTO batch_mark (id, made) VALUES ($1, false) ON CONFLICT (id) DO NOTHING", mark)
      try queue("INSERT INTO batch_mark (id, made) VALUES ($1, false)", CommitMarker())
      let isMade = try Connection(self).first("SELECT made FROM batch_mark WHERE id = $1", mark) {
        (row) throws(StoreError) in try row.get(0, as: Bool.self)
      }
      switch commit() {
      case .committed: break
      case .refused(let error), .unknown(let error): throw error
      }
      guard let isMade else {
        throw StoreError(.noStatement, "the inserted marker is missing", sql: "batch_mark")
      }
      return isMade
    } catch {
      rollBack()
      throw error
    }
  }

  /// Inserts a row that belongs to no batch, to find out whether the database accepts writes.
  func leaveTrialMark() throws(StoreError) {
    try execute("INSERT INTO batch_mark (id, made) VALUES ($1, false)", with: [CommitMarker()])
  }

  /// Removes markers that are no longer needed.
  func removeOldMarks() throws(StoreError) {
    try execute(
      """
      DELETE FROM batch_mark WHERE id IN (
        SELECT id FROM batch_mark WHERE id < $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED
      )
      """, with: [CommitMarker.oldest, CommitMarker.removals.maximum])
  }
}
