import Dispatch
import Synchronization

/// Where messages with codes go out: on threads of its own, so that a slow sender holds up neither requests nor writes.
package final class CodePost: Sendable {
  /// The queue is full.
  package struct Full: Error {}
  /// The server stopped before the message's turn came.
  package struct Stopped: Error {}

  private struct State {
    var waiting = 0
    var next = 0
    /// Whether messages that have not begun are given up.
    var isStopped = false
  }

  private let sender: any CodeSender
  private let failed: @Sendable (any Error) -> Void
  private let queues = (0..<4).map { DispatchQueue(label: "valence.codes.\($0)") }
  private let state = Mutex(State())
  private let capacity: Int

  /// A post over a sender; `failed` is told of each message that did not go out, as part of its
  /// request, and never what it said.
  package init(_ sender: any CodeSender, capacity: Int = 256, failed: @escaping @Sendable (any Error) -> Void) {
    (self.sender, self.capacity, self.failed) = (sender, capacity, failed)
  }

  /// Sends a message later. Where that fails, or too many wait, the person has to ask for another code.
  func send(_ message: CodeMessage) {
    let queue: DispatchQueue? = state.withLock { state in
      guard state.waiting < capacity else { return nil }
      state.waiting += 1
      state.next = (state.next + 1) % queues.count
      return queues[state.next]
    }
    guard let queue else { return failed(Full()) }
    let request = CurrentRequest.id
    queue.async { [self] in
      CurrentRequest.with(request) {
        do {
          if state.withLock({ $0.isStopped }) { throw Stopped() }
          try sender.send(message)
        } catch {
          failed(error)
        }
      }
      state.withLock { $0.waiting -= 1 }
    }
  }

  /// Returns when everything that was to be sent until now has been, or has failed.
  package func finish() { for queue in queues { queue.sync {} } }

  /// Sends for `grace` what waits, gives up what has not begun then, and returns when what had begun has ended: that is at
  /// most the sender's own limit later. `failed` is told `Stopped` of each message that was given up.
  package func stop(grace: Duration) {
    let (seconds, attoseconds) = grace.components
    let sent = DispatchGroup()
    for queue in queues { queue.async(group: sent) {} }
    let limit = DispatchTimeInterval.milliseconds(Int(seconds * 1000 + attoseconds / 1_000_000_000_000_000))
    if sent.wait(timeout: .now() + limit) == .success { return }
    state.withLock { $0.isStopped = true }
    sent.wait()
  }
}
