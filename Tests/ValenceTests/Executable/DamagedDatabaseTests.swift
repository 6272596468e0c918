import Foundation
import Testing

/// A database that cannot be served is refused in one line that says what to do, and left as it is.
struct DamagedDatabaseTests {
  enum Harm: CaseIterable { case middle, cutOff, cutToNothing, header }

  private func harmed(_ harm: Harm) throws -> (Workplace, Data) {
    let place = try Workplace()
    try place.serve("--demo").stop()
    let url = place.folder.appending(path: "valence.sqlite")
    let file = try FileHandle(forUpdating: url)
    defer { try? file.close() }
    switch harm {
    case .middle: try place.overwriteMiddle(of: "valence.sqlite")
    case .cutOff: try file.truncate(atOffset: try file.seekToEnd() / 2)
    case .cutToNothing: try file.truncate(atOffset: 0)
    case .header: try file.write(contentsOf: Data("This is no database any more".utf8))
    }
    return (place, try Data(contentsOf: url))
  }

  @Test(arguments: Harm.allCases) func isRefusedAndLeftAsItIs(_ harm: Harm) throws {
    let (place, before) = try harmed(harm)
    let outcome = try place.run("serve", "--port", "0")
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(outcome.errorLines.count == 1)
    let line = try #require(outcome.errorLines.first)
    #expect(line.hasPrefix("Error: the database valence.sqlite is damaged or no database ("), "\(line)")
    #expect(line.hasSuffix("take the last backup with `valence restore BACKUP --force`"), "\(line)")
    #expect(try Data(contentsOf: place.folder.appending(path: "valence.sqlite")) == before)
    #expect(try place.made() == ["valence.sqlite", "valence.sqlite.key"])
    let checked = try place.run("check-database")
    #expect(checked.status == 1)
    #expect(!checked.output.hasSuffix("\nsound\n"))
  }

  @Test func isServedWhereTheCheckIsSkipped() throws {
    // Pages that nobody reads at the start: the operator's own risk, taken knowingly.
    let (place, _) = try harmed(.middle)
    let outcome = try Program(["serve", "--port", "0", "--skip-database-check"], in: place)
    outcome.signal(SIGTERM)
    #expect(try !outcome.outcome().errors.contains("quick_check"))
  }
}
