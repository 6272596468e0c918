import Synchronization

/// The open connections. A socket is shut down only under the lock, and leaves the table under the lock before it is
/// closed: so a number that the kernel has given to another socket since is never touched.
final class Links: Sendable {
  private let table = Mutex<[Int32: Link]>([:])

  /// Takes in a connection that was accepted.
  func add(_ link: Link) {
    table.withLock { $0[link.descriptor] = link }
  }

  /// Lets go of a connection whose socket is about to be closed.
  func remove(_ link: Link) {
    _ = table.withLock { $0.removeValue(forKey: link.descriptor) }
  }

  /// Cuts off every connection whose deadline lies before `now`; libmicrohttpd then sees its end and closes it.
  func cutOff(before now: Int64) {
    table.withLock { table in
      for link in table.values where link.isLate(now) {
        Socket.cutOff(link.descriptor)
      }
    }
  }

  /// Ends every connection on which no request has begun. What has already arrived is still read.
  func endIdle() {
    table.withLock { table in
      for link in table.values where !link.isBusy {
        Socket.endReading(link.descriptor)
      }
    }
  }

  /// Whether a request is under way on any connection.
  var areBusy: Bool {
    table.withLock { table in table.values.contains { $0.isBusy } }
  }
}
