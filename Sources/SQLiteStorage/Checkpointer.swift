import Dispatch
import Storage
import Synchronization

/// Moves the log of changes into the file on a thread and a connection of its own.
///
/// SQLite would have the COMMIT do it that finds the log long: its callers would wait for the disk to have pages that others wrote,
/// also those of another process. Here they wait for the last few pages at most, which were written while the others were moved.
final class Checkpointer: Sendable {
  private struct State {
    /// The pages of the log from which on it is moved.
    var due: Int
    var isMoving = false

    /// Returns true if nothing is being moved; the caller then moves the log.
    mutating func begin() -> Bool {
      defer { isMoving = true }
      return !isMoving
    }
  }

  /// Passes beside the writer, each over what was committed during the one before.
  private static let passes = 4
  /// The pages of a pass behind which the writer may wait for the rest.
  private static let few = 64

  private let path: String
  private let isDurable: Bool
  private let pages: Int
  private let state: Mutex<State>
  private let queue = DispatchQueue(label: "valence.sqlite.log")
  private let connection = Mutex<SQLiteConnection?>(nil)
  /// The files as they were opened; nil if nothing is compared with them.
  private let files: OpenedFiles?

  /// Moves the log of the file at `path` whenever it has so many pages. The connection is opened when it is first needed.
  init(path: String, isDurable: Bool, pages: Int, _ files: OpenedFiles? = nil) {
    (self.path, self.isDurable, self.pages, self.files) = (path, isDurable, pages, files)
    state = Mutex(State(due: pages))
  }

  /// Opens the connection at once, so that the first payments that make the log long do not pay for it.
  func open() throws(StoreError) {
    try connection.withLock { (connection) throws(StoreError) in
      connection = try SQLiteConnection(path: path, durable: isDurable)
    }
  }

  /// Begins to move the log if it is due; called after each COMMIT, with the pages that the log has.
  ///
  /// The last pages are moved in `exclusively`, during which nobody of this process writes: the next write then begins the log anew.
  func inspect(at pages: Int, exclusively: @escaping @Sendable (_ move: (SQLiteConnection) -> Void) -> Void) {
    let isDue = state.withLock { state in
      // The log began anew.
      if pages < self.pages { state.due = self.pages }
      return pages >= state.due && state.begin()
    }
    guard isDue else { return }
    queue.async { [self] in
      // The log begins anew only if nothing is left in it.
      if checkpointPassively() { exclusively { move(by: $0) } }
      state.withLock { state in
        state.isMoving = false
        // A log that somebody reads does not begin anew: it is looked at when it has grown by as much again.
        state.due = pages + self.pages
      }
    }
  }

  /// Truncates the log's file if it is longer than `maximum` bytes and no connection reads the log; called each second.
  ///
  /// Long reads that overlap keep the log from beginning anew while it grows. When they end, the file would keep its size.
  func shorten(exclusively: @escaping @Sendable (_ move: (SQLiteConnection) -> Void) -> Void) {
    guard DatabaseFile.size("\(path)-wal") ?? 0 > maximum, state.withLock({ $0.begin() }) else { return }
    queue.async { [self] in
      if checkpointPassively() { exclusively { if isInPlace { $0.truncateLog() } } }
      state.withLock { $0.isMoving = false }
    }
  }

  /// The bytes of a log's file from which on it is truncated: twice the pages at which it is moved, each with its header.
  var maximum: Int { 2 * pages * (4096 + 24) }

  /// Returns when nothing is being moved.
  func wait() { queue.sync {} }

  /// Moves the log while writes continue. Returns false if another process moves it or it must not be moved.
  private func checkpointPassively() -> Bool {
    var before = 0
    for _ in 0..<Self.passes {
      guard let moved = pass() else { return false }
      // A pass over few pages leaves few behind it.
      if moved - before <= Self.few { break }
      before = moved
    }
    return true
  }

  /// False if a file was removed or replaced: the writer may begin a log anew that is in the database file, but the
  /// pages would be in another file than the one at the path.
  private var isInPlace: Bool {
    do throws(StoreError) { try files?.requireInPlace() } catch { return false }
    return true
  }

  @discardableResult
  private func move(by connection: SQLiteConnection) -> Int? { isInPlace ? connection.checkpoint() : nil }

  /// Moves what is committed by now, and returns the pages of the log that are in the file; nil if another process moves them.
  private func pass() -> Int? {
    connection.withLock { connection in
      if connection == nil { connection = try? SQLiteConnection(path: path, durable: isDurable) }
      return connection.flatMap { move(by: $0) }
    }
  }
}
