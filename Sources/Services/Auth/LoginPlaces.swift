import Model
import Platform
import Secrets
import Synchronization

/// A limit on logins that wait for hashing, which reserves a part of the queue for logged-in
/// people.
///
/// Logins from one address can use only a part of the limit. A person at a known address is exempt
/// for two logins at a time, so that a flood of other logins does not lock the person out.
final class LoginPlaces: Sendable {
  private struct State {
    var all = 0
    var byAddress: [[UInt8]: Int] = [:]
    var first: [PersonID: Int] = [:]
  }

  /// The number of a person's concurrent logins that are exempt from the limit.
  private static let firstOfPerson = 2

  private let state = Mutex(State())
  private let maximum: Int
  private let maxOfAddress: Int

  /// Creates the limit for a pool that hashes `width` passwords at a time and queues `queue`.
  init(width: Int, queue: Int) {
    maximum = max(1, width + queue * 3 / 4)
    maxOfAddress = max(1, width + queue / 2)
  }

  /// Runs the work on the pool. Fails with `Overloaded` if the limit is reached.
  ///
  /// - Parameter known: The person, if the login comes from a known address of the person;
  ///   otherwise nil.
  func taking<Value: Sendable>(
    _ address: [UInt8], known: PersonID?, on pool: WorkerPool, _ work: @escaping @Sendable () -> Value
  ) -> Deferred<Value> {
    Deferred { [self] then in
      if let known, goFirst(known) {
        return pool.deferred(first: true, work).start { result in
          self.wentFirst(known)
          then(result)
        }
      }
      guard enter(address) else { return then(.failure(Overloaded())) }
      pool.deferred(work).start { result in
        self.leave(address)
        then(result)
      }
    }
  }

  private func goFirst(_ person: PersonID) -> Bool {
    state.withLock { state in
      let before = state.first[person] ?? 0
      guard before < Self.firstOfPerson else { return false }
      state.first[person] = before + 1
      return true
    }
  }

  private func wentFirst(_ person: PersonID) {
    state.withLock { state in
      let left = (state.first[person] ?? 1) - 1
      state.first[person] = left == 0 ? nil : left
    }
  }

  private func enter(_ address: [UInt8]) -> Bool {
    state.withLock { state in
      let ofAddress = state.byAddress[address] ?? 0
      guard state.all < maximum, ofAddress < maxOfAddress else { return false }
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
