import ArgumentParser
import Conditions

/// `valence conditions explain`
struct ConditionsExplain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Prints what a condition says: its tree, the types, what it reads, and every fault.",
    discussion: """
      Names and variables may be anything here; types are checked as far as the text itself shows them. With a fault the \
      exit status is 1.

      EXAMPLE
        valence conditions explain "($type == 1) || ($type == 2)"
      """)

  @Argument(help: "The condition.") var format: String

  @Flag(help: "Read an expression, which has a value, instead of a condition.") var expression = false

  func run() throws {
    var scope = Scope()
    scope.checksTypes = true
    do throws(Faults) {
      print(try explanation(in: scope))
    } catch {
      // A fault of types alone leaves a tree to be shown.
      if let explanation = try? explanation(in: Scope()) { print(explanation) }
      print(error)
      throw ExitCode.failure
    }
  }

  private func explanation(in scope: Scope) throws(Faults) -> String {
    if expression { return try Expression(format, in: scope).explanation }
    return try Condition(format, in: scope).explanation
  }
}
