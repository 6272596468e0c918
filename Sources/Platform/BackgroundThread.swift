import CPlatform

/// A thread of its own, for work that lasts as long as the process or waits in system calls.
///
/// It inherits the signal mask of the thread that starts it. The system's queues are no place for such work: they share
/// some 250 threads.
///
///     let thread = try BackgroundThread(named: "valence.loop") { loop() }
///     thread.join()
package struct BackgroundThread: Sendable {
  /// The system refused a thread, with this error number.
  package struct Refused: Error {
    package let errno: Int32
  }

  private final class Body: Sendable {
    private let name: String?
    private let work: @Sendable () -> Void

    init(_ name: String?, _ work: @escaping @Sendable () -> Void) { (self.name, self.work) = (name, work) }

    func run() {
      if let name { valence_name_thread(name) }
      work()
    }
  }

  private let thread: pthread_t

  /// Starts a thread that calls `run`. It has a name of at most 15 bytes for debuggers, or that of the process.
  package init(named name: String? = nil, _ run: @escaping @Sendable () -> Void) throws(Refused) {
    var thread = pthread_t()
    let body = Unmanaged.passRetained(Body(name, run))
    let result = pthread_create(
      &thread, nil,
      { body in
        guard let body else { return nil }
        Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    guard result == 0 else {
      body.release()
      throw Refused(errno: result)
    }
    self.thread = thread
  }

  /// Gives the calling thread the lowest priority, where the system lets threads have one: it works when no other would.
  package static func yieldToOthers() {
    #if canImport(Darwin)
      pthread_set_qos_class_self_np(QOS_CLASS_BACKGROUND, 0)
    #elseif canImport(Glibc)
      // Linux takes the id 0 for the calling thread, unlike POSIX, which says the process.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
    #endif
  }

  /// Waits until `run` has returned; must be called once, unless the thread is detached.
  package func join() { pthread_join(thread, nil) }

  /// Leaves the thread to end by itself: nobody waits for it, and the system frees it at once.
  package func detach() { pthread_detach(thread) }
}
