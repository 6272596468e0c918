import ArgumentParser
import Atoms
import Conformance
import FoundationEssentials
import Hosting
import Platform
import SourceText

struct ConformanceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conformance",
    abstract: "Judges a client of the wire protocol with the conformance kit.",
    discussion: """
      conformance/README.md describes the kit and the protocol of drivers.

      EXAMPLES
        valence conformance list
        valence conformance run --driver "node conformance/drivers/javascript/driver.js"
        valence conformance serve --port 8090
        valence conformance record --driver "node conformance/drivers/javascript/driver.js" --into recordings
      """,
    subcommands: [
      ConformanceRunCommand.self, ConformanceServeCommand.self, ConformanceRecordCommand.self,
      ConformanceListCommand.self,
    ])
}

extension ConformanceKit.Part: ExpressibleByArgument {}

/// The directory of the kit.
struct KitOption: ParsableArguments {
  @Option(help: .installed("conformance", "The directory of the conformance kit."))
  var kit: String?

  /// The directory. Throws if it is not found.
  var directory: String {
    get throws {
      if let directory = kit ?? InstalledFiles.existing("conformance") { return directory }
      throw OperatorError("the conformance kit was not found: name its directory with --kit")
    }
  }

  /// Reads the kit. Prints its faults and exits with status 64 if it has any.
  func read() throws -> ConformanceKit {
    let directory = try directory
    do throws(Diagnostics) { return try ConformanceKit(directory: directory) } catch {
      for fault in error.sorted { Output.error("\(fault)") }
      throw ExitCode(EX_USAGE)
    }
  }
}

struct ConformanceRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Asks a driver the cases of its profiles and prints the score.",
    discussion: """
      A driver is a program that reads one JSON object a line from standard input and answers with one.

      EXAMPLES
        valence conformance run --driver "node conformance/drivers/javascript/driver.js"
        valence conformance run --driver ./driver --profiles typing --report out

      Exit status: 0 if all cases of the level `must` pass, 1 otherwise, 64 if the command line or the kit is invalid.
      """)

  @Option(help: "The command line that starts the driver.")
  var driver: String

  @Option(help: "The profiles to run, separated by commas. Default: all that the driver claims.")
  var profiles: String?

  @Option(help: "Runs only the `cases` or only the `sessions`. No client is conformant to a part.")
  var only: ConformanceKit.Part?

  @Option(help: "A directory for the reports: JSON, JUnit XML, Markdown and HTML.")
  var report: String?

  @Option(help: "A file with the ids of cases that may fail, one a line. A listed case that passes is an error.")
  var expected: String?

  @Option(help: "The factor of all time limits, 1 to 100, for busy machines.")
  var slack = 1

  @Option(help: "The number of drivers at the same time, 1 to 64.")
  var jobs = 4

  @Option(help: .installed("migrations", "The directory of migrations, for the databases of sessions."))
  var migrations: String?

  @OptionGroup var library: LibraryOption

  @OptionGroup var place: KitOption

  func validate() throws {
    guard (1...100).contains(slack) else { throw ValidationError("--slack takes a number from 1 to 100") }
    guard (1...64).contains(jobs) else { throw ValidationError("--jobs takes a number from 1 to 64") }
  }

  func run() throws {
    let whole = try place.read()
    let kit = only.map(whole.only) ?? whole
    let chosen = try chosenProfiles(of: kit)
    let baseline = try expected.map { path in
      guard let bytes = FileManager.default.contents(atPath: path) else {
        throw ValidationError("cannot read \(path)")
      }
      return ExpectedFailures(String(decoding: bytes, as: UTF8.self))
    }
    // A driver may end at any time.
    signal(SIGPIPE, SIG_IGN)
    let found: ConformanceReport
    do {
      let run = ConformanceRun(
        of: kit, in: try place.directory, migrations: migrations ?? InstalledFiles.path("migrations"), driver: driver,
        slack: slack, jobs: jobs)
      found = try run.report(profiles: chosen)
    } catch let error as DriverFailure { throw OperatorError(error.description) }
    if let report { try found.write(to: report) }
    try conclude(found, baseline)
  }

  /// Returns the profiles of `--profiles`; nil without the option.
  private func chosenProfiles(of kit: ConformanceKit) throws -> [String]? {
    guard let profiles else { return nil }
    let names = profiles.split(separator: ",").map(String.init)
    for name in names where !kit.available.contains(name) {
      let reason = kit.profiles.contains(name) ? "has no cases in this kit" : "is unknown"
      throw ValidationError("the profile `\(name)` \(reason); there is \(kit.available.listed)")
    }
    return names
  }

  /// Prints the failures and the score, and throws the exit status.
  private func conclude(_ found: ConformanceReport, _ baseline: ExpectedFailures?) throws {
    let differences = baseline?.differences(from: found)
    let reported = found.explained.filter { differences?.new.contains($0.id) ?? true }
    for failure in reported.prefix(Self.longestList) {
      Output.line("\(failure.id): \(failure.reason)")
      for rule in failure.rules { Output.line("  \(rule)") }
      Output.line("  question: \(failure.question)")
      Output.line("  expected: \(failure.expected)")
      if let found = failure.found { Output.line("  found:    \(found)") }
    }
    if reported.count > Self.longestList {
      Output.line("and \(reported.count - Self.longestList) more; --report writes all")
    }
    for name in found.unknown { Output.line("the client claims an unknown profile: \(name)") }
    for id in differences?.obsolete ?? [] { Output.line("passes, or does not exist: remove it from the file: \(id)") }
    if !found.unavailable.isEmpty { Output.line("not available: \(found.unavailable.joined(separator: ", "))") }
    let profiles = counted(found.scores.count, "claimed profile")
    Output.line("\(found.summary)  \(found.client): \(found.percent) % of \(profiles)")
    let isGood: Bool
    if let differences {
      isGood = differences.new.isEmpty && differences.obsolete.isEmpty
    } else {
      isGood = !found.scores.isEmpty && found.scores.allSatisfy { $0.passed == $0.count }
    }
    if !isGood { throw ExitCode.failure }
  }

  /// The number of failures that the command prints.
  private static let longestList = 20
}

struct ConformanceListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the profiles of the kit with their cases, or its rules.",
    discussion: """
      EXAMPLES
        valence conformance list
        valence conformance list --rules
        valence conformance list --sessions
      """)

  @Flag(help: "Lists the rules with the number of their cases.")
  var rules = false

  @Flag(help: "Lists the sessions with their profiles.")
  var sessions = false

  @OptionGroup var place: KitOption

  func run() throws {
    let kit = try place.read()
    if sessions {
      for session in kit.sessions { Output.line("\(session.id)  \(session.profile)  \(session.address)") }
      return
    }
    if rules {
      for rule in kit.rules {
        let count = kit.entries.count { $0.rules.contains(rule.id) }
        Output.line("\(rule.id)  \(counted(count, "case"))  \(rule.text)")
      }
      return
    }
    for profile in kit.profiles {
      let own = kit.entries.filter { $0.profile == profile }
      Output.line(own.isEmpty ? "\(profile): not available" : "\(profile): \(counted(own.count, "case"))")
      for function in Set(own.map(\.function)).sorted() {
        Output.line("  \(function): \(own.count { $0.function == function })")
      }
    }
  }
}
