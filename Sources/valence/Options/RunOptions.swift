import ArgumentParser
import Hosting
import Model
import Platform
import Services

/// The operator and the reason of a run of a command, which the audit records.
struct RunOptions: ParsableArguments {
  @Option(
    name: .customLong("operator"),
    help: ArgumentHelp(
      "The login of the operator who runs the command. The audit records it as claimed.", valueName: "login"))
  var operatorLogin: String?

  @Option(help: ArgumentHelp("The reason of this run, for the audit.", valueName: "text"))
  var reason: String?

  /// Returns the database for a command. Its run is stored before its first change or output.
  ///
  /// - Parameter flags: The options of the command that the run records in addition to its words.
  /// - Throws: An `OperatorError` if the reason is missing or invalid.
  func database<Command: ParsableCommand>(
    for command: Command.Type, _ data: DataOptions, flags: [String] = []
  ) throws -> BankDatabase {
    data.database.used(by: try run(of: command, isReasonRequired: data.requireReason, flags: flags))
  }

  /// Returns the services over an existing database for a command whose run is stored in it.
  ///
  /// - Throws: An `OperatorError` also if the database does not exist.
  func services<Command: ParsableCommand>(for command: Command.Type, _ data: DataOptions) throws -> BankServices {
    let database = try database(for: command, data)
    try database.requireDatabase()
    return try database.services()
  }

  /// Returns the run of a command. Throws an `OperatorError` if the reason is missing or invalid.
  func run<Command: ParsableCommand>(
    of command: Command.Type, isReasonRequired: Bool, flags: [String] = []
  ) throws -> CommandRunDraft {
    let text = try reason.map { try Self.checked($0, of: "--reason") }
    if isReasonRequired, text == nil {
      throw OperatorError(
        "`require-reason` is set: repeat the command with --reason TEXT. Nothing was changed or shown")
    }
    return CommandRunDraft(
      login: ProcessUser.login, effectiveUser: ProcessUser.effective, host: ProcessName.current,
      command: (Valence.words(of: command) + flags).joined(separator: " "), operatorLogin: operatorLogin, reason: text)
  }

  /// Throws an `OperatorError` if the reason is missing. `option` is the option or the command that
  /// requires it.
  func requireReason(for option: String) throws {
    if reason == nil {
      throw OperatorError("\(option) requires --reason TEXT: nothing was shown")
    }
  }

  /// Returns the reason that an option names. Throws an `OperatorError` if it is invalid.
  static func checked(_ reason: String, of option: String) throws -> String {
    guard let reason = OperatorReason(reason) else { throw OperatorError(reasonRule(option)) }
    return reason.text
  }

  /// The rule of reasons, as the error of an option.
  static func reasonRule(_ option: String) -> String {
    "\(option) takes 1 to \(OperatorReason.maxLength) characters on one line"
  }
}
