import ArgumentParser
import Atoms
import Operations
import Services

/// Who carries out what is signed, and on which day.
struct CoreOptions: ParsableArguments {
  @Option(
    help: """
      Who carries out what is signed: the embedded ledger at once, or the bank's core, which reads a feed of it and \
      acknowledges it.
      """)
  var core = Core.ledger

  @Option(
    1...10_080, "minutes",
    help: "How long the bank's core may leave something unacknowledged before it is told to be silent.")
  var coreSilence = 15

  @Option(
    help: ArgumentHelp(
      """
      The time, in the bank's time zone, from which on what is signed carries the next business day, such as 17:00. \
      Default: midnight.
      """,
      valueName: "a time of the day from 00:01 to 23:59"),
    transform: { text throws -> CutOff in
      guard let time = TimeText.minutes(of: text).flatMap({ CutOff(minutes: $0) }) else {
        throw BadValue("a time of the day from 00:01 to 23:59")
      }
      return time
    })
  var cutOff: CutOff?

  /// What the options say, with the calendar of the configuration directory; `day` is in the bank's time zone.
  func apply(to configuration: inout Configuration, days: BusinessDays) {
    configuration.execution = Execution(core: core, days: days)
    configuration.coreSilence = .seconds(coreSilence * 60)
  }

  /// The business days of the calendar in a configuration directory.
  func days(in config: String, _ day: BankDay) throws -> BusinessDays {
    do {
      return day.businessDays(try CalendarFile.calendar(in: config), cutOff: cutOff)
    } catch {
      throw CommandFailure(faults: error, of: "the calendar", have: "has")
    }
  }
}

extension Core: ExpressibleByArgument {}
