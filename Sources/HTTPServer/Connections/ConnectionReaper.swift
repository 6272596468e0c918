import Platform
import Synchronization

/// The thread that shuts down overdue, half-closed and abandoned connections, and returns freed
/// memory to the system.
///
/// libmicrohttpd's timeout restarts with every byte, so a client that sends one byte a second could
/// hold a connection forever. Slowly arriving headers reach no callback, so only a separate thread
/// can enforce a deadline.
final class ConnectionReaper: Sendable {
  private final class State: Sendable {
    let links: OpenConnections
    let held: BufferedBytes
    let watch: WakePipe
    let interval: Int64
    let isStopped = Atomic(false)

    init(_ links: OpenConnections, _ held: BufferedBytes, _ watch: WakePipe, _ interval: Int64) {
      self.links = links
      self.held = held
      self.watch = watch
      self.interval = interval
    }

    func run() {
      while !isStopped.load(ordering: .acquiring) {
        watch.sleep(milliseconds: interval)
        let now = CoarseClock.now
        links.cutOff(before: now)
        links.endHalfClosed(before: now - interval)
        links.endAbandonedStreams()
        if held.takeFreed() { Memory.giveBack() }
      }
    }
  }

  private let state: State
  private let thread: BackgroundThread

  /// Starts the thread, which checks `links` every `interval` milliseconds. Throws
  /// `ServerError.system` if a pipe or the thread cannot be created.
  init(_ links: OpenConnections, _ held: BufferedBytes, every interval: Int64) throws(ServerError) {
    let state = State(links, held, try WakePipe(), interval)
    self.state = state
    thread = try .serving { state.run() }
  }

  func stop() {
    state.isStopped.store(true, ordering: .releasing)
    state.watch.wake()
    thread.join()
  }
}
