import ArgumentParser
import Services

/// How long logins last.
struct SessionOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Hours that a login lasts, used or not, 1 to 720.", valueName: "hours"))
  var sessionHours = 12

  @Option(help: ArgumentHelp("Minutes that a session lasts that nobody uses, 1 to 43200.", valueName: "minutes"))
  var sessionUnused = 30

  /// The rules that the options write.
  func rules() throws -> SessionRules {
    guard (1...720).contains(sessionHours) else { throw CommandFailure("--session-hours takes 1 to 720") }
    guard (1...43_200).contains(sessionUnused) else { throw CommandFailure("--session-unused takes 1 to 43200") }
    var rules = SessionRules()
    rules.lifetime = .seconds(sessionHours * 3600)
    rules.unused = .seconds(sessionUnused * 60)
    return rules
  }
}
