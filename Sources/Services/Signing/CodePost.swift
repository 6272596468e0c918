import Dispatch
import Synchronization

/// Where messages with codes go out: on threads of its own, so that a slow sender holds up neither requests nor writes.
package final class CodePost: Sendable {
  /// As many messages wait as may.
  package struct Full: Error {}

  private let sender: any CodeSender
  private let failed: @Sendable (any Error) -> Void
  private let queues = (0..<4).map { DispatchQueue(label: "valence.codes.\($0)") }
  private let state = Mutex((waiting: 0, next: 0))
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
        do { try sender.send(message) } catch { failed(error) }
      }
      state.withLock { $0.waiting -= 1 }
    }
  }

  /// Returns when everything that was to be sent until now has been, or has failed.
  package func finish() { for queue in queues { queue.sync {} } }
}
