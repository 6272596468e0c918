import Platform
import Synchronization

/// A thread that cuts off late, half-closed and abandoned connections, and gives freed memory back to the system.
///
/// libmicrohttpd's own time-out counts from the last byte: a client that sends one byte a second would hold a
/// connection forever. A header that trickles reaches no callback.
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

  /// Starts the thread, which looks at `links` every `interval` milliseconds. Throws `ServerError.system` if a pipe or
  /// the thread cannot be created.
  init(_ links: OpenConnections, _ held: BufferedBytes, every interval: Int64) throws(ServerError) {
    let state = State(links, held, try WakePipe(), interval)
    self.state = state
    thread = try .serving { state.run() }
  }

  /// Ends the thread and waits for it.
  func stop() {
    state.isStopped.store(true, ordering: .releasing)
    state.watch.wake()
    thread.join()
  }
}
