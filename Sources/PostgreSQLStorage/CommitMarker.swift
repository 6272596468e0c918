import Platform
import Storage

/// The mark of a batch: a row that it writes, so that the outcome of a COMMIT whose answer was lost can be asked for.
///
/// `made` tells rows of batches from rows that asking has left: an identifier that was asked for can never be committed afterwards, and
/// whoever asks again, since the answer to that was lost too, does not take the question for the batch.
struct CommitMarker: Bindable {
  private let high: UInt64
  private let low: UInt64

  /// The time for which marks are kept: more than anybody asks for one.
  private static let kept: Int64 = 7 * 86_400_000
  /// The batches after which old marks are removed, and how many at a time: four times as many as have come.
  static let removals: (every: Int, maximum: Int) = (32, 128)

  var stored: StoredValue { .identifier(high, low) }

  /// Creates the mark of a new batch: it begins with the time, so that marks are written and removed at the ends of their index.
  init() { self.init(milliseconds: SystemClock.microseconds / 1000, random: .random(in: .min ... .max)) }

  private init(milliseconds: Int64, random: UInt64) {
    // Version 7 of RFC 9562.
    high = UInt64(milliseconds) << 16 | 0x7000 | UInt64.random(in: 0...0xfff)
    low = random & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
  }

  /// A mark that is greater than those that nobody asks for any more.
  static var oldest: CommitMarker { CommitMarker(milliseconds: SystemClock.microseconds / 1000 - kept, random: 0) }
}

extension PostgreSQLConnection {
  /// Queues the mark of the open transaction.
  func leave(_ mark: CommitMarker) throws(StoreError) {
    try queue("INSERT INTO batch_mark (id, made) VALUES ($1, true)", mark)
  }

  /// Returns true if the batch with that mark was committed; if not, it never will be.
  ///
  /// Waits for a backend that still holds the batch, as an insertion of the same row does. The outcome is certain only with the
  /// COMMIT of a row of its own: it waits for the disk and for the standby as the lost one should have.
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
        throw StoreError(.noStatement, "a mark that was written is not there", sql: "batch_mark")
      }
      return isMade
    } catch {
      rollBack()
      throw error
    }
  }

  /// Writes a row that belongs to no batch, to find out whether anything can be written.
  func leaveTrialMark() throws(StoreError) {
    try execute("INSERT INTO batch_mark (id, made) VALUES ($1, false)", with: [CommitMarker()])
  }

  /// Removes marks that nobody asks for any more.
  func removeOldMarks() throws(StoreError) {
    try execute(
      """
      DELETE FROM batch_mark WHERE id IN (
        SELECT id FROM batch_mark WHERE id < $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED
      )
      """, with: [CommitMarker.oldest, CommitMarker.removals.maximum])
  }
}
