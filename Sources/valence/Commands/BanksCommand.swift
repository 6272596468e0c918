import Hosting
import ArgumentParser
import BICDirectory
import Services

struct BanksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "banks", abstract: "The BIC directory.",
    discussion: """
      EXAMPLES
        valence banks import 20230518_ED807_full.xml
        valence banks import --dry-run 20230519_ED807.xml
      """,
    subcommands: [Import.self])

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Reads the Bank of Russia's ED807 file into the directory.",
      discussion: """
        A full file (InfoTypeCode FIRR) replaces the whole directory and removes participants that the file lacks. A \
        file of changes (SIRR) stores entries marked ADDD, CHGD or NCNG and removes entries marked DLTD. A change \
        that does not fit the directory in force is applied with a note.

        A file is rejected if it is truncated, in another encoding, not ED807, one part of several, older than the \
        directory in force, or has a malformed entry. A running server uses the new directory within a second.

        EXAMPLES
          valence banks import --dry-run 20230518_ED807_full.xml
          valence banks import 20230518_ED807_full.xml
        """)

    @Argument(help: "The file.") var file: String
    @Flag(help: "Shows the additions, changes and removals of the import, and writes nothing.") var dryRun = false
    @Flag(help: "Accepts a file that is older than the directory in force.") var older = false
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let database = dryRun ? data.database : try audited.database(for: Self.self, data)
      do {
        let directory = try DirectoryFile.read(contentsOf: file)
        let difference: DirectoryDifference
        if dryRun {
          difference = try database.readingServices().banks.difference(importing: directory, older: older)
          for line in difference.lines { Output.line(line) }
        } else {
          difference = try database.services().banks.importDirectory(directory, older: older).wait()
        }
        for note in difference.notes { Output.line("note: \(file): \(note)") }
        Output.line("\(difference)" + (dryRun ? "; nothing was written" : ""))
      } catch let error as DirectoryError {
        if case .unreadable = error { throw OperatorError("\(error)") }
        throw OperatorError("\(file): \(error)")
      }
    }
  }
}
