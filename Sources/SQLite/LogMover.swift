import Dispatch
import Storage
import Synchronization

/// Moves the log of changes into the file on a thread and a connection of its own.
///
/// SQLite would have the COMMIT do it that finds the log long: its callers would wait for the disk to have pages that others wrote,
/// also those of another process. Here they wait for the last few pages at most, which were written while the others were moved.
final class LogMover: Sendable {
  private struct State {
    /// The pages of the log from which on it is moved.
    var due: Int
    var isMoving = false
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

  /// Moves the log of the file at `path` whenever it has so many pages. The connection is opened when it is first needed.
  init(path: String, isDurable: Bool, pages: Int) {
    (self.path, self.isDurable, self.pages) = (path, isDurable, pages)
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
  func look(at pages: Int, exclusively: @escaping @Sendable (_ move: (SQLiteConnection) -> Void) -> Void) {
    let isDue = state.withLock { state in
      // The log began anew.
      if pages < self.pages { state.due = self.pages }
      guard pages >= state.due, !state.isMoving else { return false }
      state.isMoving = true
      return true
    }
    guard isDue else { return }
    queue.async { [self] in
      move(exclusively)
      state.withLock { state in
        state.isMoving = false
        // A log that somebody reads does not begin anew: it is looked at when it has grown by as much again.
        state.due = pages + self.pages
      }
    }
  }

  /// Returns when nothing is being moved.
  func wait() { queue.sync {} }

  private func move(_ exclusively: (_ move: (SQLiteConnection) -> Void) -> Void) {
    var before = 0
    for _ in 0..<Self.passes {
      // Another process moves it.
      guard let moved = pass() else { return }
      // A pass over few pages leaves few behind it.
      if moved - before <= Self.few { break }
      before = moved
    }
    // Moves the commits of the last pass: the log begins anew only if nothing is left in it.
    exclusively { _ = $0.moveLog() }
  }

  /// Moves what is committed by now, and returns the pages of the log that are in the file; nil if another process moves them.
  private func pass() -> Int? {
    connection.withLock { connection in
      if connection == nil { connection = try? SQLiteConnection(path: path, durable: isDurable) }
      return connection?.moveLog()
    }
  }
}
