import ArgumentParser
import Services

/// How long what is not needed any more is kept.
struct RetentionOptions: ParsableArguments {
  @Option(0...3650, "days", help: "How long sessions are kept after they expired.")
  var retainSessions = 1

  @Option(0...3650, "days", help: "How long submissions that nobody signed keep their values after they ended.")
  var retainUnsigned = 90

  @Option(
    0...3650, "days", help: "How long it is known who has seen a deal, and was told of it, after it was over.")
  var retainNotifications = 90

  @Option(
    5...100, "years",
    help: "How long after the year of the erasure documents of erased people keep their values at least.")
  var retainDocuments = RetentionRules().documentYears

  /// The rules that the options write.
  var rules: RetentionRules {
    var rules = RetentionRules()
    rules.sessions = .seconds(retainSessions * 86_400)
    rules.unsigned = .seconds(retainUnsigned * 86_400)
    rules.notifications = .seconds(retainNotifications * 86_400)
    rules.documentYears = retainDocuments
    return rules
  }
}
