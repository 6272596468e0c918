import Hosting
import Texts
import API
import ArgumentParser
import Atoms
import Definitions
import FoundationEssentials
import Platform
import Storage
import Telemetry

@main
struct Valence: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "valence",
    abstract: "Serves a bank's forms: operations made of atoms, drawn, evaluated, submitted and signed over HTTP.",
    discussion: """
      EXAMPLES
        valence serve --demo
        valence check
        valence config
        valence help users add

      Options of several commands, such as the path of the database, can be set in a configuration file or in the \
      environment: see `valence config --help`.

      Exit status: 0 on success, 1 on failure, 64 if the command line is invalid.
      """,
    version: "valence \(ProgramVersion.description)",
    subcommands: [
      Serve.self, ConfigCommand.self, Check.self, Test.self, Show.self, Graph.self, Routes.self, PrintSchema.self,
      PrintReference.self, ConditionsCommand.self, ConformanceCommand.self,
      BanksCommand.self, UsersCommand.self, CustomersCommand.self, AccountsCommand.self, CardsCommand.self,
      ProvidersCommand.self, MetersCommand.self, SubmissionsCommand.self, ServicesCommand.self,
      DeliveriesCommand.self, Retain.self,
      VersionsCommand.self, DefinitionsCommand.self,
      OperationsCommand.self, Migrate.self,
      HealthCommand.self, CheckLedger.self, CheckDatabase.self, BackupCommand.self, RestoreCommand.self,
      CopyCommand.self, PrepareDatabase.self,
      AuditCommand.self, KeysCommand.self,
      PrintOpenAPI.self,
    ])

  /// Runs a command line after inserting the values of the configuration file and the environment.
  static func main() {
    // Files are private to their owner, including files created by libraries and started programs.
    umask(0o077)
    // A core dump would contain the secret keys and people's data.
    ProcessMemory.allowCoreDumps(false)
    do {
      KindLibrary.use(LibraryOption.standard)
      var command = try command(Array(CommandLine.arguments.dropFirst()))
      try command.run()
    } catch let error as StoreError {
      // Database failures are reported with advice in every command.
      end(OperatorError(error) ?? error)
    } catch {
      end(error)
    }
  }

  /// Prints the error and exits with its status. A blocked standard error delays this by at most
  /// two seconds.
  private static func end(_ error: any Error) -> Never {
    let code = exitCode(for: error)
    // Requested help goes to standard output.
    if code.isSuccess { exit(withError: error) }
    guard let errors = try? LogSink(.standardError, lost: { _ in [] }) else { exit(withError: error) }
    let message = fullMessage(for: error).escapingMisleading(lines: true)
    if !message.isEmpty { errors.append(Array("\(message)\n".utf8), urgent: true) }
    errors.flush(within: .seconds(2))
    exit(withError: code)
  }

  /// Returns the command of a command line.
  private static func command(_ arguments: [String]) throws -> any ParsableCommand {
    // If the command line is the only source and is valid, the list of options is not needed.
    if !EffectiveConfiguration.isElsewhere(than: arguments, ProcessInfo.processInfo.environment),
      let command = try? parseAsRoot(arguments)
    {
      return command
    }
    return try parseAsRoot(try configured(arguments))
  }

  /// Returns the command line with the values of the configuration inserted after the command's
  /// name, if the command reads the configuration.
  private static func configured(_ arguments: [String]) throws -> [String] {
    var command: any ParsableCommand.Type = Valence.self
    var rest = arguments[...]
    while let name = rest.first, let next = subcommands(of: command).first(where: { $0.name == name }) {
      command = next.type
      rest.removeFirst()
    }
    // Help and the list of keys must work with an invalid configuration.
    let isHelp = rest.prefix { $0 != "--" }.contains { ["-h", "--help", "--help-hidden", "--keys"].contains($0) }
    if !isHelp { try requireSubcommand(of: command, in: rest, after: arguments.dropLast(rest.count)) }
    let options = isHelp ? [] : DeclaredOption.all(of: command)
    // Each command has at least `--help`. Without the options, the configuration would be ignored.
    guard isHelp || !options.isEmpty else {
      throw OperatorError(
        "cannot read the options of this command: the program was built with an unsupported argument parser")
    }
    guard options.contains(where: { $0.name == ConfigurationFile.option }) else { return arguments }
    let effective = try EffectiveConfiguration(
      of: options, among: Serve.self, arguments: Array(rest), environment: ProcessInfo.processInfo.environment)
    return arguments.dropLast(rest.count) + effective.arguments + rest
  }

  /// Returns the words of a command after the name of the program, such as `users` and `unlock`.
  static func words(of command: any ParsableCommand.Type) -> [String] {
    func path(below parent: any ParsableCommand.Type) -> [String]? {
      for next in subcommands(of: parent) {
        if next.type == command { return [next.name] }
        if let rest = path(below: next.type) { return [next.name] + rest }
      }
      return nil
    }
    return path(below: Valence.self) ?? []
  }

  /// Returns the subcommands of a command with their names.
  private static func subcommands(
    of command: any ParsableCommand.Type
  ) -> [(name: String, type: any ParsableCommand.Type)] {
    command.configuration.subcommands.map { ($0._commandName, $0) }
  }

  /// Throws if the next word is a name but not of a subcommand.
  ///
  /// ArgumentParser reports the first unknown option instead, because each option of the command
  /// line is unknown to a command that only has subcommands.
  private static func requireSubcommand(
    of command: any ParsableCommand.Type, in rest: ArraySlice<String>, after path: some Sequence<String>
  ) throws {
    let names = subcommands(of: command).map(\.name)
    let isHelp = rest.first == "help" && command == Valence.self
    guard let name = rest.first, !name.hasPrefix("-"), !names.isEmpty, !isHelp else { return }
    let parent = (["valence"] + path).joined(separator: " ")
    let near = suggestion(for: name, among: names)
    throw ValidationError(
      "unknown subcommand `\(name)` of `\(parent)`\(near.isEmpty ? "; it has \(names.listed)" : near)")
  }
}
