/// How a request is answered: at once, on the thread that read it, or later, from wherever the work is done.
package enum Reply: Sendable {
  /// The answer is here; computing it did not block.
  case now(Response)
  /// The answer comes from a job; the connection sleeps until then and holds no thread.
  case later(Job)
}

/// Work that answers a request when it is done.
package struct Job: Sendable {
  /// Starts the work. It is called on an HTTP thread and must not block; the function it is given takes the answer,
  /// from any thread, at once or later. The first answer counts. If the function is dropped without an answer, the
  /// request is answered by the application's reply to `Refusal.unanswered`.
  package let start: @Sendable (_ done: @escaping @Sendable (Response) -> Void) -> Void

  /// A job that is started by calling `start`.
  package init(_ start: @escaping @Sendable (_ done: @escaping @Sendable (Response) -> Void) -> Void) {
    self.start = start
  }
}
