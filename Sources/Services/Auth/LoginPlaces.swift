import Synchronization

/// How many logins may wait to be hashed: not all that fit, so that people who are logged in find room, and of one
/// address not even most of these.
final class LoginPlaces: Sendable {
  private struct State {
    var all = 0
    var byAddress: [[UInt8]: Int] = [:]
  }

  private let state = Mutex(State())
  private let most: Int
  private let mostOfAddress: Int

  /// Places for logins among so many that are hashed at a time and so many that wait.
  init(width: Int, queue: Int) {
    most = max(1, width + queue * 3 / 4)
    mostOfAddress = max(1, width + queue / 2)
  }

  /// The same work, refused with `Overloaded` where there is no place for it.
  func taking<Value: Sendable>(_ address: [UInt8], _ work: Deferred<Value>) -> Deferred<Value> {
    Deferred { [self] then in
      guard enter(address) else { return then(.failure(Overloaded())) }
      work.start { result in
        self.leave(address)
        then(result)
      }
    }
  }

  private func enter(_ address: [UInt8]) -> Bool {
    state.withLock { state in
      let ofAddress = state.byAddress[address] ?? 0
      guard state.all < most, ofAddress < mostOfAddress else { return false }
      state.all += 1
      state.byAddress[address] = ofAddress + 1
      return true
    }
  }

  private func leave(_ address: [UInt8]) {
    state.withLock { state in
      state.all -= 1
      let left = (state.byAddress[address] ?? 1) - 1
      state.byAddress[address] = left == 0 ? nil : left
    }
  }
}
