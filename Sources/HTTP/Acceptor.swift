#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Synchronization

/// The thread that accepts connections and hands each to the daemon's threads. The library could accept by itself, but
/// then the only way to take nothing new is `MHD_quiesce_daemon`, which with epoll and a pool of threads races its own
/// workers for the listening socket and aborts the process when it loses (seen with 0.9.75). Here a stop ends a thread
/// and closes a socket that nobody else holds, and connections beyond the limit wait in the kernel's queue.
final class Acceptor: Sendable {
  /// Milliseconds until another try when the system has no descriptor or no memory for a connection.
  private static let pause: Int64 = 100

  private let listener: Int32
  private let quota: ConnectionQuota
  private let isStopped = Atomic(false)
  private let thread = Mutex<BackgroundThread?>(nil)

  /// An acceptor on a socket that listens, which is its own from now on.
  init(_ listener: Int32, _ quota: ConnectionQuota) {
    self.listener = listener
    self.quota = quota
  }

  deinit { close(listener) }

  /// Starts to accept. `take` makes a descriptor its own, closing it where it refuses it, and says whether it was kept.
  func start(_ take: @escaping @Sendable (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool) throws(ServerError) {
    let running = try BackgroundThread { self.run(take) }
    thread.withLock { $0 = running }
  }

  /// Ends the thread, waits for it, and gives back its socket's port: whoever connects from now on is refused.
  func stop() {
    isStopped.store(true, ordering: .releasing)
    quota.watch.wake()
    thread.withLock { thread in
      guard let running = thread else { return }
      running.join()
      thread = nil
      // Whoever is in the kernel's queue learns at once that nobody will answer.
      shutdown(listener, Int32(SHUT_RDWR))
    }
  }

  private func run(_ take: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool) {
    while !isStopped.load(ordering: .acquiring) {
      guard quota.isLeft else {
        quota.watch.sleep()
        continue
      }
      if quota.watch.sleep(untilReadable: listener) { acceptAll(take) }
    }
  }

  /// Accepts what has come, while there is place.
  private func acceptAll(_ take: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool) {
    while quota.isLeft, !isStopped.load(ordering: .relaxed) {
      var peer = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let isTaken: Bool? = withUnsafeMutablePointer(to: &peer) { peer in
        peer.withMemoryRebound(to: sockaddr.self, capacity: 1) { peer in
          let descriptor = accept(listener, peer, &length)
          guard descriptor >= 0 else { return nil }
          _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
          quota.take()
          return take(descriptor, peer, length)
        }
      }
      switch isTaken {
      case true?: break
      case false?: quota.free()
      case nil:
        if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { quota.watch.sleep(milliseconds: Self.pause) }
        // Nobody waits any more, or one has gone before it was accepted: the listener says when there is another.
        return
      }
    }
  }
}
