import ArgumentParser
import Services

/// `valence banks`
struct BanksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "banks", abstract: "The BIC directory.", subcommands: [Import.self])

  /// `valence banks import`
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Reads the Bank of Russia's ED807 file into the directory.",
      discussion: """
        Entries that break the format are refused, each with its line; a file that is cut off, in another encoding or
        not ED807 leaves the directory as it was. A server that runs sees the new directory after SIGHUP or a restart.

        EXAMPLE
          valence banks import 20230518_ED807_full.xml
        """)

    @Argument(help: "The file.") var file: String
    @OptionGroup var data: DataOptions

    func run() throws {}
  }
}
