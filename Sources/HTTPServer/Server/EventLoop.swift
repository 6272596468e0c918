import CMicroHTTPD
import Platform
import Synchronization

#if os(Linux)
  /// A thread of the server: it reads the requests of its connections, has them answered and sends the answers. Between two turns it
  /// does what others give it to do.
  ///
  /// libmicrohttpd could have threads of its own. But where an `epoll_wait` tells of 128 events, for which there is just room, they
  /// wait for one more event before they handle these (up to 1.0.1): a server with 128 busy connections a thread stood still until
  /// one of them was idle for too long. Here the thread waits by itself, and the library does not wait at all. And it is woken once
  /// for many answers, not for each.
  ///
  /// The library asks to be called again at once, over and over, as long as a TLS handshake is under way (0.9.75 to 1.0.1): one byte of a
  /// client took the whole thread until its time was up. While nothing else gets on, the thread rests for `idleDelay` or until something
  /// comes.
  package final class EventLoop: Sendable {
    private struct PendingWork {
      var works: [@Sendable () -> Void] = []
      /// True while the thread waits: whoever gives it work rings.
      var isAsleep = false
      /// True if the thread is to end, once no work is left.
      var isEnding = false
      /// True if the thread takes no more work.
      var isEnded = false
    }

    /// The state of the thread itself, which nobody else touches.
    private final class LoopState {
      /// Unowned: the loop joins its thread.
      unowned(unsafe) let loop: EventLoop
      let daemon: OpaquePointer
      /// The descriptors that end a wait: libmicrohttpd's events, and the bell.
      var watched: [pollfd]
      /// The works of the present turn.
      var works: [@Sendable () -> Void] = []
      /// True if a connection was woken or added since the library ran.
      @exclusivity(unchecked) var hasWoken = false
      /// The connections whose TLS handshake is under way.
      @exclusivity(unchecked) var handshakes = 0
      /// True if there was work for a run of the library, or it got on with a request.
      @exclusivity(unchecked) var hasMoved = false
      /// The runs of the library, one after the other, that moved nothing.
      var idleIterations = 0

      init(_ loop: EventLoop, _ daemon: OpaquePointer, _ descriptors: Int32...) {
        (self.loop, self.daemon) = (loop, daemon)
        watched = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      }
    }

    /// Milliseconds between two runs of the library while a handshake is under way and nothing moves.
    private static let idleDelay: UInt64 = 2
    /// The runs that may move nothing before a rest: some of them send the next part of a large answer.
    private static let idleIterations = 4

    private let core: ServerState
    private let runs = Atomic(0)
    private let mail = Mutex(PendingWork())
    /// Wakes the thread.
    private let bell: WakePipe
    private let thread = Mutex<BackgroundThread?>(nil)

    /// Makes a loop that has not started. Throws `ServerError.system` if the system refuses what it needs.
    private init(_ core: ServerState) throws(ServerError) {
      self.core = core
      bell = try WakePipe()
    }

    /// Starts the threads of a server. Throws `ServerError.system` if the system refuses what they need.
    static func start(_ core: ServerState) throws(ServerError) -> [EventLoop] {
      var loops: [EventLoop] = []
      do throws(ServerError) {
        for _ in 0..<core.configuration.threads {
          let loop = try EventLoop(core)
          try loop.start()
          loops.append(loop)
        }
      } catch {
        stop(loops)
        throw error
      }
      return loops
    }

    private func start() throws(ServerError) {
      guard let daemon = MicroHTTPD.start(core, MHD_USE_EPOLL.rawValue) else {
        throw .system(call: "MHD_start_daemon", errno: errno)
      }
      let events = valence_MHD_events(daemon)
      // A number may pass to the thread, a pointer may not.
      let number = UInt(bitPattern: daemon)
      do throws(ServerError) {
        let running = try BackgroundThread.serving(named: "valence.http") { [self] in
          guard let daemon = OpaquePointer(bitPattern: number) else { return }
          serve(daemon, events)
        }
        thread.withLock { $0 = running }
      } catch {
        MHD_stop_daemon(daemon)
        throw error
      }
    }

    /// Does all work that was given, ends all connections, and returns when the threads have ended. No connection may sleep.
    static func stop(_ loops: [EventLoop]) {
      for loop in loops {
        loop.mail.withLock { $0.isEnding = true }
        loop.bell.wake()
      }
      for loop in loops {
        loop.thread.withLock { thread in
          thread?.join()
          thread = nil
        }
      }
    }

    // MARK: - On any thread

    /// The calling thread, if it is one of a server.
    package static var current: EventLoop? { turns?.loop }

    /// Has the thread do the work soon; if it has ended, does it at once. The work must not block.
    package func run(_ work: @escaping @Sendable () -> Void) {
      if !give(work) { work() }
    }

    /// Has the thread do the work soon; returns false if it has ended.
    private func give(_ work: @escaping @Sendable () -> Void) -> Bool {
      let (isEnded, isAsleep) = mail.withLock { mail in
        if mail.isEnded { return (true, false) }
        mail.works.append(work)
        defer { mail.isAsleep = false }
        return (false, mail.isAsleep)
      }
      if isAsleep { bell.wake() }
      return !isEnded
    }

    /// Wakes a connection of this loop that sleeps. Nothing touches it after that: libmicrohttpd may close it at any time. The
    /// connections of a loop that has ended are gone.
    func wake(_ connection: UInt) {
      guard let turns = Self.turns, turns.loop === self else {
        _ = give { self.wake(connection) }
        return
      }
      guard let sleeper = OpaquePointer(bitPattern: connection) else { return }
      MHD_resume_connection(sleeper)
      turns.hasWoken = true
    }

    /// Serves a connection, whose place in the quota is taken.
    func take(_ connection: PendingConnection) {
      run { [core] in
        guard let turns = Self.turns, turns.loop === self else {
          close(connection.descriptor)
          return core.quota.free(connection.site)
        }
        // libmicrohttpd closes the socket of a connection that it refuses.
        if !MicroHTTPD.add(connection, to: turns.daemon) { core.quota.free(connection.site) }
        turns.hasWoken = true
      }
    }

    /// How often the library has run.
    var count: Int { runs.load(ordering: .relaxed) }

    // MARK: - On its own thread

    /// Notes that the library calls the server: it gets on with a connection of the calling thread.
    static func noteProgress() { turns?.hasMoved = true }

    /// Notes that the handshake of a connection of the calling thread begins; returns false if that is no thread of a server.
    static func beginHandshake() -> Bool {
      guard let turns else { return false }
      turns.handshakes += 1
      return true
    }

    /// Notes that such a handshake has ended.
    static func endHandshake() { turns?.handshakes -= 1 }

    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key, nil)
      return key
    }()

    private static var turns: LoopState? {
      pthread_getspecific(key).map { Unmanaged<LoopState>.fromOpaque($0).takeUnretainedValue() }
    }

    private func serve(_ daemon: OpaquePointer, _ events: Int32) {
      let turns = LoopState(self, daemon, events, bell.descriptor)
      pthread_setspecific(Self.key, Unmanaged.passUnretained(turns).toOpaque())
      // libmicrohttpd counts on it.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      while true {
        let isEnding = mail.withLock { mail in
          swap(&mail.works, &turns.works)
          return mail.isEnding
        }
        let isIdle = turns.works.isEmpty
        for work in turns.works { work() }
        turns.works.removeAll(keepingCapacity: true)
        if isEnding, isIdle { break }
        if isIdle, !turns.hasWoken { wait(turns) }
        turns.hasMoved = !isIdle || turns.hasWoken
        turns.hasWoken = false
        MHD_run(daemon)
        turns.idleIterations = turns.hasMoved ? 0 : turns.idleIterations + 1
        runs.store(runs.load(ordering: .relaxed) + 1, ordering: .relaxed)
      }
      MHD_stop_daemon(daemon)
      // No connection is left: work that comes now finds no thread of a server.
      pthread_setspecific(Self.key, nil)
      let late = mail.withLock { mail in
        mail.isEnded = true
        return mail.works
      }
      for work in late { work() }
    }

    /// Returns when there is an event, work, or a connection that is past its time.
    private func wait(_ turns: LoopState) {
      var maximum: UInt64 = 0
      let isLimited = MHD_get_timeout(turns.daemon, &maximum) == .YES
      if isLimited, maximum == 0 {
        guard turns.handshakes > 0, turns.idleIterations >= Self.idleIterations else { return }
        maximum = Self.idleDelay
      }
      let isAsleep = mail.withLock { mail in
        mail.isAsleep = mail.works.isEmpty && !mail.isEnding
        return mail.isAsleep
      }
      guard isAsleep else { return }
      let count = poll(&turns.watched, nfds_t(turns.watched.count), isLimited ? Int32(clamping: maximum) : -1)
      mail.withLock { $0.isAsleep = false }
      turns.idleIterations = 0
      if count > 0, turns.watched[1].revents != 0 { bell.drain() }
    }
  }
#endif
