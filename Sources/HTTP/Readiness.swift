import CMicroHTTPD

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Tells one thread which of many sockets have something to read. Where there is epoll a wait costs what is ready, however
/// many sockets are silent; elsewhere it costs a look at each.
final class Readiness {
  /// What there is of a socket.
  struct Event {
    /// The socket.
    let descriptor: Int32
    /// Whether the other end has ended its sending, or the connection broke.
    let isEnded: Bool
  }

  /// Whether a socket is told of again only when more has come, and not for as long as there is something to read.
  static let tellsChanges: Bool = {
    #if os(Linux)
      true
    #else
      false
    #endif
  }()

  #if os(Linux)
    private let epoll: Int32
    private var events = [epoll_event](repeating: epoll_event(), count: 256)

    /// A set of no sockets.
    init() throws(ServerError) {
      epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
      guard epoll >= 0 else { throw .system(call: "epoll_create1", errno: errno) }
    }

    deinit { close(epoll) }

    /// Takes in a socket; false where the system has no memory for it.
    func add(_ descriptor: Int32) -> Bool {
      var event = epoll_event()
      event.events = EPOLLIN.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
      event.data.fd = descriptor
      return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0
    }

    /// Lets go of a socket that stays open.
    func remove(_ descriptor: Int32) {
      var event = epoll_event()
      epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &event)
    }

    /// Waits until there is something, or so many milliseconds; negative is no end.
    func wait(milliseconds: Int32) -> [Event] {
      let count = epoll_wait(epoll, &events, Int32(events.count), milliseconds)
      let ended = EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue
      return events.prefix(Int(max(0, count))).map { Event(descriptor: $0.data.fd, isEnded: $0.events & ended != 0) }
    }
  #else
    private var sockets: [Int32] = []

    /// A set of no sockets.
    init() throws(ServerError) {}

    /// Takes in a socket.
    func add(_ descriptor: Int32) -> Bool {
      sockets.append(descriptor)
      return true
    }

    /// Lets go of a socket.
    func remove(_ descriptor: Int32) { sockets.removeAll { $0 == descriptor } }

    /// Waits until there is something, or so many milliseconds; negative is no end.
    func wait(milliseconds: Int32) -> [Event] {
      var entries = sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return [] }
      return entries.filter { $0.revents != 0 }
        .map { Event(descriptor: $0.fd, isEnded: $0.revents & Int16(POLLHUP | POLLERR) != 0) }
    }
  #endif
}
