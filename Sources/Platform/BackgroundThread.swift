import CPlatform

/// A separate thread, for work that runs as long as the process or blocks in system calls.
///
/// The thread inherits the signal mask of its creator. Dispatch queues are unsuitable for such
/// work, because the number of their threads is limited.
package struct BackgroundThread: Sendable {
  /// The system could not create a thread.
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

  /// Starts a thread that calls `run`. `name` is for debuggers and has at most 15 bytes. Without a
  /// name, the thread has the name of the process.
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

  /// Gives the calling thread the lowest priority, if the system supports priorities of threads.
  package static func yieldToOthers() {
    #if canImport(Darwin)
      pthread_set_qos_class_self_np(QOS_CLASS_BACKGROUND, 0)
    #elseif canImport(Glibc)
      // On Linux, the ID 0 is the calling thread. In POSIX, it is the process.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
    #endif
  }

  /// Waits until `run` has returned. Must be called exactly once, unless the thread is detached.
  package func join() { pthread_join(thread, nil) }

  /// Detaches the thread. The system releases it when it ends.
  package func detach() { pthread_detach(thread) }
}
