import FoundationEssentials
package import Model
import Persistence
import Secrets
package import Storage
import Synchronization

/// What time it is: given to every service, so that tests may say.
package typealias Clock = @Sendable () -> Instant

extension Instant {
  /// The time of the system's clock.
  package static var systemNow: Instant {
    Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
  }
}

extension Identifier {
  /// A new identifier made at `instant`.
  package static func new(at instant: Instant) -> Self {
    Self(at: instant, random: (Randomness.word(), Randomness.word()))
  }
}

/// The bank's time: that of the system's clock, but never back, so that what is stored stays in its order and what takes a
/// time takes it.
///
/// Where the system's clock is set back, time goes on by the one that counts since the machine started, a 64th slower until
/// the system's has come up with it. Where it is set forward by more than `furthest`, that is not followed until the next
/// start: whatever was stored meanwhile would lie in the future once it is set right.
package final class SteadyClock: Sendable {
  /// What the system's clock did that no clock does by itself.
  package enum Step: Sendable, Equatable {
    /// It was set by so much while the server ran; `isFollowed` says whether the bank's time was too.
    case set(by: Duration, isFollowed: Bool)
    /// At the start the newest thing stored is so much later; `isFollowed` says whether the bank's time goes on from there.
    case behindStored(by: Duration, isFollowed: Bool)
  }

  /// The microseconds of the system's clock and of one that only counts on.
  package typealias Reading = @Sendable () -> (system: Int64, running: Int64)

  /// How far ahead of the other clock the system's is followed; 1 day.
  package static let furthest: Duration = .seconds(24 * 3600)
  private static let furthestMicroseconds: Int64 = 24 * 3600 * 1_000_000
  /// What is told as a step: nobody's correction of a clock that runs.
  private static let noticed: Int64 = 2_000_000

  private struct State {
    var now: Int64
    var system: Int64
    var running: Int64
    /// How long time has gone too fast, for the next cut.
    var ahead: Int64 = 0
  }

  private let state: Mutex<State>
  private let read: Reading
  private let told: @Sendable (Step) -> Void

  /// A clock that goes on after `stored`, the newest instant that is kept anywhere; `told` is told of each step, on the
  /// thread that finds it.
  package init(
    after stored: Instant?, reading read: @escaping Reading = SteadyClock.machine,
    told: @escaping @Sendable (Step) -> Void = { _ in }
  ) {
    let (system, running) = read()
    let behind = max(0, (stored?.microseconds ?? system) - system)
    let isFollowed = behind <= Self.furthestMicroseconds
    state = Mutex(State(now: isFollowed ? system + behind : system, system: system, running: running))
    (self.read, self.told) = (read, told)
    if behind > Self.noticed { told(.behindStored(by: .microseconds(behind), isFollowed: isFollowed)) }
  }

  /// A clock that goes on after the newest audit record of a database: whatever is changed there has one.
  package convenience init(over store: any Store, told: @escaping @Sendable (Step) -> Void = { _ in }) throws {
    self.init(after: try store.read { try AuditDAO($0).newestInstant() }, told: told)
  }

  /// The time.
  package var now: Instant {
    let (now, step) = state.withLock { state in
      let (system, running) = read()
      let passed = max(0, running - state.running)
      let step = system - state.system - passed
      (state.system, state.running) = (system, running)
      let ahead = system - state.now - passed
      if ahead >= 0, ahead <= Self.furthestMicroseconds {
        (state.now, state.ahead) = (system, 0)
      } else if ahead < 0 {
        state.ahead += passed
        // Slower, and no further than to where the system's clock is.
        let cut = min(state.ahead / 64, passed, -ahead)
        state.ahead %= 64
        state.now += passed - cut
      } else {
        state.now += passed
      }
      let isNoticed = abs(step) > Self.noticed
      return (state.now, isNoticed ? Step.set(by: .microseconds(step), isFollowed: state.now == system) : nil)
    }
    if let step { told(step) }
    return Instant(microseconds: now)
  }

  /// The machine's clocks. The second one counts while the machine sleeps, too.
  package static let machine: Reading = {
    let (seconds, attoseconds) = (ContinuousClock.now - started).components
    return (Instant.systemNow.microseconds, seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
  }
  private static let started = ContinuousClock.now
}
