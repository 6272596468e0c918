import ArgumentParser
import Hosting
import Services

/// The time zone of the bank's days, from the command line or the configuration of the server.
struct TimeZoneOption: ParsableArguments {
  @Option(
    "the name of a time zone", help: "The time zone of the bank's days.",
    check: { BankDay(timeZone: $0) != nil })
  var timeZone = BankDay.standardZone

  var day: BankDay {
    get throws {
      guard let day = BankDay(timeZone: timeZone) else {
        throw OperatorError("--time-zone: unknown time zone `\(timeZone)`")
      }
      return day
    }
  }
}
