import Hosting
import Conditions
import Dates
import ArgumentParser
import Platform

struct ConditionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conditions",
    abstract: "Evaluates and explains conditions in NSPredicate's format.",
    discussion: """
      EXAMPLE
        valence conditions explain "($type == 1) || ($type == 2)"
      """,
    subcommands: [ConditionsEval.self, ConditionsExplain.self])
}

struct ConditionsEval: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "eval",
    abstract: "Reads JSON lines from standard input and prints the result of each.",
    discussion: """
      An input line is {"id", "format", "vars": {}, "object": {}}. Its output line is {"id", "result"} with true, \
      false, "parse-error", "eval-error" or, for an invalid input line, "input-error". Errors also have a message.

      EXAMPLE
        echo '{"id": 1, "format": "$age >= 18", "vars": {"age": 21}}' | valence conditions eval
      """)

  @Option(help: "The date that today() returns, YYYY-MM-DD. Default: the current date in the system's time zone.")
  var today: String?

  func run() throws {
    var evaluator = LineEvaluator(today: try day())
    var lines = LineBuffer()
    while true {
      let input = try StandardInput.available()
      var output: [UInt8] = []
      for line in input.isEmpty ? lines.rest() : lines.append(input) {
        output += evaluator.answer(line)
        output.append(UInt8(ascii: "\n"))
      }
      // Write the results before reading the next input, so that another program can send one line
      // and wait.
      if !output.isEmpty { try AppendOnlyFile.standardOutput.write(output) }
      if input.isEmpty { return }
    }
  }

  private func day() throws -> CivilDate? {
    if let today {
      guard let day = CivilDate(today) else {
        throw ValidationError("'\(today)' is not a date, YYYY-MM-DD")
      }
      return day
    }
    let (year, month, day) = SystemClock.localDay
    return CivilDate(year: year, month: month, day: day)
  }
}

/// Splits input into lines.
private struct LineBuffer {
  /// The bytes after the last line end.
  private var pending: [UInt8] = []

  /// Returns the completed lines, without their line ends.
  mutating func append(_ input: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var rest = input[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(pending + rest[..<end])
      pending.removeAll()
      rest = rest[(end + 1)...]
    }
    pending += rest
    return lines
  }

  /// Returns a last line without a line end.
  mutating func rest() -> [[UInt8]] {
    defer { pending.removeAll() }
    return pending.isEmpty ? [] : [pending]
  }
}

struct ConditionsExplain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains a condition: its tree, its types, the values that it reads, and its faults.",
    discussion: """
      All names and variables are accepted; types are checked as far as the text determines them. If the condition \
      has a fault, the exit status is 1.

      EXAMPLE
        valence conditions explain "($type == 1) || ($type == 2)"
      """)

  @Argument(help: "The condition.") var format: String

  @Flag(help: "Reads an expression, which has a value, instead of a condition.") var expression = false

  func run() throws {
    var scope = Scope()
    scope.checksTypes = true
    do throws(Faults) {
      print(try explanation(in: scope))
    } catch {
      // If the only faults are types, the tree can still be shown.
      if let explanation = try? explanation(in: Scope()) { print(explanation) }
      print(error)
      throw ExitCode.failure
    }
  }

  private func explanation(in scope: Scope) throws(Faults) -> String {
    if expression { return try ConditionExpression(format, in: scope).explanation }
    return try Condition(format, in: scope).explanation
  }
}
