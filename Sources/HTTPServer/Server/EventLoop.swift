import CMicroHTTPD
import Platform
import Synchronization

#if os(Linux)
  /// A server thread that reads requests, calls the application and sends responses. Between
  /// iterations it runs queued closures.
  ///
  /// libmicrohttpd's own threads are not used, because they stall. If `epoll_wait` fills its buffer
  /// of 128 events, they wait for another event before they process these (through 1.0.1). A thread
  /// with 128 busy connections then hangs until one of them times out. This loop polls itself and
  /// calls `MHD_run`, which never blocks. It also wakes once for several responses.
  ///
  /// During a TLS handshake libmicrohttpd requests another call immediately (0.9.75 to 1.0.1), so a
  /// stalled handshake would cause a busy loop. While nothing else makes progress, the loop waits
  /// for `idleDelay` or the next event.
  package final class EventLoop: Sendable {
    private struct PendingWork {
      var works: [@Sendable () -> Void] = []
      /// True while the thread waits. Adding work then wakes it.
      var isAsleep = false
      /// True if the thread must end once the queue is empty.
      var isEnding = false
      var isEnded = false
    }

    /// The state of the thread. Only this thread uses it.
    private final class LoopState {
      /// Unowned, because the loop joins its thread.
      unowned(unsafe) let loop: EventLoop
      let daemon: OpaquePointer
      /// The descriptors that end a wait: libmicrohttpd's epoll descriptor and the wake pipe.
      var watched: [pollfd]
      var works: [@Sendable () -> Void] = []
      /// True if a connection was resumed or added since the last `MHD_run`.
      @exclusivity(unchecked) var hasWoken = false
      @exclusivity(unchecked) var handshakes = 0
      /// True if the current iteration ran work, resumed a connection or made progress with a
      /// request.
      @exclusivity(unchecked) var hasMoved = false
      /// The number of consecutive iterations without progress.
      var idleIterations = 0

      init(_ loop: EventLoop, _ daemon: OpaquePointer, _ descriptors: Int32...) {
        (self.loop, self.daemon) = (loop, daemon)
        watched = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      }
    }

    /// Milliseconds between calls of `MHD_run` while a handshake is in progress and nothing else
    /// happens.
    private static let idleDelay: UInt64 = 2
    /// Iterations without progress before the loop waits. Some of them send parts of a large
    /// response.
    private static let idleIterations = 4

    private let core: ServerState
    private let runs = Atomic(0)
    private let mail = Mutex(PendingWork())
    private let bell: WakePipe
    private let thread = Mutex<BackgroundThread?>(nil)

    /// Creates a loop that has not started. Throws `ServerError.system` if a pipe cannot be
    /// created.
    private init(_ core: ServerState) throws(ServerError) {
      self.core = core
      bell = try WakePipe()
    }

    /// Starts the event loops of a server. Throws `ServerError.system` if a system call or
    /// libmicrohttpd fails.
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
      // An address is `Sendable`; a pointer is not.
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

    /// Runs all queued work, ends all connections and waits for the threads. No connection may be
    /// suspended.
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

    /// The event loop of the calling thread; nil on other threads.
    package static var current: EventLoop? { turns?.loop }

    /// Schedules `work` on this loop; runs it inline if the loop has ended. `work` must not block.
    package func run(_ work: @escaping @Sendable () -> Void) {
      if !give(work) { work() }
    }

    /// Schedules `work` on this loop. Returns false if the loop has ended.
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

    /// Resumes a suspended connection of this loop. After that, libmicrohttpd may close it at any
    /// time. If the loop has ended, does nothing, because its connections no longer exist.
    func wake(_ connection: UInt) {
      guard let turns = Self.turns, turns.loop === self else {
        _ = give { self.wake(connection) }
        return
      }
      guard let sleeper = OpaquePointer(bitPattern: connection) else { return }
      MHD_resume_connection(sleeper)
      turns.hasWoken = true
    }

    /// Adds a connection that is already counted in the quota.
    func take(_ connection: PendingConnection) {
      run { [core] in
        guard let turns = Self.turns, turns.loop === self else {
          close(connection.descriptor)
          return core.quota.free(connection.site)
        }
        // If libmicrohttpd rejects a connection, it closes the socket.
        if !MicroHTTPD.add(connection, to: turns.daemon) { core.quota.free(connection.site) }
        turns.hasWoken = true
      }
    }

    var count: Int { runs.load(ordering: .relaxed) }

    // MARK: - On the loop's thread

    /// Records that libmicrohttpd made progress with a connection of the calling thread.
    static func noteProgress() { turns?.hasMoved = true }

    /// Records the start of a TLS handshake on the calling thread. Returns false if the thread is
    /// not an event loop.
    static func beginHandshake() -> Bool {
      guard let turns else { return false }
      turns.handshakes += 1
      return true
    }

    /// Records the end of a TLS handshake on the calling thread.
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
      // libmicrohttpd requires this, because `SIGPIPE_HANDLED_BY_APP` is set.
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
      // Work that runs from here on finds no current event loop and no connections.
      pthread_setspecific(Self.key, nil)
      let late = mail.withLock { mail in
        mail.isEnded = true
        return mail.works
      }
      for work in late { work() }
    }

    /// Waits for an event, queued work or the next connection timeout.
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
