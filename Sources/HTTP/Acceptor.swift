#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Synchronization

/// The thread that accepts connections, keeps them until the head of their first request is here, and then hands them to the
/// daemon's threads. The library could accept by itself, but then the only way to take nothing new is `MHD_quiesce_daemon`,
/// which with epoll and a pool of threads races its own workers for the listening socket and aborts the process when it loses
/// (seen with 0.9.75). Here a stop ends a thread and closes a socket that nobody else holds.
///
/// Where all connections are taken, or all of one address, a silent one makes room: first those that have sent no request,
/// then those between two requests. Only where every connection has a request under way do new ones wait in the kernel's
/// queue, and of an address are closed.
final class Acceptor: Sendable {
  /// Makes a descriptor the library's, closing it where it refuses it, and says whether it was kept.
  typealias Take = @Sendable (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool

  private let listener: Int32
  private let core: Core
  private let isStopped = Atomic(false)
  private let thread = Mutex<BackgroundThread?>(nil)

  /// An acceptor on a socket that listens, which is its own from now on.
  init(_ listener: Int32, _ core: Core) {
    self.listener = listener
    self.core = core
  }

  deinit { close(listener) }

  /// Starts to accept.
  func start(_ take: @escaping Take) throws(ServerError) {
    // The thread holds the lock for as long as it runs: what is behind it is that thread's alone.
    let door = Mutex(try Door(listener, core, take))
    let running = try BackgroundThread {
      door.withLock { door in
        while !self.isStopped.load(ordering: .acquiring) { door.turn() }
        door.clear()
      }
    }
    thread.withLock { $0 = running }
  }

  /// Ends the thread, waits for it, and gives back its socket's port: whoever connects from now on is refused.
  func stop() {
    isStopped.store(true, ordering: .releasing)
    core.quota.watch.wake()
    thread.withLock { thread in
      guard let running = thread else { return }
      running.join()
      thread = nil
      // Whoever is in the kernel's queue learns at once that nobody will answer.
      shutdown(listener, Int32(SHUT_RDWR))
    }
  }
}
