package import Dates
package import Model
import DataAccess
import Platform
import Secrets
package import Storage
import Synchronization

/// Returns the present time. Every service is given one, so that tests can set the time.
package typealias Clock = @Sendable () -> Instant

/// The bank's time: it follows the system's clock and never goes back.
///
///     let clock = try SteadyClock(over: store) { step in log.warning("the clock was set: \(step)") }
///     let now = clock.now
///
/// Stored records thus keep their order, and durations last as long as they should.
/// - When the system's clock is set back, time follows the clock that counts since the machine started. It goes a 64th
///   slower until the system's has caught up.
/// - When it is set forward by more than `furthest`, time follows it only after the next start. Records stored
///   meanwhile would lie in the future once it is set right.
/// - A thread may lose its processor between the readings of the two clocks, which then seem to be set back by that pause.
///   Up to `pause` time follows the system's clock all the same, so that servers of one machine agree.
package final class SteadyClock: Sendable {
  /// A jump of the system's clock that no clock makes by itself.
  package enum Step: Sendable, Equatable {
    /// It was set while the server ran; `isFollowed` is true if the bank's time was set too.
    case set(by: Duration, isFollowed: Bool)
    /// At the start the newest stored record is later than the system's clock; `isFollowed` is true if time continues
    /// there.
    case earlierThanStored(by: Duration, isFollowed: Bool)
  }

  /// Returns the microseconds of the system's clock, and of one that only counts on.
  typealias Reading = @Sendable () -> (system: Int64, running: Int64)

  /// Farthest that the system's clock may be ahead of the other to be followed; 1 day.
  static let furthest: Duration = .seconds(24 * 3600)
  private static let furthestMicroseconds: Int64 = 24 * 3600 * 1_000_000
  /// Longest pause between the readings of the two clocks that counts as none, in microseconds.
  private static let pause: Int64 = 100_000
  /// Smallest step to report, in microseconds: corrections of a running clock stay below.
  private static let noticed: Int64 = 2_000_000

  private struct State {
    var now: Int64
    var system: Int64
    var running: Int64
    /// Microseconds passed while ahead of the system's clock, too few for a cut yet; 0 to 63.
    var ahead: Int64 = 0
  }

  private let state: Mutex<State>
  private let read: Reading
  private let reported: @Sendable (Step) -> Void

  /// A clock that continues after `stored`, the newest instant stored anywhere.
  ///
  /// It calls `reported` with each step, on the thread that finds it.
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

  /// A clock that continues after the newest audit record of a database: every change there has one.
  package convenience init(over store: any Store, reported: @escaping @Sendable (Step) -> Void = { _ in }) throws {
    self.init(after: try store.read { try AuditDAO($0).newestInstant() }, reported: reported)
  }

  /// The time.
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
        // Slows time down, but not below the system's clock.
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

  /// The machine's clocks. The second one also counts while the machine sleeps.
  static let machine: Reading = { (SystemClock.microseconds, SystemClock.running) }
}

/// The clocks of the servers that serve one database.
enum ServerClocks {
  /// The most that they may differ; 2 minutes.
  ///
  /// A stored time that is up to so much later than now was stored by a server whose clock is ahead. A later one was stored before
  /// the clock was set back.
  static let apart: Duration = .seconds(120)
}

extension Instant {
  /// The time of the system's clock.
  package static var systemNow: Instant { Instant(microseconds: SystemClock.microseconds) }
}

extension Identifier {
  /// A new identifier made at `instant`.
  package static func new(at instant: Instant) -> Self {
    Self(at: instant, random: (Randomness.word(), Randomness.word()))
  }
}
