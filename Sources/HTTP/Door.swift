import CMicroHTTPD

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the acceptor's thread works on: the listening socket and the newcomers.
final class Door {
  /// Milliseconds until another try when the system has no descriptor or no memory for a connection, and until another look
  /// for a place where every connection has a request under way.
  private static let pause: Int64 = 100
  /// Milliseconds in which a client may read why it was refused.
  private static let farewell: Int64 = 2000
  /// Bytes of a head that are looked at: the kernel keeps at least as many unread.
  private static let sight = 32 * 1024

  private let listener: Int32
  private let core: Core
  private let take: Acceptor.Take
  private let readiness: Readiness
  private let limits: HeadLimits
  private let isTLS: Bool
  private var buffer: [UInt8]
  private var newcomers: [Int32: Newcomer] = [:]
  /// Newcomers in the order of their deadlines: those that wait for a head, and those that were refused.
  private var waiting = Line()
  private var leaving = Line()
  /// Whether somebody may be in the kernel's queue.
  private var mayAccept = true
  private var pausedUntil: Int64 = 0

  /// A door on a socket that listens.
  init(_ listener: Int32, _ core: Core, _ take: @escaping Acceptor.Take) throws(ServerError) {
    (self.listener, self.core, self.take) = (listener, core, take)
    readiness = try Readiness()
    limits = HeadLimits(core.configuration)
    isTLS = core.configuration.identity != nil
    // One byte more than a head may have tells that it has too many.
    buffer = [UInt8](repeating: 0, count: min(core.configuration.headerLimit + 1, Door.sight))
    guard readiness.add(listener), readiness.add(core.quota.watch.descriptor) else {
      throw .system(call: "epoll_ctl", errno: errno)
    }
  }

  /// Waits until something happens, and does what is to be done then.
  func turn() {
    for event in readiness.wait(milliseconds: patience()) {
      switch event.descriptor {
      case listener: mayAccept = true
      case core.quota.watch.descriptor:
        core.quota.watch.drain()
        pausedUntil = 0
      default: step(event.descriptor, event.isEnded)
      }
    }
    let now = Clock.now
    if mayAccept, now >= pausedUntil { acceptAll() }
    while let late = [waiting.first, leaving.first].lazy.compactMap({ $0 }).compactMap({ self.newcomers[$0] })
      .first(where: { $0.deadline < now })
    {
      end(late)
    }
  }

  /// Closes all newcomers but those whose head is here.
  func clear() {
    for descriptor in newcomers.keys { step(descriptor, false) }
    for newcomer in newcomers.values { end(newcomer) }
  }

  private func patience() -> Int32 {
    var next = [waiting, leaving].compactMap { $0.first.flatMap { newcomers[$0]?.deadline } }.min() ?? .max
    if mayAccept { next = min(next, pausedUntil) }
    return next == .max ? -1 : Int32(clamping: max(0, next - Clock.now + 1))
  }

  /// Accepts what has come, while there is place.
  private func acceptAll() {
    while true {
      if !core.quota.isLeft {
        // Nobody goes before somebody else has come.
        guard isSomebodyWaiting else {
          mayAccept = false
          return
        }
        guard makeRoom(for: nil) else {
          // Somebody silent has been told to go, or every connection is busy.
          pausedUntil = Clock.now + Self.pause
          return
        }
      }
      var peer = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let descriptor = withUnsafeMutablePointer(to: &peer) { peer in
        peer.withMemoryRebound(to: sockaddr.self, capacity: 1) { accept(listener, $0, &length) }
      }
      guard descriptor >= 0 else {
        if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) {
          // The system says so before it looks whether somebody waits.
          guard isSomebodyWaiting else {
            mayAccept = false
            return
          }
          _ = makeRoom(for: nil)
          pausedUntil = Clock.now + Self.pause
        } else if ![ECONNABORTED, EINTR].contains(errno) {
          // Nobody waits any more: the listener says when there is another.
          mayAccept = false
        } else {
          continue
        }
        return
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      admit(descriptor, peer, length)
    }
  }

  /// Whether a connection waits in the kernel's queue.
  private var isSomebodyWaiting: Bool {
    var watched = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, 0) > 0
  }

  private func admit(_ descriptor: Int32, _ address: sockaddr_storage, _ length: socklen_t) {
    let peer = withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { numericAddress($0) }
    }
    let site = Site(peer, trusting: core.configuration.trustedProxies)
    guard core.quota.isLeft(for: site) || makeRoom(for: site) else {
      close(descriptor)
      return
    }
    core.quota.take(site)
    let newcomer = Newcomer(
      descriptor: descriptor, address: address, length: length, peer: peer, site: site,
      came: Clock.now, deadline: Clock.now + core.requestTimeout)
    guard readiness.add(descriptor) else { return end(newcomer) }
    newcomers[descriptor] = newcomer
    waiting.append(descriptor)
    // What came before the socket was watched is told of too.
  }

  /// Ends a silent connection, of that address where one is named; whether there is place now, or will be in a moment.
  private func makeRoom(for site: Site?) -> Bool {
    // Whoever has only just come may have a request on its way.
    if let oldest = oldest(of: site), oldest.came <= core.links.silentSince(of: site) ?? .max {
      end(oldest)
      return true
    }
    // Its thread closes it: an address has one too many for that moment, the server has not.
    return core.links.endSilent(of: site) && site != nil
  }

  private func oldest(of site: Site?) -> Newcomer? {
    for line in [leaving, waiting] {
      for descriptor in line {
        if let newcomer = newcomers[descriptor], site == nil || newcomer.site == site { return newcomer }
      }
    }
    return nil
  }

  private func step(_ descriptor: Int32, _ isEnded: Bool) {
    guard let newcomer = newcomers[descriptor] else { return }
    switch newcomer.look(isEnded, within: limits, isTLS: isTLS, &buffer) {
    case .wait: break
    case .handOver: handOver(newcomer)
    case .refuse(let refusal, let bytes): refuse(newcomer, refusal, bytes)
    case .close: end(newcomer)
    }
  }

  private func handOver(_ newcomer: Newcomer) {
    forget(newcomer)
    let isTaken = withUnsafePointer(to: newcomer.address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { take(newcomer.descriptor, $0, newcomer.length) }
    }
    if !isTaken { core.quota.free(newcomer.site) }
  }

  private func refuse(_ newcomer: Newcomer, _ refusal: Refusal, _ bytes: [UInt8]) {
    let request = RefusedHead(bytes).request(
      refusal, from: newcomer.peer, trusting: core.configuration.trustedProxies,
      id: RequestIdentifier.make(connection: core.nextNumber(), request: 1))
    let answer = core.refusal(request).bytes(isHead: request.method == .head, with: core.headers)
    Socket.write(answer, to: newcomer.descriptor)
    shutdown(newcomer.descriptor, Int32(SHUT_WR))
    var refused = newcomer
    refused.isRefused = true
    refused.deadline = Clock.now + Self.farewell
    newcomers[newcomer.descriptor] = refused
    waiting.remove(newcomer.descriptor)
    leaving.append(newcomer.descriptor)
    step(newcomer.descriptor, false)
  }

  private func forget(_ newcomer: Newcomer) {
    newcomers[newcomer.descriptor] = nil
    waiting.remove(newcomer.descriptor)
    leaving.remove(newcomer.descriptor)
    readiness.remove(newcomer.descriptor)
  }

  private func end(_ newcomer: Newcomer) {
    forget(newcomer)
    close(newcomer.descriptor)
    core.quota.free(newcomer.site)
  }
}
