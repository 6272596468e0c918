#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Synchronization

/// A thread that cuts off connections past their deadline. The library's own time-out counts from the last byte, so a
/// client that sends one byte a second would hold a connection for ever; a header that trickles reaches no callback.
final class Sweep: Sendable {
  private final class State: Sendable {
    let links: Links
    let watch: Watch
    let interval: Int64
    let isStopped = Atomic(false)

    init(_ links: Links, _ watch: Watch, _ interval: Int64) {
      self.links = links
      self.watch = watch
      self.interval = interval
    }

    func run() {
      while !isStopped.load(ordering: .acquiring) {
        watch.sleep(milliseconds: interval)
        links.cutOff(before: Clock.now)
      }
    }
  }

  private let state: State
  private let thread: pthread_t

  /// Starts to look at `links` every `interval` milliseconds.
  init(_ links: Links, every interval: Int64) throws(ServerError) {
    state = State(links, try Watch(), interval)
    var thread = pthread_t()
    let context = Unmanaged.passRetained(state)
    let result = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<State>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    guard result == 0 else {
      context.release()
      throw .system(call: "pthread_create", errno: result)
    }
    self.thread = thread
  }

  /// Ends the thread and waits for it.
  func stop() {
    state.isStopped.store(true, ordering: .releasing)
    state.watch.wake()
    pthread_join(thread, nil)
  }
}
