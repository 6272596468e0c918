import CMicroHTTPD
import Platform
import Synchronization

#if os(Linux)
  /// A server thread that reads requests, calls the application and sends responses. Between
  /// iterations it runs queued closures.
  ///
  /// libmicrohttpd's own threads are not used, because they can stall (through 1.0.1). If
  /// `epoll_wait` fills their buffer of 128 events, they wait for another event before processing
  /// these. A thread with 128 busy connections then hangs until one of them times out. This loop
  /// waits for events itself and calls `MHD_run`, which never blocks. Several responses need only
  /// one wake-up.
  ///
  /// During a TLS handshake libmicrohttpd requests an immediate call of `MHD_run` (0.9.75 to
  /// 1.0.1), so a stalled handshake would cause a busy loop. While nothing else makes progress, the
  /// loop waits for `idleDelay` or the next event.
  package final class EventLoop: Sendable {
    private struct PendingWork {
      var closures: [@Sendable () -> Void] = []
      /// True while the thread waits. Adding work then wakes it.
      var isAsleep = false
      /// True if the thread must stop once the queue is empty.
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
      var closures: [@Sendable () -> Void] = []
      /// True if a connection was resumed or added since the last `MHD_run`.
      @exclusivity(unchecked) var hasWoken = false
      @exclusivity(unchecked) var handshakes = 0
      /// True if the current iteration ran work, resumed a connection or made progress with a
      /// request.
      @exclusivity(unchecked) var hasProgressed = false
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
    private let pendingWork = Mutex(PendingWork())
    private let wakePipe: WakePipe
    private let thread = Mutex<BackgroundThread?>(nil)

    /// Creates a loop that has not started. Throws `ServerError.system` if a pipe cannot be
    /// created.
    private init(_ core: ServerState) throws(ServerError) {
      self.core = core
      wakePipe = try WakePipe()
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

    /// Runs all queued work, closes all connections and waits for the threads. No connection may be
    /// suspended.
    static func stop(_ loops: [EventLoop]) {
      for loop in loops {
        loop.pendingWork.withLock { $0.isEnding = true }
        loop.wakePipe.wake()
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
    package static var current: EventLoop? { loopState?.loop }

    /// Schedules `work` on this loop; runs it inline if the loop has stopped. `work` must not
    /// block.
    package func run(_ work: @escaping @Sendable () -> Void) {
      if !enqueue(work) { work() }
    }

    /// Schedules `work` on this loop. Returns false if the loop has stopped.
    private func enqueue(_ work: @escaping @Sendable () -> Void) -> Bool {
      let (isEnded, isAsleep) = pendingWork.withLock { pendingWork in
        if pendingWork.isEnded { return (true, false) }
        pendingWork.closures.append(work)
        defer { pendingWork.isAsleep = false }
        return (false, pendingWork.isAsleep)
      }
      if isAsleep { wakePipe.wake() }
      return !isEnded
    }

    /// Resumes a suspended connection of this loop. After that, libmicrohttpd may close it at any
    /// time. If the loop has stopped, does nothing, because its connections no longer exist.
    func wake(_ connection: UInt) {
      guard let loopState = Self.loopState, loopState.loop === self else {
        _ = enqueue { self.wake(connection) }
        return
      }
      guard let sleeper = OpaquePointer(bitPattern: connection) else { return }
      MHD_resume_connection(sleeper)
      loopState.hasWoken = true
    }

    /// Adds a connection that is already counted in the quota.
    func take(_ connection: PendingConnection) {
      run { [core] in
        guard let loopState = Self.loopState, loopState.loop === self else {
          close(connection.descriptor)
          return core.quota.free(connection.site)
        }
        // If libmicrohttpd rejects a connection, it closes the socket.
        if !MicroHTTPD.add(connection, to: loopState.daemon) { core.quota.free(connection.site) }
        loopState.hasWoken = true
      }
    }

    var count: Int { runs.load(ordering: .relaxed) }

    // MARK: - On the loop's thread

    /// Records that libmicrohttpd made progress with a connection of the calling thread.
    static func noteProgress() { loopState?.hasProgressed = true }

    /// Records the start of a TLS handshake on the calling thread. Returns false if the thread is
    /// not an event loop.
    static func beginHandshake() -> Bool {
      guard let loopState else { return false }
      loopState.handshakes += 1
      return true
    }

    /// Records that a TLS handshake on the calling thread has completed or failed.
    static func endHandshake() { loopState?.handshakes -= 1 }

    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key, nil)
      return key
    }()

    private static var loopState: LoopState? {
      pthread_getspecific(key).map { Unmanaged<LoopState>.fromOpaque($0).takeUnretainedValue() }
    }

    private func serve(_ daemon: OpaquePointer, _ events: Int32) {
      let loopState = LoopState(self, daemon, events, wakePipe.descriptor)
      pthread_setspecific(Self.key, Unmanaged.passUnretained(loopState).toOpaque())
      // Block SIGPIPE, as libmicrohttpd's option `SIGPIPE_HANDLED_BY_APP` requires.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      while true {
        let isEnding = pendingWork.withLock { pendingWork in
          swap(&pendingWork.closures, &loopState.closures)
          return pendingWork.isEnding
        }
        let isIdle = loopState.closures.isEmpty
        for work in loopState.closures { work() }
        loopState.closures.removeAll(keepingCapacity: true)
        if isEnding, isIdle { break }
        if isIdle, !loopState.hasWoken { wait(loopState) }
        loopState.hasProgressed = !isIdle || loopState.hasWoken
        loopState.hasWoken = false
        MHD_run(daemon)
        loopState.idleIterations = loopState.hasProgressed ? 0 : loopState.idleIterations + 1
        runs.store(runs.load(ordering: .relaxed) + 1, ordering: .relaxed)
      }
      MHD_stop_daemon(daemon)
      // Work that runs from here on finds no current event loop and no connections.
      pthread_setspecific(Self.key, nil)
      let late = pendingWork.withLock { pendingWork in
        pendingWork.isEnded = true
        return pendingWork.closures
      }
      for work in late { work() }
    }

    /// Waits for an event, queued work or the next connection timeout.
    private func wait(_ loopState: LoopState) {
      var maximum: UInt64 = 0
      let isLimited = MHD_get_timeout(loopState.daemon, &maximum) == .YES
      if isLimited, maximum == 0 {
        guard loopState.handshakes > 0, loopState.idleIterations >= Self.idleIterations else { return }
        maximum = Self.idleDelay
      }
      let isAsleep = pendingWork.withLock { pendingWork in
        pendingWork.isAsleep = pendingWork.closures.isEmpty && !pendingWork.isEnding
        return pendingWork.isAsleep
      }
      guard isAsleep else { return }
      let count = poll(&loopState.watched, nfds_t(loopState.watched.count), isLimited ? Int32(clamping: maximum) : -1)
      pendingWork.withLock { $0.isAsleep = false }
      loopState.idleIterations = 0
      if count > 0, loopState.watched[1].revents != 0 { wakePipe.drain() }
    }
  }
#endif
