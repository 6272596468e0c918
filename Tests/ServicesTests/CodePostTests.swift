import Dispatch
import Synchronization
import Testing

@testable import Services

/// The threads on which messages with codes go out, when the server stops.
@Suite struct CodePostTests {
  /// A sender that holds each message until it is let go.
  private final class Slow: CodeSender {
    let gate = DispatchSemaphore(value: 0)
    let begun = DispatchSemaphore(value: 0)

    func send(_ message: CodeMessage) {
      begun.signal()
      gate.wait()
    }
  }

  @Test func aStopWaitsForWhatHasBegunAndGivesUpTheRest() {
    let sender = Slow()
    let stopped = Mutex(0)
    let post = CodePost(sender) { error in
      if error is CodePost.Stopped { stopped.withLock { $0 += 1 } }
    }
    for _ in 0..<20 { post.send(CodeMessage(phone: "+79000000000", text: "123456")) }
    for _ in 0..<4 { sender.begun.wait() }
    let stop = DispatchGroup()
    DispatchQueue(label: "stop").async(group: stop) { post.stop(grace: .milliseconds(50)) }
    #expect(stop.wait(timeout: .now() + 0.2) == .timedOut)
    for _ in 0..<4 { sender.gate.signal() }
    #expect(stop.wait(timeout: .now() + 60) == .success)
    #expect(stopped.withLock { $0 } == 16)
  }

  @Test func aStopSendsWhatWaitsWhileThereIsTime() {
    let sender = SentCodes()
    let failed = Mutex(0)
    let post = CodePost(sender) { _ in failed.withLock { $0 += 1 } }
    for _ in 0..<20 { post.send(CodeMessage(phone: "+79000000000", text: "123456")) }
    post.stop(grace: .seconds(60))
    #expect(sender.messages.count == 20)
    #expect(failed.withLock { $0 } == 0)
  }
}
