import Platform
import Synchronization

/// Reads a file sequentially on a separate thread, so that the system's page cache contains it
/// before a check reads it in another order.
///
/// Reads at most as many bytes as half of the machine's memory, because further pages would evict
/// earlier ones.
final class ReadAhead: Sendable {
  private let descriptor: Int32
  private let isStopped = Atomic<Bool>(false)
  private let thread = Mutex<BackgroundThread?>(nil)

  /// Starts to read. Does nothing if the file cannot be read.
  init(_ path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    let started = try? BackgroundThread { [self] in read() }
    thread.withLock { $0 = started }
  }

  /// Stops reading and closes the file.
  ///
  /// Must not be called while a connection of this process has the file open, because closing a
  /// file releases the process's locks on it.
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
