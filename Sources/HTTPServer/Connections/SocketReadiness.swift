import CMicroHTTPD
import Platform

/// Reports to one thread which of its sockets are readable.
///
/// With epoll, the cost of a wait depends on the number of ready sockets; otherwise on the number
/// of all sockets.
final class SocketReadiness {
  struct Event {
    let descriptor: Int32
    /// True if the peer has half-closed or the connection is broken.
    let isEnded: Bool
  }

  /// True if notification is edge-triggered: a socket is reported once per arrival of bytes.
  static let reportsChanges: Bool = {
    #if os(Linux)
      true
    #else
      false
    #endif
  }()

  #if os(Linux)
    private let epoll: Int32
    private var events = [epoll_event](repeating: epoll_event(), count: 256)

    /// Creates an empty set. Throws `ServerError.system` if epoll cannot be created.
    init() throws(ServerError) {
      epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
      guard epoll >= 0 else { throw .system(call: "epoll_create1", errno: errno) }
    }

    deinit { close(epoll) }

    /// Adds a socket. Returns false if the system has no memory for it.
    func add(_ descriptor: Int32) -> Bool {
      var event = epoll_event()
      event.events = EPOLLIN.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
      event.data.fd = descriptor
      return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0
    }

    /// Removes a socket without closing it.
    func remove(_ descriptor: Int32) {
      var event = epoll_event()
      epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &event)
    }

    /// Waits for events for at most `milliseconds`; without limit if negative.
    func wait(milliseconds: Int32) -> [Event] {
      let count = epoll_wait(epoll, &events, Int32(events.count), milliseconds)
      let ended = EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue
      return events.prefix(Int(max(0, count))).map { Event(descriptor: $0.data.fd, isEnded: $0.events & ended != 0) }
    }
  #else
    private var sockets: [Int32] = []

    /// Creates an empty set.
    init() throws(ServerError) {}

    /// Adds a socket. Always returns true.
    func add(_ descriptor: Int32) -> Bool {
      sockets.append(descriptor)
      return true
    }

    func remove(_ descriptor: Int32) { sockets.removeAll { $0 == descriptor } }

    /// Waits for events for at most `milliseconds`; without limit if negative.
    func wait(milliseconds: Int32) -> [Event] {
      var entries = sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return [] }
      return entries.filter { $0.revents != 0 }
        .map { Event(descriptor: $0.fd, isEnded: $0.revents & Int16(POLLHUP | POLLERR) != 0) }
    }
  #endif
}
