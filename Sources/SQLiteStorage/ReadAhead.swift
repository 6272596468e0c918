import Platform
import Synchronization

/// Reads a file from its begin to its end on a thread of its own, so that the system has in memory what somebody else reads in
/// another order. A disk gives pages in sequence many times faster.
///
/// It stops at half of the machine's memory: what is read further would push out what was read before.
final class ReadAhead: Sendable {
  private let descriptor: Int32
  private let isStopped = Atomic<Bool>(false)
  private let thread = Mutex<BackgroundThread?>(nil)

  /// Begins. A file that cannot be read is left to whoever reads it next.
  init(_ path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    let started = try? BackgroundThread { [self] in read() }
    thread.withLock { $0 = started }
  }

  /// Ends, and closes the file.
  ///
  /// Call when no connection of this process has the file open: closing a file gives up the process's locks on it.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    guard descriptor >= 0 else { return }
    thread.withLock { $0 }?.join()
    close(descriptor)
  }

  private func read() {
    let memory = Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(sysconf(Int32(_SC_PAGESIZE)))
    let size = 1 << 20
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    var place = 0
    while !isStopped.load(ordering: .relaxed), place < memory / 2 {
      let count = pread(descriptor, buffer, size, off_t(place))
      guard count > 0 else { return }
      place += count
    }
  }
}
