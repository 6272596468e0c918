import ArgumentParser
import Model
import Operations
import Services

/// `valence banks`
struct BanksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "banks", abstract: "The BIC directory.",
    discussion: """
      EXAMPLE
        valence banks import 20230518_ED807_full.xml
      """,
    subcommands: [Import.self])

  /// `valence banks import`
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Reads the Bank of Russia's ED807 file into the directory.",
      discussion: """
        Entries that break the format are refused, each with its line; a file that is cut off, in another encoding or
        not ED807 leaves the directory as it was. A server that runs takes the new directory over within a second.

        EXAMPLE
          valence banks import 20230518_ED807_full.xml
        """)

    @Argument(help: "The file.") var file: String
    @OptionGroup var data: DataOptions

    func run() throws {
      let directory: DirectoryFile
      do {
        directory = try DirectoryFile.read(contentsOf: file)
      } catch {
        if case .unreadable = error { throw CommandFailure("\(error)") }
        throw CommandFailure("\(file): \(error)")
      }
      let services = try data.services()
      guard let zone = BankDay(timeZone: BankDay.standardZone), let today = CivilDate(zone.day(at: services.clock()))
      else {
        throw CommandFailure("this system has no time zones")
      }
      let report = try services.banks.importDirectory(directory, on: today).wait()
      for refusal in report.refused { Output.line("refused: \(file): \(refusal)") }
      Output.line(
        "read \(report.read), added \(report.added), changed \(report.changed), "
          + "unchanged \(report.unchanged), refused \(report.refused.count)")
    }
  }
}
