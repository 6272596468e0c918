import ArgumentParser
import Services

/// How long logins last.
struct SessionOptions: ParsableArguments {
  @Option(1...720, "hours", help: "How long a login lasts, used or not.")
  var sessionHours = 12

  @Option(1...43_200, "minutes", help: "How long a session lasts that nobody uses.")
  var sessionUnused = 30

  /// The rules that the options write.
  var rules: SessionRules {
    var rules = SessionRules()
    rules.lifetime = .seconds(sessionHours * 3600)
    rules.unused = .seconds(sessionUnused * 60)
    return rules
  }
}
