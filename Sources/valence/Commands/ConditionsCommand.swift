import ArgumentParser

/// `valence conditions`
struct ConditionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conditions",
    abstract: "Evaluates and explains conditions in NSPredicate's format.",
    subcommands: [ConditionsEval.self, ConditionsExplain.self])
}
