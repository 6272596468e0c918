import ArgumentParser

/// The command line.
@main
struct Valence: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "valence",
    abstract: "Serves a bank's forms: operations made of atoms, drawn, evaluated, submitted and signed over HTTP.",
    discussion: """
      EXAMPLES
        valence serve --demo
        valence check
        valence help users add

      Exit status: 0 where all went well, 1 where it did not, 64 where the command line is wrong.
      """,
    subcommands: [
      Serve.self, Check.self, Test.self, Show.self, Graph.self, PrintSchema.self, ConditionsCommand.self,
      BanksCommand.self, UsersCommand.self, VersionsCommand.self, OperationsCommand.self, Migrate.self,
      CheckLedger.self, CheckDatabase.self, AuditCommand.self, PrintOpenAPI.self,
    ])
}

/// Why a command failed, in one line; the exit status is 1.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
