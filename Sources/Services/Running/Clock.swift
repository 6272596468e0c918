package import Dates
package import Model
import DataAccess
import Platform
import Secrets
package import Storage
import Synchronization

/// Returns the current time. Services receive a clock as an argument, so that tests can set the
/// time.
package typealias Clock = @Sendable () -> Instant

/// A clock that follows the system clock and never runs backwards.
///
/// Stored records keep their order, and durations keep their length.
/// - If the system clock is set back, time follows the machine's monotonic clock, slowed by 1/64,
///   until the system clock has caught up.
/// - If the system clock is set forward by more than `furthest`, time follows it only after the
///   next start. Records written until then would be in the future once the clock is corrected.
/// - A thread can be preempted between its readings of the two clocks, which looks like a step
///   back. Up to `pause`, time still follows the system clock, so that servers on one machine
///   agree.
package final class SteadyClock: Sendable {
  /// A jump of the system clock.
  package enum Step: Sendable, Equatable {
    /// The system clock was set while the server ran. `isFollowed` is true if the bank's time was
    /// set too.
    case set(by: Duration, isFollowed: Bool)
    /// At the start, the newest stored record is later than the system clock. `isFollowed` is true
    /// if time continues from that record.
    case earlierThanStored(by: Duration, isFollowed: Bool)
  }

  /// Returns the microseconds of the system clock and of a monotonic clock.
  typealias Reading = @Sendable () -> (system: Int64, running: Int64)

  /// The longest step forward that time follows; 1 day.
  static let furthest: Duration = .seconds(24 * 3600)
  private static let furthestMicroseconds: Int64 = 24 * 3600 * 1_000_000
  /// The longest difference, in microseconds, that counts as a pause between the readings of the
  /// two clocks.
  private static let pause: Int64 = 100_000
  /// The smallest reported step, in microseconds. Corrections of a running clock are smaller.
  private static let noticed: Int64 = 2_000_000

  private struct State {
    var now: Int64
    var system: Int64
    var running: Int64
    /// Microseconds that passed while ahead of the system clock and do not yet amount to one
    /// microsecond of slowing; 0 to 63.
    var ahead: Int64 = 0
  }

  private let state: Mutex<State>
  private let read: Reading
  private let reported: @Sendable (Step) -> Void

  /// Creates a clock that continues after `stored`, the newest stored instant.
  ///
  /// - Parameter reported: Receives each step, on the thread that detects it.
  init(
    after stored: Instant?, reading read: @escaping Reading = SteadyClock.machine,
    reported: @escaping @Sendable (Step) -> Void = { _ in }
  ) {
    let (system, running) = read()
    let lag = max(0, (stored?.microseconds ?? system) - system)
    let isFollowed = lag <= Self.furthestMicroseconds
    state = Mutex(State(now: isFollowed ? system + lag : system, system: system, running: running))
    (self.read, self.reported) = (read, reported)
    if lag > Self.noticed { reported(.earlierThanStored(by: .microseconds(lag), isFollowed: isFollowed)) }
  }

  /// Creates a clock that continues after the newest audit record of the database. Each change of
  /// the bank's data has a record.
  package convenience init(over store: any Store, reported: @escaping @Sendable (Step) -> Void = { _ in }) throws {
    self.init(after: try store.read { try AuditDAO($0).newestInstant() }, reported: reported)
  }

  /// The current time.
  package var now: Instant {
    let (now, step) = state.withLock { state in
      let (system, running) = read()
      let passed = max(0, running - state.running)
      let step = system - state.system - passed
      (state.system, state.running) = (system, running)
      let ahead = system - state.now - passed
      if ahead >= -Self.pause, system >= state.now, ahead <= Self.furthestMicroseconds {
        (state.now, state.ahead) = (system, 0)
      } else if ahead < 0 {
        state.ahead += passed
        // Slows time down, but not below the system clock.
        let cut = min(state.ahead / 64, passed, -ahead)
        state.ahead %= 64
        state.now += passed - cut
      } else {
        state.now += passed
      }
      let isNoticed = abs(step) > Self.noticed
      return (state.now, isNoticed ? Step.set(by: .microseconds(step), isFollowed: state.now == system) : nil)
    }
    if let step { reported(step) }
    return Instant(microseconds: now)
  }

  /// The clocks of the machine. The monotonic clock also counts while the machine sleeps.
  static let machine: Reading = { (SystemClock.microseconds, SystemClock.running) }
}

/// The tolerance between the clocks of the servers that share a database.
enum ServerClocks {
  /// The largest difference between two servers' clocks; 2 minutes.
  ///
  /// A stored time that is ahead of the current time by up to this difference comes from another
  /// server's clock. A later one was stored before the clock was set back.
  static let apart: Duration = .seconds(120)
}

extension Instant {
  /// The current time of the system clock.
  package static var systemNow: Instant { Instant(microseconds: SystemClock.microseconds) }
}

extension Identifier {
  /// Creates a random identifier for `instant`.
  package static func new(at instant: Instant) -> Self {
    Self(at: instant, random: (Randomness.word(), Randomness.word()))
  }
}
