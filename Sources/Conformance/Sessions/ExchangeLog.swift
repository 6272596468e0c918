import Dispatch
import Synchronization

/// The exchanges of a session in the order of the requests.
///
/// The size of the kept bodies is limited; the bodies of later exchanges are left out.
final class ExchangeLog: Sendable {
  private struct State {
    var exchanges: [RecordedExchange] = []
    /// The bytes of the kept bodies.
    var bytes = 0
    var waiting: [DispatchSemaphore] = []
  }

  private let maximumBytes: Int
  private let state: Mutex<State>

  /// Creates a log that begins with exchanges of another one.
  init(maximumBytes: Int = 16 << 20, beginning: [RecordedExchange] = []) {
    self.maximumBytes = maximumBytes
    state = Mutex(State(exchanges: beginning))
  }

  /// Records a request. Returns its index, and its number at its point.
  func begin(
    _ point: ExchangePoint, _ method: String, _ target: String, _ headers: [HeaderLine], _ body: [UInt8]
  ) -> (index: Int, number: Int) {
    let exchange = state.withLock { state in
      let number = state.exchanges.count { $0.point == point } + 1
      let isKept = state.bytes + body.count <= maximumBytes
      if isKept { state.bytes += body.count }
      state.exchanges.append(
        RecordedExchange(
          point: point, number: number, method: method, target: target, headers: Self.redacted(headers),
          body: isKept ? body : [], arrived: .now))
      return (index: state.exchanges.count - 1, number: number)
    }
    wake()
    return exchange
  }

  /// Records what happens to a request.
  func update(_ index: Int, _ edit: (inout RecordedExchange) -> Void) {
    state.withLock { state in
      let former = state.exchanges[index].answer.count
      edit(&state.exchanges[index])
      let added = state.exchanges[index].answer.count - former
      if state.bytes + added > maximumBytes {
        state.exchanges[index].answer = []
        state.bytes -= former
      } else {
        state.bytes += added
      }
    }
    wake()
  }

  var exchanges: [RecordedExchange] { state.withLock { $0.exchanges } }

  /// Waits until a condition holds; false if it does not in time.
  func wait(upTo limit: Duration, until holds: ([RecordedExchange]) -> Bool) -> Bool {
    let deadline = ContinuousClock.now + limit
    while true {
      let semaphore = DispatchSemaphore(value: 0)
      let isFulfilled = state.withLock { state in
        if holds(state.exchanges) { return true }
        state.waiting.append(semaphore)
        return false
      }
      if isFulfilled { return true }
      let rest = (deadline - ContinuousClock.now).components
      let nanoseconds = max(0, Int(rest.seconds) * 1_000_000_000 + Int(rest.attoseconds / 1_000_000_000))
      if semaphore.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .timedOut {
        return state.withLock { holds($0.exchanges) }
      }
    }
  }

  /// Wakes the waiting threads after a change.
  private func wake() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for semaphore in waiting { semaphore.signal() }
  }

  /// Replaces tokens, which no report contains.
  private static func redacted(_ headers: [HeaderLine]) -> [HeaderLine] {
    headers.map { line in
      let name = line.name.lowercased()
      return name == "authorization" || name == "cookie" ? HeaderLine(name: line.name, value: "(redacted)") : line
    }
  }
}
