import ArgumentParser
import BankSystems
import Atoms
import Conditions
import Hosting
import Logging
import Services

/// The senders of one-time codes and of notices of new deals.
struct MessageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The program that sends one-time codes. It receives the telephone number and the text on standard input.",
      default: "none", valueName: "path"))
  var codeSender: String?

  @Option(
    help: ArgumentHelp(
      "The sender of a service file that sends one-time codes, instead of a program.",
      default: "none", valueName: "sender"))
  var codesBy: String?

  @Option(
    help: ArgumentHelp(
      """
      The sender of a service file that sends a notice of each new deal to the people whose settings ask for it.
      """,
      default: "none, and nothing is queued", valueName: "sender"))
  var noticesBy: String?

  @Option(
    help: ArgumentHelp(
      "The hours of the day, in the bank's time zone, in which notices are sent.",
      default: "09:00-21:00", valueName: "two times of the day, such as 09:00-21:00"),
    transform: { text throws -> DayHours in
      // `00:00` and `24:00` are the two midnights of a day.
      let times = text.split(separator: "-", omittingEmptySubsequences: false).map { time in
        ["00:00": 0, "24:00": 1_440][time] ?? TimeText.minutes(of: String(time))
      }
      guard times.count == 2, let from = times[0], let until = times[1], from < until else {
        throw BadValue("two times of the day, such as 09:00-21:00")
      }
      return DayHours(from: from, until: until)
    })
  var noticeHours: DayHours?

  /// Returns the configured senders. A demo without a sender of codes logs the codes.
  func senders(isDemo: Bool, _ log: Logger) throws -> ChosenSenders {
    if codeSender != nil, codesBy != nil { throw OperatorError("--code-sender and --codes-by exclude each other") }
    var chosen = ChosenSenders(reportingTo: log)
    if let noticeHours { chosen.rules.noticeHours = noticeHours }
    if let codesBy {
      chosen.rules.codes = chosen.declared("--codes-by", codesBy)
    } else if let codeSender {
      do throws(ProgramCodeSender.Failure) {
        chosen.rules.codes = BlockingSender(try ProgramCodeSender(path: codeSender))
      } catch {
        throw OperatorError("--code-sender: \(codeSender) is not a program that can be run")
      }
    } else if isDemo {
      chosen.logCodes(to: log)
    }
    if let noticesBy { chosen.rules.notices = chosen.declared("--notices-by", noticesBy) }
    return chosen
  }
}
