import ArgumentParser
import Dates
import Hosting
import Services

/// A period of time.
struct PeriodOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The first day, YYYY-MM-DD in the bank's time zone, or a time such as 2026-11-27T09:20:00Z.", valueName: "time"))
  var since: String?

  @Option(help: ArgumentHelp("The last day, or the time at which the period ends.", valueName: "time"))
  var until: String?

  @OptionGroup var zone: TimeZoneOption

  /// The bounds; nil for a bound that is not given. The end is exclusive.
  var bounds: (since: Instant?, until: Instant?) {
    get throws {
      let day = try zone.day
      return (
        try since.map { try Self.instant($0, "--since", day) { $0 } },
        try until.map { try Self.instant($0, "--until", day) { CivilDate(daysSinceEpoch: $0.daysSinceEpoch + 1) } }
      )
    }
  }

  private static func instant(
    _ text: String, _ option: String, _ day: BankDay, _ moved: (CivilDate) -> CivilDate
  ) throws -> Instant {
    if let instant = Instant(text) { return instant }
    guard let date = CivilDate(text) else {
      throw OperatorError("\(option) takes a day such as 2026-11-27, or a time such as 2026-11-27T09:20:00Z")
    }
    return day.start(of: moved(date))
  }
}
