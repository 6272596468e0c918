import Dates
import Model
import Services

/// The current time and date in the bank's time zone.
final class BankClock: Sendable {
  /// The calendar days of the bank's time zone.
  let day: BankDay
  private let clock: Clock

  init(_ day: BankDay, _ clock: @escaping Clock) {
    self.day = day
    self.clock = clock
  }

  var now: Instant { clock() }

  /// Today in the bank's time zone.
  var today: CivilDate { day.date(at: clock()) }

  /// The first and last days of deals, in the bank's time zone.
  var dealDays: DealDays {
    let day = day
    return DealDays(day: { day.date(at: $0) }, start: { day.start(of: $0) })
  }
}
