import FoundationEssentials
package import Model
import Persistence
import Secrets
package import Storage
import Synchronization

/// Returns the present time. Every service gets one, so that tests may set the time.
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

/// The bank's time: the system's clock without steps back, so that stored data keep their order.
///
/// - After a step back, time continues by the monotonic clock, a 64th slower until the system's clock has caught up.
/// - A step forward by more than `furthest` is ignored until the next start. Data stored in such a future would lie
///   ahead of the corrected clock.
package final class SteadyClock: Sendable {
  /// A step of the system's clock.
  package enum Step: Sendable, Equatable {
    /// It was set while the server ran. `isFollowed` is true if the bank's time followed.
    case set(by: Duration, isFollowed: Bool)
    /// At the start, the newest stored data are later than the clock. `isFollowed` is true if the bank's time continues
    /// from them.
    case behindStored(by: Duration, isFollowed: Bool)
  }

  /// The microseconds of the system's clock and of one that only counts on.
  package typealias Reading = @Sendable () -> (system: Int64, running: Int64)

  /// The largest step forward that is followed; 1 day.
  package static let furthest: Duration = .seconds(24 * 3600)
  private static let furthestMicroseconds: Int64 = 24 * 3600 * 1_000_000
  /// The least step that is reported: a disciplined clock makes none of it.
  private static let noticed: Int64 = 2_000_000

  private struct State {
    var now: Int64
    var system: Int64
    var running: Int64
    /// The time by which the bank's time is ahead, for the next reduction.
    var ahead: Int64 = 0
  }

  private let state: Mutex<State>
  private let read: Reading
  private let told: @Sendable (Step) -> Void

  /// Creates a clock that continues after `stored`, the newest stored instant. `told` gets each step, on the thread
  /// that finds it.
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

  /// Creates a clock that continues after the newest audit record of a database: every change has one.
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
