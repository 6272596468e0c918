import ArgumentParser

/// `valence conditions`
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
