import Dispatch
import Storage
import Synchronization

/// Runs checkpoints on a separate thread and connection. A checkpoint copies the log into the
/// database file.
///
/// By default, SQLite runs a checkpoint in the commit that exceeds the threshold. Its callers would
/// wait until the disk has the pages of all earlier commits, including those of other processes.
/// Here, writers wait at most for the pages that were committed during the last pass.
final class Checkpointer: Sendable {
  private struct State {
    /// The length of the log in pages at which the next checkpoint is due.
    var due: Int
    var isMoving = false

    /// Returns true if no checkpoint is running. The caller then runs one.
    mutating func begin() -> Bool {
      defer { isMoving = true }
      return !isMoving
    }
  }

  /// Maximum number of passes while writes continue. Each pass copies the commits made during the
  /// previous one.
  private static let passes = 4
  /// A pass of at most this many pages is the last one while writes continue.
  private static let few = 64

  private let path: String
  private let isDurable: Bool
  private let pages: Int
  private let state: Mutex<State>
  private let queue = DispatchQueue(label: "valence.sqlite.log")
  private let connection = Mutex<SQLiteConnection?>(nil)
  /// The files as they were opened; nil if their identities are not checked.
  private let files: OpenedFiles?

  /// Creates a checkpointer for the file at `path`. A checkpoint is due when the log has `pages`
  /// pages. The connection is opened at its first use.
  init(path: String, isDurable: Bool, pages: Int, _ files: OpenedFiles? = nil) {
    (self.path, self.isDurable, self.pages, self.files) = (path, isDurable, pages, files)
    state = Mutex(State(due: pages))
  }

  /// Opens the connection in advance, so that the first checkpoint does not have to.
  func open() throws(StoreError) {
    try connection.withLock { (connection) throws(StoreError) in
      connection = try SQLiteConnection(path: path, durable: isDurable)
    }
  }

  /// Starts a checkpoint if one is due. Called after each batch with the length of the log in
  /// pages.
  ///
  /// The final pass runs in `exclusively`, while this process does not write. The next write then
  /// restarts the log.
  func inspect(at pages: Int, exclusively: @escaping @Sendable (_ move: (SQLiteConnection) -> Void) -> Void) {
    let isDue = state.withLock { state in
      // The log has restarted.
      if pages < self.pages { state.due = self.pages }
      return pages >= state.due && state.begin()
    }
    guard isDue else { return }
    queue.async { [self] in
      // The log restarts only if all of it is copied.
      if checkpointPassively() { exclusively { move(by: $0) } }
      state.withLock { state in
        state.isMoving = false
        // A reader may have prevented the restart. The next checkpoint is due when the log has
        // grown by `pages` more.
        state.due = pages + self.pages
      }
    }
  }

  /// Truncates the log file if it is longer than `maximum` bytes and no connection reads the log.
  ///
  /// Overlapping long reads prevent the log from restarting while it grows. The file would keep
  /// that size after the reads end.
  func shorten(exclusively: @escaping @Sendable (_ move: (SQLiteConnection) -> Void) -> Void) {
    guard DatabaseFile.size("\(path)-wal") ?? 0 > maximum, state.withLock({ $0.begin() }) else { return }
    queue.async { [self] in
      if checkpointPassively() { exclusively { if isInPlace { $0.truncateLog() } } }
      state.withLock { $0.isMoving = false }
    }
  }

  /// The length of the log file in bytes above which it is truncated: twice the checkpoint
  /// threshold, with a header of 24 bytes for each page.
  var maximum: Int { 2 * pages * (4096 + 24) }

  /// Returns when no checkpoint is running.
  func wait() { queue.sync {} }

  /// Copies the log while writes continue. Returns false if a pass fails, because another
  /// connection runs a checkpoint or a file is not in place.
  private func checkpointPassively() -> Bool {
    var before = 0
    for _ in 0..<Self.passes {
      guard let moved = pass() else { return false }
      // A short pass leaves few pages for the next one.
      if moved - before <= Self.few { break }
      before = moved
    }
    return true
  }

  /// False if a file was removed or replaced. After a checkpoint the writer may overwrite the log,
  /// although its pages would not be in the file at the path.
  private var isInPlace: Bool {
    do throws(StoreError) { try files?.requireInPlace() } catch { return false }
    return true
  }

  @discardableResult
  private func move(by connection: SQLiteConnection) -> Int? { isInPlace ? connection.checkpoint() : nil }

  /// Copies the commits made so far. Returns the number of pages of the log that are in the
  /// database file; nil if the pass failed.
  private func pass() -> Int? {
    connection.withLock { connection in
      if connection == nil { connection = try? SQLiteConnection(path: path, durable: isDurable) }
      return connection.flatMap { move(by: $0) }
    }
  }
}
