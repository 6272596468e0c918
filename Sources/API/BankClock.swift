import Dates
import Model
import Services

/// The present time, by the services' clock and in the bank's time zone.
///
///     let clock = BankClock(day, services.clock)
///     let cards = try cards.all(person).filter { $0.expires >= clock.today }
final class BankClock: Sendable {
  /// The days in the bank's time zone.
  let day: BankDay
  private let clock: Clock

  /// Creates the clock of a time zone.
  init(_ day: BankDay, _ clock: @escaping Clock) {
    self.day = day
    self.clock = clock
  }

  /// The present instant.
  var now: Instant { clock() }

  /// Today in the bank's time zone.
  var today: CivilDate { day.date(at: clock()) }

  /// The days of deals, in the bank's time zone.
  var dealDays: DealDays {
    let day = day
    return DealDays(day: { day.date(at: $0) }, start: { day.start(of: $0) })
  }
}
