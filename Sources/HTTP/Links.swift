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

  /// Since when the connection has been silent that has been so longest, of that address where one is named.
  func silentSince(of site: Site?) -> Int64? {
    table.withLock { table in
      table.values.lazy.filter { !$0.isBusy && !$0.isLeaving && (site == nil || $0.site == site) }.map(\.began).min()
    }
  }

  /// Ends the connection that has been silent longest, of that address where one is named; whether there was one. The
  /// thread that has it closes it in a moment.
  func endSilent(of site: Site?) -> Bool {
    table.withLock { table in
      var oldest: Link?
      for link in table.values where (site == nil || link.site == site) && !link.isBusy {
        if link.began < oldest?.began ?? .max, !link.isLeaving { oldest = link }
      }
      guard let oldest, oldest.leave() else { return false }
      Socket.cutOff(oldest.descriptor)
      return true
    }
  }

  /// Ends connections that hold so many bytes together, those first that have held them longest, of that address where one
  /// is named.
  func cutOff(holding bytes: Int, of site: Site?, but kept: Link) {
    table.withLock { table in
      let holding = table.values.filter {
        $0 !== kept && $0.bytesHeld > 0 && !$0.isLeaving && (site == nil || $0.site == site)
      }
      var left = bytes
      for link in holding.sorted(by: { $0.began < $1.began }) where left > 0 {
        left -= link.bytesHeld
        if link.leave() { Socket.cutOff(link.descriptor) }
      }
    }
  }

  /// Ends connections whose other end has ended its sending before a whole request was here, and had a while ago: what the
  /// library has read by then is all that there is. (Its epoll loop is told of an end once, together with the last bytes,
  /// and then waits for more.)
  func endHalfClosed(before now: Int64) {
    table.withLock { table in
      for link in table.values {
        if let since = link.waitsSince, since < now, Socket.isEnded(link.descriptor), link.leave() {
          Socket.cutOff(link.descriptor)
        }
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

  /// Ends every connection of which a request has arrived in part.
  func endReceiving() {
    table.withLock { table in
      for link in table.values where link.waitsSince != nil {
        Socket.cutOff(link.descriptor)
      }
    }
  }

  /// Whether a request is under way on any connection.
  var areBusy: Bool {
    table.withLock { table in table.values.contains { $0.isBusy } }
  }
}
