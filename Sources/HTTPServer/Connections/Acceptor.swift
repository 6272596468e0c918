import Platform
import CMicroHTTPD
import Synchronization

/// The thread that accepts connections and hands each one over to an event loop.
///
/// A connection is handed over when its first request head is complete or fills the peek buffer.
/// With TLS, and on systems without epoll, it is handed over at the first bytes.
///
/// libmicrohttpd does not accept connections itself. Its only way to stop accepting is
/// `MHD_quiesce_daemon`, which races with worker threads that use epoll and can abort the process
/// (seen with 0.9.75). Here, a stop joins this thread and closes a socket that no other thread
/// uses.
///
/// At the connection limit, or at the limit of one address, the longest-idle connection is closed.
/// It is either a pending connection (rejected ones first) or an open one between two requests. If
/// none is idle, the oldest stream is closed. If every connection has a request in flight:
/// - At the total limit, new connections wait in the kernel's backlog.
/// - At the limit of an address, new connections from that address are closed.
final class Acceptor: Sendable {
  /// A function that hands a connection over to an event loop. The quota already includes it.
  typealias ConnectionHandler = @Sendable (PendingConnection) -> Void

  private let listener: Int32
  private let core: ServerState
  private let isStopped = Atomic(false)
  private let thread = Mutex<BackgroundThread?>(nil)

  /// Takes ownership of `listener`, a listening socket, and closes it on deinitialization.
  init(_ listener: Int32, _ core: ServerState) {
    self.listener = listener
    self.core = core
  }

  deinit { close(listener) }

  /// Starts the thread. Throws `ServerError.system` if epoll or the thread cannot be created.
  func start(_ take: @escaping ConnectionHandler) throws(ServerError) {
    // Only the new thread uses this state. It holds the lock until it stops.
    let state = Mutex(try AcceptState(listener, core, take))
    let running = try BackgroundThread.serving {
      state.withLock { state in
        while !self.isStopped.load(ordering: .acquiring) { state.runIteration() }
        state.clear()
      }
    }
    thread.withLock { $0 = running }
  }

  /// Stops the thread, waits for it and frees the port. The kernel refuses later connections.
  func stop() {
    isStopped.store(true, ordering: .releasing)
    core.quota.watch.wake()
    thread.withLock { thread in
      guard let running = thread else { return }
      running.join()
      thread = nil
      // Resets the connections in the backlog, so that their clients fail at once.
      shutdown(listener, Int32(SHUT_RDWR))
    }
  }
}

/// The state of the acceptor's thread: the listening socket and the pending connections.
private final class AcceptState {
  /// Milliseconds before the next `accept` if descriptors or memory are exhausted, or if no
  /// connection could be closed.
  private static let retryInterval: Int64 = 100
  /// Milliseconds that a rejected client has to read the response.
  private static let refusalReadTime: Int64 = 2000
  /// Maximum bytes of a head to peek at. The kernel buffers at least this many unread bytes.
  private static let peekLimit = 32 * 1024

  private let listener: Int32
  private let core: ServerState
  private let take: Acceptor.ConnectionHandler
  private let readiness: SocketReadiness
  private let limits: HeadLimits
  private let isTLS: Bool
  private var buffer: [UInt8]
  private var pending: [Int32: PendingConnection] = [:]
  /// Pending connections by deadline: those with an incomplete head, and those that were rejected.
  private var awaitingHead = Line()
  private var rejected = Line()
  /// True if the backlog may contain a connection.
  private var isAccepting = true
  private var pausedUntil: Int64 = 0

  /// Watches `listener` and the quota. `take` receives each connection that is ready for handover.
  init(_ listener: Int32, _ core: ServerState, _ take: @escaping Acceptor.ConnectionHandler) throws(ServerError) {
    (self.listener, self.core, self.take) = (listener, core, take)
    readiness = try SocketReadiness()
    limits = HeadLimits(core.configuration)
    isTLS = core.configuration.identity != nil
    // One byte beyond the limit proves that a head is too long.
    buffer = [UInt8](repeating: 0, count: min(core.configuration.headerLimit + 1, AcceptState.peekLimit))
    guard readiness.add(listener), readiness.add(core.quota.watch.descriptor) else {
      throw .system(call: "epoll_ctl", errno: errno)
    }
  }

  /// Runs one iteration: waits for events, handles them, accepts connections and closes pending
  /// connections past their deadlines.
  func runIteration() {
    for event in readiness.wait(milliseconds: pollTimeout()) {
      switch event.descriptor {
      case listener: isAccepting = true
      case core.quota.watch.descriptor:
        core.quota.watch.drain()
        pausedUntil = 0
      default: process(event.descriptor, event.isEnded)
      }
    }
    let now = CoarseClock.now
    if isAccepting, now >= pausedUntil { acceptAll() }
    while let late = [awaitingHead.first, rejected.first].lazy.compactMap({ $0 }).compactMap({ self.pending[$0] })
      .first(where: { $0.deadline < now })
    {
      end(late)
    }
  }

  /// Hands over the pending connections that are ready and closes all others.
  func clear() {
    for descriptor in pending.keys { process(descriptor, false) }
    for connection in pending.values { end(connection) }
  }

  private func pollTimeout() -> Int32 {
    var next = [awaitingHead, rejected].compactMap { $0.first.flatMap { pending[$0]?.deadline } }.min() ?? .max
    if isAccepting { next = min(next, pausedUntil) }
    return next == .max ? -1 : Int32(clamping: max(0, next - CoarseClock.now + 1))
  }

  /// Accepts the connections in the backlog while the quota allows.
  private func acceptAll() {
    while true {
      if !core.quota.isLeft {
        // Close an idle connection only if a new one is waiting.
        guard hasBacklog else {
          isAccepting = false
          return
        }
        guard makeRoom(for: nil) else {
          // An idle connection is being closed, or every connection is busy.
          pausedUntil = CoarseClock.now + Self.retryInterval
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
          // `accept` reports this error even if the backlog is empty.
          guard hasBacklog else {
            isAccepting = false
            return
          }
          // Closing a pending connection frees its descriptor at once, but not necessarily kernel
          // memory.
          if makeRoom(for: nil), problem == EMFILE { continue }
          pausedUntil = CoarseClock.now + Self.retryInterval
        } else if ![ECONNABORTED, EINTR].contains(problem) {
          // The backlog is empty. The listener reports the next connection.
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

  /// True if a connection is waiting in the backlog.
  private var hasBacklog: Bool {
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
    let connection = PendingConnection(
      descriptor: descriptor, address: address, length: length, peer: peer, site: site,
      came: CoarseClock.now, deadline: CoarseClock.now + core.requestTimeout)
    guard readiness.add(descriptor) else { return end(connection) }
    pending[descriptor] = connection
    awaitingHead.append(descriptor)
    // `readiness` also reports bytes that arrived before the socket was added.
  }

  /// Closes the longest-idle connection of `site`, or of all networks if `site` is nil. Returns
  /// true if another connection may be accepted now.
  private func makeRoom(for site: ClientNetwork?) -> Bool {
    // Prefer the pending connection only if it was accepted before the longest idle period began.
    while let oldest = oldest(of: site), oldest.came <= core.links.silentSince(of: site) ?? .max {
      // Inspect it again, because its request may now be complete.
      if !oldest.isRefused { process(oldest.descriptor, false) }
      guard let silent = pending[oldest.descriptor] else {
        if core.quota.isLeft, site.map({ core.quota.isLeft(for: $0) }) ?? true { return true }
        continue
      }
      end(silent)
      return true
    }
    // The event loop closes this connection asynchronously. Until then an address may exceed its
    // limit, but the server may not exceed the total limit.
    return core.links.endSilent(of: site) && site != nil
  }

  private func oldest(of site: ClientNetwork?) -> PendingConnection? {
    for line in [rejected, awaitingHead] {
      for descriptor in line {
        if let connection = pending[descriptor], site == nil || connection.site == site { return connection }
      }
    }
    return nil
  }

  private func process(_ descriptor: Int32, _ isEnded: Bool) {
    guard let connection = pending[descriptor] else { return }
    switch connection.inspect(isEnded, within: limits, isTLS: isTLS, &buffer) {
    case .wait: break
    case .handOver: handOver(connection)
    case .refuse(let refusal, let bytes): refuse(connection, refusal, bytes)
    case .close: end(connection)
    }
  }

  private func handOver(_ connection: PendingConnection) {
    forget(connection)
    take(connection)
  }

  private func refuse(_ connection: PendingConnection, _ refusal: RequestRefusal, _ bytes: [UInt8]) {
    let request = RefusedHead(bytes).request(
      refusal, from: connection.peer, trusting: core.configuration.trustedProxies,
      id: RequestIdentifier.make(connection: core.nextNumber(), request: 1))
    let answer = core.refusal(request).bytes(isHead: request.method == .head, with: core.headers)
    Socket.write(answer, to: connection.descriptor)
    shutdown(connection.descriptor, Int32(SHUT_WR))
    var refused = connection
    refused.isRefused = true
    refused.deadline = CoarseClock.now + Self.refusalReadTime
    pending[connection.descriptor] = refused
    awaitingHead.remove(connection.descriptor)
    rejected.append(connection.descriptor)
    process(connection.descriptor, false)
  }

  private func forget(_ connection: PendingConnection) {
    pending[connection.descriptor] = nil
    awaitingHead.remove(connection.descriptor)
    rejected.remove(connection.descriptor)
    readiness.remove(connection.descriptor)
  }

  private func end(_ connection: PendingConnection) {
    forget(connection)
    close(connection.descriptor)
    core.quota.free(connection.site)
  }
}
