import Platform
import CMicroHTTPD
import Synchronization

/// Accepts connections on a thread of its own, and hands each to libmicrohttpd once its first request head is here; with
/// TLS, once any byte is.
///
/// libmicrohttpd could accept by itself, but then the only way to take nothing new is `MHD_quiesce_daemon`. With epoll
/// and a pool of threads that call races the library's workers for the listening socket, and aborts the process when it
/// loses (seen with 0.9.75). Here a stop ends one thread and closes a socket that nobody else holds.
///
/// At the limit of all connections, or of one address, the connection that has been silent longest makes room: a
/// newcomer (refused ones first) or a connection between two requests. If every connection has a request under way:
/// - new ones wait in the kernel's queue at the limit of all,
/// - new ones of that address are closed at the limit of one address.
final class Acceptor: Sendable {
  /// Hands a connection to a thread of the server, with its place among those that are counted.
  typealias ConnectionHandler = @Sendable (PendingConnection) -> Void

  private let listener: Int32
  private let core: ServerState
  private let isStopped = Atomic(false)
  private let thread = Mutex<BackgroundThread?>(nil)

  /// Takes over `listener`, a listening socket, and closes it when freed.
  init(_ listener: Int32, _ core: ServerState) {
    self.listener = listener
    self.core = core
  }

  deinit { close(listener) }

  /// Starts the thread. Throws `ServerError.system` if epoll or the thread cannot be created.
  func start(_ take: @escaping ConnectionHandler) throws(ServerError) {
    // The thread holds this lock for as long as it runs: nobody else touches the door.
    let door = Mutex(try AcceptState(listener, core, take))
    let running = try BackgroundThread.serving {
      door.withLock { door in
        while !self.isStopped.load(ordering: .acquiring) { door.turn() }
        door.clear()
      }
    }
    thread.withLock { $0 = running }
  }

  /// Ends the thread, waits for it and frees the port: the kernel refuses every later connection.
  func stop() {
    isStopped.store(true, ordering: .releasing)
    core.quota.watch.wake()
    thread.withLock { thread in
      guard let running = thread else { return }
      running.join()
      thread = nil
      // Clients in the kernel's queue learn at once that nobody will answer.
      shutdown(listener, Int32(SHUT_RDWR))
    }
  }
}

/// The state of the acceptor's thread: the listening socket and the newcomers.
private final class AcceptState {
  /// Milliseconds until the next try to accept if the system has no descriptor or memory, or no connection has made
  /// room.
  private static let pause: Int64 = 100
  /// Milliseconds that a refused client has to read the answer.
  private static let farewell: Int64 = 2000
  /// Maximum bytes of a head that are peeked at: the kernel keeps at least this many unread.
  private static let sight = 32 * 1024

  private let listener: Int32
  private let core: ServerState
  private let take: Acceptor.ConnectionHandler
  private let readiness: SocketReadiness
  private let limits: HeadLimits
  private let isTLS: Bool
  private var buffer: [UInt8]
  private var newcomers: [Int32: PendingConnection] = [:]
  /// Newcomers in the order of their deadlines: `waiting` owe a whole head, `leaving` were refused.
  private var waiting = Line()
  private var leaving = Line()
  /// True if the kernel's queue may hold a connection.
  private var isAccepting = true
  private var pausedUntil: Int64 = 0

  /// Watches `listener`; `take` gets each socket whose head is here.
  init(_ listener: Int32, _ core: ServerState, _ take: @escaping Acceptor.ConnectionHandler) throws(ServerError) {
    (self.listener, self.core, self.take) = (listener, core, take)
    readiness = try SocketReadiness()
    limits = HeadLimits(core.configuration)
    isTLS = core.configuration.identity != nil
    // One byte beyond the limit shows that a head is too long.
    buffer = [UInt8](repeating: 0, count: min(core.configuration.headerLimit + 1, AcceptState.sight))
    guard readiness.add(listener), readiness.add(core.quota.watch.descriptor) else {
      throw .system(call: "epoll_ctl", errno: errno)
    }
  }

  /// Runs one turn: waits for events, handles them, accepts connections, and ends newcomers past their deadline.
  func turn() {
    for event in readiness.wait(milliseconds: patience()) {
      switch event.descriptor {
      case listener: isAccepting = true
      case core.quota.watch.descriptor:
        core.quota.watch.drain()
        pausedUntil = 0
      default: step(event.descriptor, event.isEnded)
      }
    }
    let now = CoarseClock.now
    if isAccepting, now >= pausedUntil { acceptAll() }
    while let late = [waiting.first, leaving.first].lazy.compactMap({ $0 }).compactMap({ self.newcomers[$0] })
      .first(where: { $0.deadline < now })
    {
      end(late)
    }
  }

  /// Hands over the newcomers whose head is here, and closes all others.
  func clear() {
    for descriptor in newcomers.keys { step(descriptor, false) }
    for newcomer in newcomers.values { end(newcomer) }
  }

  private func patience() -> Int32 {
    var next = [waiting, leaving].compactMap { $0.first.flatMap { newcomers[$0]?.deadline } }.min() ?? .max
    if isAccepting { next = min(next, pausedUntil) }
    return next == .max ? -1 : Int32(clamping: max(0, next - CoarseClock.now + 1))
  }

  /// Accepts the connections in the kernel's queue while the quota allows.
  private func acceptAll() {
    while true {
      if !core.quota.isLeft {
        // No connection is ended unless another one waits.
        guard isSomebodyWaiting else {
          isAccepting = false
          return
        }
        guard makeRoom(for: nil) else {
          // A silent connection is being ended, or every connection is busy.
          pausedUntil = CoarseClock.now + Self.pause
          return
        }
      }
      var peer = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let descriptor = withUnsafeMutablePointer(to: &peer) { peer in
        peer.withMemoryRebound(to: sockaddr.self, capacity: 1) { accept(listener, $0, &length) }
      }
      guard descriptor >= 0 else {
        let problem = errno
        if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(problem) {
          // accept(2) reports this before it looks at the queue, which may be empty.
          guard isSomebodyWaiting else {
            isAccepting = false
            return
          }
          // A newcomer that was ended has left its descriptor. The kernel's memory may stay short all the same.
          if makeRoom(for: nil), problem == EMFILE { continue }
          pausedUntil = CoarseClock.now + Self.pause
        } else if ![ECONNABORTED, EINTR].contains(problem) {
          // The queue is empty: the listener reports the next connection.
          isAccepting = false
        } else {
          continue
        }
        return
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      admit(descriptor, peer, length)
    }
  }

  /// True if a connection waits in the kernel's queue.
  private var isSomebodyWaiting: Bool {
    var watched = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, 0) > 0
  }

  private func admit(_ descriptor: Int32, _ address: sockaddr_storage, _ length: socklen_t) {
    let peer = withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { numericAddress($0) }
    }
    let site = ClientNetwork(peer, trusting: core.configuration.trustedProxies)
    guard core.quota.isLeft(for: site) || makeRoom(for: site) else {
      close(descriptor)
      return
    }
    core.quota.take(site)
    let newcomer = PendingConnection(
      descriptor: descriptor, address: address, length: length, peer: peer, site: site,
      came: CoarseClock.now, deadline: CoarseClock.now + core.requestTimeout)
    guard readiness.add(descriptor) else { return end(newcomer) }
    newcomers[descriptor] = newcomer
    waiting.append(descriptor)
    // `readiness` also reports bytes that arrived before the socket was added.
  }

  /// Ends the connection that has been silent longest, of `site` or, if nil, of all. Returns true if another connection
  /// may be accepted now.
  private func makeRoom(for site: ClientNetwork?) -> Bool {
    // A newcomer that came after that silence began may have a request on its way.
    while let oldest = oldest(of: site), oldest.came <= core.links.silentSince(of: site) ?? .max {
      // Its whole request may be here, and nobody has looked: then it is not silent.
      if !oldest.isRefused { step(oldest.descriptor, false) }
      guard let silent = newcomers[oldest.descriptor] else {
        if core.quota.isLeft, site.map({ core.quota.isLeft(for: $0) }) ?? true { return true }
        continue
      }
      end(silent)
      return true
    }
    // Its thread closes it a moment later. Until then one address may exceed its limit; the server may
    // not.
    return core.links.endSilent(of: site) && site != nil
  }

  private func oldest(of site: ClientNetwork?) -> PendingConnection? {
    for line in [leaving, waiting] {
      for descriptor in line {
        if let newcomer = newcomers[descriptor], site == nil || newcomer.site == site { return newcomer }
      }
    }
    return nil
  }

  private func step(_ descriptor: Int32, _ isEnded: Bool) {
    guard let newcomer = newcomers[descriptor] else { return }
    switch newcomer.inspect(isEnded, within: limits, isTLS: isTLS, &buffer) {
    case .wait: break
    case .handOver: handOver(newcomer)
    case .refuse(let refusal, let bytes): refuse(newcomer, refusal, bytes)
    case .close: end(newcomer)
    }
  }

  private func handOver(_ newcomer: PendingConnection) {
    forget(newcomer)
    take(newcomer)
  }

  private func refuse(_ newcomer: PendingConnection, _ refusal: RequestRefusal, _ bytes: [UInt8]) {
    let request = RefusedHead(bytes).request(
      refusal, from: newcomer.peer, trusting: core.configuration.trustedProxies,
      id: RequestIdentifier.make(connection: core.nextNumber(), request: 1))
    let answer = core.refusal(request).bytes(isHead: request.method == .head, with: core.headers)
    Socket.write(answer, to: newcomer.descriptor)
    shutdown(newcomer.descriptor, Int32(SHUT_WR))
    var refused = newcomer
    refused.isRefused = true
    refused.deadline = CoarseClock.now + Self.farewell
    newcomers[newcomer.descriptor] = refused
    waiting.remove(newcomer.descriptor)
    leaving.append(newcomer.descriptor)
    step(newcomer.descriptor, false)
  }

  private func forget(_ newcomer: PendingConnection) {
    newcomers[newcomer.descriptor] = nil
    waiting.remove(newcomer.descriptor)
    leaving.remove(newcomer.descriptor)
    readiness.remove(newcomer.descriptor)
  }

  private func end(_ newcomer: PendingConnection) {
    forget(newcomer)
    close(newcomer.descriptor)
    core.quota.free(newcomer.site)
  }
}
